#include "core/grid_map.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <string>

#include "tests/harness/random.hpp"

using namespace plethos;

namespace {

GridMap grid(std::int32_t width, const std::string& cells) {
  GridMap map{width, static_cast<std::int32_t>(cells.size()) / width, {}};
  for (const char c : cells) map.passable.push_back(c == '.' ? 1 : 0);
  return map;
}

}  // namespace

TEST_CASE("cells outside of a map are blocked") {
  const GridMap map = grid(3,
                           "..@"
                           "...");
  CHECK(map.is_passable(0, 0));
  CHECK_FALSE(map.is_passable(2, 0));
  CHECK(map.is_passable(2, 1));
  CHECK_FALSE(map.is_passable(-1, 0));
  CHECK_FALSE(map.is_passable(3, 0));
  CHECK_FALSE(map.is_passable(0, 2));
}

TEST_CASE("diagonal neighbors do not connect regions") {
  const GridMap map = grid(4,
                           "..@."
                           "..@."
                           "@@.."
                           "@@@@");
  const GridRegions regions = connected_regions(map);
  REQUIRE(regions.size.size() == 2);
  CHECK(regions.label[map.index(1, 1)] == 0);
  CHECK(regions.label[map.index(2, 2)] == 1);
  CHECK(regions.label[map.index(3, 0)] == 1);
  CHECK(regions.label[map.index(2, 0)] == -1);
  CHECK(regions.size[0] == 4);
  CHECK(regions.size[1] == 4);
  CHECK(regions.largest() == 0);
}

TEST_CASE("rows do not wrap around") {
  const GridRegions regions = connected_regions(grid(2,
                                                     ".@"
                                                     "@."));
  CHECK(regions.size.size() == 2);
}

TEST_CASE("a map without passable cells has no region") {
  const GridRegions regions = connected_regions(grid(2, "@@@@"));
  CHECK(regions.size.empty());
  CHECK(regions.largest() == -1);
}

TEST_CASE("indices and cells name each other") {
  const GridMap map = grid(3,
                           "..."
                           "..@");
  CHECK(map.cell(2) == GridCell{2, 0});
  CHECK(map.cell(4) == GridCell{1, 1});
  for (std::size_t i = 0; i < map.passable.size(); ++i) {
    CHECK(map.index(map.cell(i).x, map.cell(i).y) == i);
    CHECK(map.is_passable(map.cell(i)) == (map.passable[i] != 0));
  }
}

TEST_CASE("a cell costs 1 where a map has no costs") {
  GridMap map = grid(2, "..@.");
  CHECK(map.cost_at(3) == 1);
  map.cost = {1, 2, 1, 7};
  CHECK(map.cost_at(1) == 2);
  CHECK(map.cost_at(3) == 7);
}

TEST_CASE("row 0 of a world's grid is on top") {
  const WorldGrid map{grid(4, "............"), {-10, 100}, 2.5f};
  CHECK(map.center({0, 2}) == Vec2{-8.75f, 101.25f});
  CHECK(map.center({3, 0}) == Vec2{-1.25f, 106.25f});
  CHECK(map.center({-1, 3}) == Vec2{-11.25f, 98.75f});
  CHECK(map.cell_at({-9, 101}) == GridCell{0, 2});
  CHECK(map.cell_at({-0.1f, 107}) == GridCell{3, 0});
}

TEST_CASE("edges belong to the cell to the right or above, those around a grid to its cells") {
  const WorldGrid map{grid(4, "............"), {-10, 100}, 2.5f};
  CHECK(map.cell_at({-7.5f, 102.5f}) == GridCell{1, 1});
  CHECK(map.cell_at({-10, 100}) == GridCell{0, 2});
  CHECK(map.cell_at({0, 107.5f}) == GridCell{3, 0});
  CHECK(map.cell_at({-10, 107.5f}) == GridCell{0, 0});
}

TEST_CASE("the costs of a map range over its passable cells") {
  GridMap map = grid(3, "..@");
  CHECK(cost_range(map).most == 1);
  map.cost = {7, 4, 1};
  CHECK(cost_range(map).least == 4);
  CHECK(cost_range(map).most == 7);
  map.cost = {2, 2, 9};
  CHECK(cost_range(map).least == 2);
  CHECK(cost_range(map).most == 2);
  map.passable = {0, 0, 0};
  CHECK(cost_range(map).least == 1);
  CHECK(cost_range(map).most == 1);
}

TEST_CASE("points beside a grid are in no cell of it") {
  const WorldGrid map{grid(4, "............"), {-10, 100}, 2.5f};
  CHECK(map.cell_at({-10.01f, 103}) == GridCell{-1, 1});
  CHECK(map.cell_at({0.01f, 103}) == GridCell{4, 1});
  CHECK(map.cell_at({-9, 99.9f}) == GridCell{0, 3});
  CHECK(map.cell_at({-9, 107.6f}) == GridCell{0, -1});
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (const float far : {1e30f, infinity}) {
    CHECK(map.cell_at({far, -far}) == GridCell{4, 3});
    CHECK(map.cell_at({-far, far}) == GridCell{-1, -1});
  }
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  CHECK_FALSE(map.is_passable(map.cell_at({nan, 103})));
  CHECK_FALSE(map.is_passable(map.cell_at({-9, nan})));
}

TEST_CASE("the cell at a cell's center is that cell") {
  tests::Random random("WorldGrid::center");
  for (int i = 0; i < 1000; ++i) {
    WorldGrid map;
    map.width = random.integer(1, 5000);
    map.height = random.integer(1, 5000);
    map.cell_size = random.between(0.1f, 10);
    map.origin = {random.between(-1e4f, 1e4f), random.between(-1e4f, 1e4f)};
    const GridCell cell{random.integer(0, map.width - 1), random.integer(0, map.height - 1)};
    CHECK(map.cell_at(map.center(cell)) == cell);
  }
}
