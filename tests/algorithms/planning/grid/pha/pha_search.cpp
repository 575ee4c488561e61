#include "algorithms/planning/grid/pha/pha_search.hpp"

#include "algorithms/planning/grid/regions/kept_region_graph.hpp"
#include "tests/algorithms/planning/grid/regions/team_checks.hpp"

namespace plethos::tests {
namespace {

using planning::Connectivity;
using planning::WayThrough;

planning::PhaSearch<Kokkos::HostSpace> pha_over(const GridMap& map, int side, Connectivity connectivity,
                                                WayThrough through = WayThrough::entries, bool pulls = false) {
  const backends::HostExecution execution = team_execution();
  planning::KeptRegionGraph<Kokkos::HostSpace> kept;
  planning::find_region_graph(execution, planning::make_grid_graph(execution, map, connectivity), side, planning::ContactKind::pairs, kept);
  return {kept.regions.regions, kept.contacts.contacts, through, pulls};
}

}  // namespace

TEST_CASE("a warp that searches by pha finds the ways that one thread finds") {
  Random random("pha by a warp");
  bool pulls = false;
  for_each_team_scene(random, [&](const GridMap& map, int side, Connectivity connectivity, const CellQueries& queries) {
    pulls = !pulls;
    check_teams(map, pha_over(map, side, connectivity, WayThrough::entries, pulls), queries);
    check_teams(map, pha_over(map, side, connectivity, WayThrough::representatives, !pulls), {queries.front(), queries.back()});
  });
}

TEST_CASE("a warp that searches by pha says how much room a way lacks") {
  Random random("pha by a warp without room");
  const GridMap map = random_map(random, 40, 40, 5, 3);
  check_teams_without_room(pha_over(map, 8, Connectivity::eight), cell_queries(random, map, 6, 6));
}

TEST_CASE("a warp that searches by pha, with more open regions than it lists, finds the ways that one thread finds") {
  Random random("pha by a warp without a list");
  check_teams_without_list(random, [](const GridMap& map) { return pha_over(map, 4, Connectivity::eight); });
}

}  // namespace plethos::tests
