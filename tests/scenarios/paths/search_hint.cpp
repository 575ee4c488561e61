#include "scenarios/paths/search_hint.hpp"

#include "tests/algorithms/planning/grid/map/test_maps.hpp"
#include "tests/harness/errors.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {

using scenarios::search_hint;

TEST_CASE("who plans over regions on a CPU learns where jump point search is faster") {
  const backends::Backend cpu = plainest_backend();
  // Of 24 passable cells 4 lie at the corners of the blocked one, and of 142 of a larger map 8 of two.
  const World small = world_of(map_of({".....", ".....", "..@..", ".....", "....."}));
  std::vector<std::string> rows(12, std::string(12, '.'));
  rows[2][2] = rows[8][8] = '@';
  const World large = world_of(map_of(rows));
  for (const std::string planner : {"gates", "pha"}) {
    CHECK(search_hint(planner, small, cpu).empty());
    CHECK(contains(search_hint(planner, large, cpu), "jps finds shortest ways, and sooner on a CPU"));
    CHECK(contains(search_hint(planner, large, cpu), "(here 5.6 %)"));
  }
  CHECK(search_hint("jps", large, cpu).empty());
  CHECK(search_hint("gates", World(), cpu).empty());

  WorldGrid costly = map_of(rows);
  costly.cost.assign(costly.passable.size(), 1);
  CHECK_FALSE(search_hint("gates", world_of(costly), cpu).empty());
  costly.cost[7] = 2;
  CHECK(search_hint("gates", world_of(costly), cpu).empty());

  backends::Backend device = cpu;
  device.scheduler = nullptr;
  CHECK(search_hint("gates", large, device).empty());
}

TEST_CASE("corners lie between passable cells, not at the edge of a map") {
  // A wall along the whole map has none, and neither has a map of one row.
  std::vector<std::string> rows(9, std::string(9, '.'));
  rows[4] = std::string(9, '@');
  for (const World& world : {world_of(map_of(rows)), world_of(map_of({"...@..."}))}) {
    CHECK(contains(search_hint("gates", world, plainest_backend()), "(here 0 %)"));
  }
}

}  // namespace plethos::tests
