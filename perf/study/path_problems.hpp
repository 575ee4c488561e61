#pragma once

#include <optional>
#include <vector>

#include "algorithms/planning/path_finder.hpp"
#include "perf/study/plan.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::study {

/// The queries of a run, and what is known of their answers without a planner.
struct PathProblems {
  scenarios::Scenario scenario;
  std::vector<planning::PathQuery> queries;
  std::vector<double> optimum;  ///< m, the .scen file's shortest lengths; empty: none are known

  planning::PlannerSetup setup() const;
};

/// Makes the scene of a run and its queries. With a map they are the problems of the .scen file, or as many of them as asked, evenly
/// spread; without that file they are drawn among the map's passable cells. In another scenario they are drawn among the places within the
/// world's bounds where a disc of the agents' largest radius hits no obstacle. They depend on the seed, not on the agents' places. Errors:
/// InputError as scenarios::make_scenario(), for a damaged file, for more queries than the file has, and for a world with no free place.
PathProblems make_path_problems(const PlannedRun& run);

/// Returns a hash of the scene and of the queries.
std::string hash_problems(const PlannedRun& run, const PathProblems& problems);

}  // namespace plethos::study
