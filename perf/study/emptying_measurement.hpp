#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "perf/study/plan.hpp"

namespace plethos::study {

/// Returns the request for plan k (from 0) of a run: the seed k + 1, and the run's settings with those of `each` for that plan.
scenarios::ScenarioRequest request_of_plan(const PlannedRun& run, std::int64_t k);

/// Makes runs of kind `emptying`, one after the other.
class EmptyingMeasurement final : public RunMaker {
 public:
  /// Simulates each plan until all have left, or to the limit of steps. A verifier on the host sees every step, so times are no measure of
  /// speed.
  std::optional<Json> make(const PlannedRun& run, const backends::Ranks& ranks, const std::function<void(std::int64_t)>& moved) override;
};

}  // namespace plethos::study
