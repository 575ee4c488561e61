#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>

#include "backends/roofline/roofline.hpp"
#include "perf/crowd.hpp"

namespace plethos::perf {

/// Times the avoidance stage alone, on the scenario's agents as they are, and sets it against the roofline.
inline void time_rvo(benchmark::State& state, const backends::Backend& backend, const scenarios::Scenario& scenario,
                     avoidance::Parallel parallel) {
  const auto agents = static_cast<double>(scenario.agents.size());
  const Work work = backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    const Crowd<Execution> crowd(execution, scenario);
    avoidance::Rvo<Execution> rvo(parallel);
    const Work needed = rvo.work(crowd.scene()).value();
    rvo.choose(execution, crowd.scene(), crowd.candidate);
    execution.fence();
    for ([[maybe_unused]] auto _ : state) {
      rvo.choose(execution, crowd.scene(), crowd.candidate);
      execution.fence();
    }
    return needed;
  });
  const backends::Roofline& limit = backends::roofline(backend);
  using benchmark::Counter;
  state.counters["agent_steps/s"] = Counter(agents, Counter::kIsIterationInvariantRate);
  state.counters["GFLOP/s"] = Counter(1e-9 * work.operations, Counter::kIsIterationInvariantRate);
  state.counters["peak_GFLOP/s"] = 1e-9 * limit.operations_per_second;
  state.counters["bound_ms"] = 1e3 * std::max(work.operations / limit.operations_per_second, work.bytes / limit.bytes_per_second);
}

/// Times whole steps: hash, simulate, update.
inline void time_steps(benchmark::State& state, const backends::Backend& backend, const scenarios::Scenario& scenario,
                       const simulation::Methods& methods) {
  const auto simulation = simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents, methods);
  simulation->advance(2);
  simulation->wait();
  for ([[maybe_unused]] auto _ : state) {
    simulation->advance(1);
    simulation->wait();
  }
  state.counters["agent_steps/s"] =
      benchmark::Counter(static_cast<double>(scenario.agents.size()), benchmark::Counter::kIsIterationInvariantRate);
}

}  // namespace plethos::perf
