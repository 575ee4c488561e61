#include <benchmark/benchmark.h>

#include "perf/configurations.hpp"
#include "perf/crowd.hpp"
#include "perf/roofline/roofline.hpp"

namespace plethos::perf {
namespace {

constexpr int steps_before = 40;

/// The avoidance stage alone: 250 samples, 10 neighbors.
void rvo_stage(benchmark::State& state, const backends::Backend& backend, std::int64_t agents) {
  const scenarios::Scenario& scenario = moving_lattice(agents, steps_before, fastest_backend());
  const double operations = rvo_operations_per_agent(scenario) * static_cast<double>(agents);
  const double bytes = rvo_bytes_per_agent(scenario.parameters) * static_cast<double>(agents);
  backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    const Crowd<Execution> crowd(execution, scenario);
    avoidance::Rvo<Execution> rvo;
    rvo.choose(execution, crowd.scene(), crowd.candidate);
    execution.fence();
    for ([[maybe_unused]] auto _ : state) {
      rvo.choose(execution, crowd.scene(), crowd.candidate);
      execution.fence();
    }
    return 0;
  });
  const Roofline& limit = roofline(backend);
  using benchmark::Counter;
  state.counters["agent_steps/s"] = Counter(static_cast<double>(agents), Counter::kIsIterationInvariantRate);
  state.counters["GFLOP/s"] = Counter(1e-9 * operations, Counter::kIsIterationInvariantRate);
  state.counters["peak_GFLOP/s"] = 1e-9 * limit.operations_per_second;
  state.counters["bound_ms"] = 1e3 * std::max(operations / limit.operations_per_second, bytes / limit.bytes_per_second);
}

/// A whole step: hash, simulate, update.
void rvo_step(benchmark::State& state, const backends::Backend& backend, std::int64_t agents) {
  const scenarios::Scenario& scenario = moving_lattice(agents, steps_before, fastest_backend());
  const auto simulation = simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents, {});
  simulation->advance(2);
  simulation->wait();
  for ([[maybe_unused]] auto _ : state) {
    simulation->advance(1);
    simulation->wait();
  }
  state.counters["agent_steps/s"] = benchmark::Counter(static_cast<double>(agents), benchmark::Counter::kIsIterationInvariantRate);
}

const Registration registration([](const backends::Backend& backend, const std::string& name) {
  for (const std::int64_t agents : {1000, 10000, 100000, 1000000}) {
    // A serial scalar step of a million agents takes tens of seconds; a tenth of them tells the same rate.
    if (agents > largest_crowd(backend)) continue;
    const std::string suffix = name + "/agents:" + std::to_string(agents);
    benchmark::RegisterBenchmark(("rvo_stage/" + suffix).c_str(), rvo_stage, backend, agents)->Unit(benchmark::kMillisecond)->UseRealTime();
    benchmark::RegisterBenchmark(("rvo_step/" + suffix).c_str(), rvo_step, backend, agents)->Unit(benchmark::kMillisecond)->UseRealTime();
  }
});

}  // namespace
}  // namespace plethos::perf
