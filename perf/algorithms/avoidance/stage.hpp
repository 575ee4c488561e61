#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>

#include "algorithms/simulation/record_step.hpp"
#include "backends/roofline/roofline.hpp"
#include "core/copy_view.hpp"
#include "perf/crowd.hpp"
#include "perf/crowding_counters.hpp"

namespace plethos::perf {

/// Returns the step in which the crowd takes the chosen velocities.
template <class Execution>
simulation::StepRecord record(const Crowd<Execution>& crowd) {
  const Agents<Kokkos::HostSpace> before = simulation::host_copy(crowd.agents);
  const Agents<Kokkos::HostSpace> after = simulation::host_copy(crowd.agents);
  const auto chosen = host_view(crowd.candidate);
  for (std::int32_t i = 0; i < before.count; ++i) {
    const float x = chosen(i, 0) - before.velocity(i, 0);
    const float y = chosen(i, 1) - before.velocity(i, 1);
    const float limit = before.maximum_acceleration(i) * crowd.parameters.time_step;
    const float share = std::min(1.f, limit / std::max(std::hypot(x, y), 1e-30f));
    after.velocity(i, 0) = before.velocity(i, 0) + share * x;
    after.velocity(i, 1) = before.velocity(i, 1) + share * y;
  }
  simulation::StepRecord step;
  simulation::record_step(before, after, crowd.neighbors, crowd.parameters, step);
  return step;
}

/// Times the avoidance stage alone and compares it with the roofline. make(execution) returns the method. The scenario's agents do not
/// move.
template <class Make>
void time_stage(benchmark::State& state, const backends::Backend& backend, const scenarios::Scenario& scenario, const Make& make) {
  const auto agents = static_cast<double>(scenario.agents.size());
  const Work work = backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    const Crowd<Execution> crowd(execution, scenario);
    auto method = make(execution);
    const Work needed = method.work(crowd.scene()).value();
    method.choose(execution, crowd.scene(), crowd.candidate);
    execution.fence();
    count_crowding(state, record(crowd), time_horizon_of(scenario));
    for ([[maybe_unused]] auto _ : state) {
      method.choose(execution, crowd.scene(), crowd.candidate);
      execution.fence();
    }
    return needed;
  });
  const backends::Roofline limit = backends::roofline(backend, work.bytes);
  using benchmark::Counter;
  state.counters["agent_steps/s"] = Counter(agents, Counter::kIsIterationInvariantRate);
  state.counters["GFLOP/s"] = Counter(1e-9 * work.operations, Counter::kIsIterationInvariantRate);
  state.counters["peak_GFLOP/s"] = 1e-9 * limit.operations_per_second;
  state.counters["bound_ms"] = 1e3 * std::max(work.operations / limit.operations_per_second, work.bytes / limit.bytes_per_second);
}

inline void time_rvo(benchmark::State& state, const backends::Backend& backend, const scenarios::Scenario& scenario,
                     avoidance::Parallel parallel) {
  avoidance::RvoParameters parameters = avoidance::rvo_table().read(scenario.methods.values);
  parameters.parallel = parallel;
  time_stage(state, backend, scenario,
             [&](const auto& execution) { return avoidance::Rvo<std::decay_t<decltype(execution)>>(parameters); });
}

/// Times whole steps with the given methods, by family, and the scenario's own methods otherwise.
inline void time_steps(benchmark::State& state, const backends::Backend& backend, const scenarios::Scenario& scenario,
                       const std::map<std::string, std::string>& methods) {
  const auto simulation = simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents,
                                                         scenarios::choose_methods(scenario.methods, methods));
  simulation->advance(2);
  simulation->wait();
  for ([[maybe_unused]] auto _ : state) {
    simulation->advance(1);
    simulation->wait();
  }
  simulation::StepRecord step;
  simulation->measurements().advance(step);
  count_crowding(state, step, time_horizon_of(scenario));
  state.counters["agent_steps/s"] =
      benchmark::Counter(static_cast<double>(scenario.agents.size()), benchmark::Counter::kIsIterationInvariantRate);
}

}  // namespace plethos::perf
