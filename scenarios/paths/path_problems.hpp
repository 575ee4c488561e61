#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/planning/paths.hpp"
#include "algorithms/planning/planner_setup.hpp"
#include "scenarios/request.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// How many queries are wanted, and which.
struct QuerySet {
  std::int64_t queries = 0;  ///< 0: all of the .scen file
  std::int64_t at_most = 0;  ///< limits the number; 0: any
  std::uint64_t seed = 1;    ///< of queries that are drawn
  std::int64_t goals = 0;    ///< how many goals the queries that are drawn share; 0: each has its own
};

/// The scenario of a map on another terrain of it: walls and passable cells are those of that terrain.
struct OtherTerrain {
  Terrain terrain;
  Scenario scenario;
};

/// Queries in a world, and what is known of their answers without a planner.
struct PathProblems {
  Scenario scenario;
  std::vector<planning::PathQuery> queries;
  std::vector<double> optimum;            ///< m, the .scen file's shortest lengths; empty: none are known, as in a map with costs
  std::vector<OtherTerrain> others = {};  ///< on which some queries lie
  /// Of each query where it lies: 0 is `scenario`, 1 the first of `others`. Empty: all lie in `scenario`.
  std::vector<std::uint8_t> place = {};
  std::int64_t left_out = 0;               ///< problems of the .scen file that hold nowhere, and are no queries
  std::vector<std::string> warnings = {};  ///< lines for people: what is left out, and why

  std::size_t places() const { return 1 + others.size(); }
  const Scenario& at(std::size_t where) const { return where == 0 ? scenario : others[where - 1].scenario; }
  std::size_t place_of(std::size_t query) const { return place.empty() ? 0 : place[query]; }
  planning::PlannerSetup setup(std::size_t where = 0) const;
};

/// Returns a request for the world of a map, for queries. `scen_file` may be empty.
ScenarioRequest map_request(const std::string& map_file, const std::string& scen_file);
ScenarioRequest map_request(const DrawnMap& drawn);

/// Makes the scene of a request and its queries. With a map they are the problems of the .scen file that hold on it, on whatever terrain,
/// or as many of them as asked, evenly spread; without that file they are drawn among the map's passable cells. In another scenario they
/// are drawn among the places within the world's bounds where a disc of the agents' largest radius hits no obstacle. They depend on the
/// seed, not on the agents' places. If they share goals, these are those of the first queries, in turn. Errors: InputError as
/// make_scenario(), for a damaged file, for more queries than the file has, and for a world with no free place.
PathProblems make_path_problems(const ScenarioRequest& request, const QuerySet& asked);

/// Returns whether a world is a map, whose cells say as much as its walls. A grid of a scenario's obstacles leaves room for agents.
bool is_map(const World& world);

/// Returns for each query whether a disc of the agents' largest radius can get from its start to its end; nothing if the check would take
/// minutes. `over_cells` asks instead whether passable cells of the world's grid join both, which is the same in a map: it is what a
/// planner over the grid can find. Cost: a visit of the cells, or as reachable().
std::vector<bool> reachable_queries(const PathProblems& problems, bool over_cells);

}  // namespace plethos::scenarios
