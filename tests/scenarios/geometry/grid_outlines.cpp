#include "scenarios/geometry/grid_outlines.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <string>

#include "core/random.hpp"

using namespace plethos;
using namespace plethos::scenarios;

namespace {

GridMap grid(std::int32_t width, const std::string& cells) {
  GridMap map{width, static_cast<std::int32_t>(cells.size()) / width, {}};
  for (const char c : cells) map.passable.push_back(c == '.' ? 1 : 0);
  return map;
}

/// Returns the area, positive if the polygon runs counterclockwise.
double area(const Polygon& polygon) {
  double sum = 0;
  for (std::size_t i = 0; i < polygon.vertices.size(); ++i) {
    sum += cross(polygon.vertices[i], polygon.vertices[(i + 1) % polygon.vertices.size()]) / 2.;
  }
  return sum;
}

std::size_t distinct_vertices(const Polygon& polygon) {
  std::set<std::pair<float, float>> vertices;
  for (const Vec2 v : polygon.vertices) vertices.insert({v.x, v.y});
  return vertices.size();
}

}  // namespace

TEST_CASE("an open map is a room of four walls") {
  const auto outlines = grid_outlines(grid(3, "......"), 2);
  REQUIRE(outlines.size() == 1);
  CHECK_FALSE(outlines[0].closed);
  CHECK(outlines[0].vertices.size() == 5);
  CHECK(outlines[0].vertices.front() == outlines[0].vertices.back());
  CHECK(area(outlines[0]) == 24);
}

TEST_CASE("a map without passable cells has no walls") { CHECK(grid_outlines(grid(2, "@@@@"), 1).empty()); }

TEST_CASE("rows run from the top, y upwards") {
  const auto outlines = grid_outlines(grid(2,
                                           ".@"
                                           "@@"),
                                      1);
  REQUIRE(outlines.size() == 1);
  float low = 9;
  for (const Vec2 v : outlines[0].vertices) low = std::fmin(low, v.y);
  CHECK(low == 1);
}

TEST_CASE("islands are solid, unless they hold a court") {
  const auto outlines = grid_outlines(grid(9,
                                           "........."
                                           ".@@@..@@."
                                           ".@.@..@@."
                                           ".@@@....."
                                           "........."),
                                      1);
  REQUIRE(outlines.size() == 4);
  int solid = 0;
  for (const Polygon& outline : outlines) {
    if (!outline.closed) continue;
    ++solid;
    CHECK(outline.vertices.size() == 4);
    CHECK(area(outline) == -4);
  }
  CHECK(solid == 1);
}

TEST_CASE("cells that meet in a corner do not make an outline meet itself") {
  for (const std::string cells : {"......@....@......", "......@@...@.@.@..@@......", "....@.@.....@..@....."}) {
    CAPTURE(cells);
    const auto width = static_cast<std::int32_t>(cells.size() % 6 == 0 ? 6 : cells.size() % 13 == 0 ? 13 : 7);
    for (const Polygon& outline : grid_outlines(grid(width, cells), 1)) {
      CHECK(distinct_vertices(outline) == outline.vertices.size() - (outline.closed ? 0 : 1));
    }
  }
}

TEST_CASE("outlines of random maps enclose what is passable, with few segments") {
  PhiloxStream random(3, 0);
  for (int round = 0; round < 50; ++round) {
    GridMap map{12, 9, {}};
    std::int64_t passable = 0;
    for (int i = 0; i < 12 * 9; ++i) {
      map.passable.push_back(random.below(10) < 6 ? 1 : 0);
      passable += map.passable.back();
    }
    const auto outlines = grid_outlines(map, 1);
    double enclosed = 0;
    for (const Polygon& outline : outlines) {
      enclosed += area(outline);
      CHECK(distinct_vertices(outline) == outline.vertices.size() - (outline.closed ? 0 : 1));
      for (std::size_t i = 0; i + 2 < outline.vertices.size(); ++i) {
        const Vec2 a = outline.vertices[i + 1] - outline.vertices[i];
        const Vec2 b = outline.vertices[i + 2] - outline.vertices[i + 1];
        CHECK(cross(a, b) != 0);
      }
    }
    CHECK(enclosed == static_cast<double>(passable));
    // Solid places are blocked. Blocked places are solid, or part of an island with a court or of the surroundings.
    for (std::int32_t y = 0; y < 9; ++y) {
      for (std::int32_t x = 0; x < 12; ++x) {
        const Vec2 center{static_cast<float>(x) + 0.5f, 8.5f - static_cast<float>(y)};
        for (const Polygon& outline : outlines) {
          if (outline.contains(center)) CHECK_FALSE(map.is_passable(x, y));
        }
      }
    }
  }
}
