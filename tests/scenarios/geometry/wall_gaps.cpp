#include "scenarios/geometry/wall_gaps.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/harness/random.hpp"

using namespace plethos;
using namespace plethos::scenarios;

namespace {

std::vector<WallGap> gaps(const std::vector<Segment>& walls, double width) { return find_gaps(walls, width).value(); }

}  // namespace

TEST_CASE("a gap is the shortest line between two walls") {
  const std::vector<Segment> door{{{0, -9}, {0, -1}}, {{0, 1}, {0, 9}}};
  REQUIRE(gaps(door, 2.1).size() == 1);
  CHECK(std::abs(gaps(door, 2.1)[0].a.y - gaps(door, 2.1)[0].b.y) == 2);
  CHECK(gaps(door, 1.9).empty());
  // The gap leads from an end to the middle of the other wall.
  const std::vector<Segment> corner{{{0, 0}, {4, 0}}, {{2, 1}, {2, 5}}};
  REQUIRE(gaps(corner, 1.5).size() == 1);
  CHECK(gaps(corner, 1.5)[0].a.x == 2);
  CHECK(gaps({}, 1).empty());
}

TEST_CASE("walls that touch or cross have no gap") {
  CHECK(gaps({{{0, 0}, {4, 0}}, {{4, 0}, {4, 4}}}, 9).empty());
  CHECK(gaps({{{0, 0}, {4, 0}}, {{2, -1}, {2, 1}}}, 9).empty());
}

TEST_CASE("no pair of walls is forgotten") {
  plethos::tests::Random random("scenarios::wall_gaps");
  for (int scene = 0; scene < 30; ++scene) {
    std::vector<Segment> walls;
    const auto point = [&](float extent) { return Vec2{random.between(0, extent), random.between(0, extent)}; };
    for (int i = 0; i < 120; ++i) {
      const Vec2 a = point(30);
      walls.push_back({a, random.once_in(4) ? point(30) : a + point(3)});
    }
    const float width = random.between(0.2f, 2);
    // If two segments do not cross, an end of one is nearest to the other.
    std::size_t expected = 0;
    bool near_tie = false;
    for (std::size_t i = 0; i < walls.size(); ++i) {
      for (std::size_t k = i + 1; k < walls.size(); ++k) {
        const Segment& s = walls[i];
        const Segment& t = walls[k];
        const auto side = [](Vec2 a, Vec2 b, Vec2 p) { return cross(b - a, p - a) > 0; };
        if (side(s.a, s.b, t.a) != side(s.a, s.b, t.b) && side(t.a, t.b, s.a) != side(t.a, t.b, s.b)) continue;
        const float least = std::min(std::min(distance_to_segment(s.a, t.a, t.b), distance_to_segment(s.b, t.a, t.b)),
                                     std::min(distance_to_segment(t.a, s.a, s.b), distance_to_segment(t.b, s.a, s.b)));
        near_tie = near_tie || std::abs(least - width) < 1e-4f || least < 1e-4f;
        expected += least < width ? 1 : 0;
      }
    }
    if (!near_tie) CHECK(gaps(walls, static_cast<double>(width)).size() == expected);
  }
}

TEST_CASE("too many are given up") {
  std::vector<Segment> walls;
  for (int i = 0; i < 2200; ++i) walls.push_back({{0.001f * static_cast<float>(i), 0}, {0.001f * static_cast<float>(i), 1}});
  CHECK_FALSE(find_gaps(walls, 99).has_value());
}
