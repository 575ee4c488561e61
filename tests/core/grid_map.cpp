#include "core/grid_map.hpp"

#include <doctest/doctest.h>

#include <string>

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
