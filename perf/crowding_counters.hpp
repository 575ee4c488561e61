#pragma once

#include <benchmark/benchmark.h>

#include "algorithms/verify/crowding.hpp"

namespace plethos::perf {

/// Counts crowding in the timed work: the share of agent-steps with a changed velocity, and the neighbors that forbid what an agent would
/// do alone. It looks `time_horizon` seconds ahead.
inline void count_crowding(benchmark::State& state, const simulation::StepRecord& step, double time_horizon) {
  verify::Crowding crowding;
  verify::add_step(step, time_horizon, crowding);
  state.counters["changed"] = crowding.changed_share();
  state.counters["forbidding"] = crowding.forbidding_mean();
}

}  // namespace plethos::perf
