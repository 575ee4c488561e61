#pragma once

#include <benchmark/benchmark.h>

#include "algorithms/verify/crowding.hpp"

namespace plethos::perf {

/// Says of the work that was timed in how many agent-steps a velocity was changed, and how many neighbors forbid what an agent would do
/// alone, looking `time_horizon` seconds ahead.
inline void count_crowding(benchmark::State& state, const simulation::StepRecord& step, double time_horizon) {
  verify::Crowding crowding;
  verify::add_step(step, time_horizon, crowding);
  state.counters["changed"] = crowding.changed_share();
  state.counters["forbidding"] = crowding.forbidding_mean();
}

}  // namespace plethos::perf
