#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "perf/study/plan.hpp"
#include "scenarios/paths/path_problems.hpp"

namespace plethos::study {

/// A grid, and the cells of the goal whose potential is solved.
struct GoalProblem {
  std::shared_ptr<const WorldGrid> map;
  std::vector<std::int32_t> goal;  ///< indices, GridMap::index

  /// Returns the number of cells whose values a solver computes.
  std::int64_t free_cells() const;
};

/// Returns the problem of the place where the first query ends. It takes the cells that a planner takes for such a goal. Errors: InputError
/// for a world without a grid, and a place without a passable cell around it.
GoalProblem goal_problem(const scenarios::PathProblems& problems);

/// Returns the columns of a run's "solving" in the JSON, over the residuals that its solver has measured.
const std::vector<std::string>& solving_curves();

/// Throws MachineError if a repetition has other values than the first pass, by their checksums.
void require_same_values(std::int64_t repetition, const std::string& found, const std::string& expected);

/// Runs of kind `potentials`, one after the other. Those of the same goal share its problem.
class PotentialMeasurement final : public RunMaker {
 public:
  /// Makes a solver, whose first pass is not timed, and with it the timed repetitions. Each begins from nothing, and all have to find the
  /// same values.
  std::optional<Json> make(const PlannedRun& run, const backends::Ranks& ranks, const std::function<void(std::int64_t)>& moved) override;

 private:
  const GoalProblem& problem_of(const PlannedRun& run);

  std::string content_;  ///< of the last run
  std::optional<GoalProblem> problem_;
};

}  // namespace plethos::study
