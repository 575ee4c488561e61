#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "perf/study/plan.hpp"
#include "scenarios/paths/path_problems.hpp"

namespace plethos::study {

/// Runs of kind `paths`, one after the other. Those of the same queries share what is known of the queries.
class PathMeasurement final : public RunMaker {
 public:
  /// Makes a path finder, whose first pass claims memory, and with it the timed repetitions. Each prepares it anew, and all have to find
  /// the same ways.
  std::optional<Json> make(const PlannedRun& run, const backends::Ranks& ranks, const std::function<void(std::int64_t)>& moved) override;

 private:
  struct Known {
    scenarios::PathProblems problems;
    std::vector<double> optimum;  ///< by query, as judged_lengths(); empty: nothing is known
    std::vector<bool> reachable;  ///< by query; empty: not known
  };
  const Known& known_of(const PlannedRun& run);

  std::string key_;                 ///< of the queries of the last run
  ParameterValues optimum_values_;  ///< by which the last run's optimum was found
  std::unique_ptr<const Known> known_;
};

}  // namespace plethos::study
