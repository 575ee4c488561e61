#include <benchmark/benchmark.h>

#include "perf/configurations.hpp"
#include "perf/crowd.hpp"
#include "perf/crowding_counters.hpp"
#include "scenarios/catalog.hpp"

namespace plethos::perf {
namespace {

/// This many steps are timed together: as many as a run takes between two looks at its arrivals, so that replaying shows.
constexpr int steps_together = 16;

void time_steps(benchmark::State& state, const scenarios::Scenario& scenario, simulation::Simulation& simulation) {
  simulation.advance(2 * steps_together);
  simulation.wait();
  for ([[maybe_unused]] auto _ : state) {
    simulation.advance(steps_together);
    simulation.wait();
  }
  simulation::StepRecord step;
  simulation.measurements().advance(step);
  count_crowding(state, step, time_horizon_of(scenario));
  using benchmark::Counter;
  const auto agents = static_cast<double>(scenario.agents.size());
  state.counters["steps/s"] = Counter(steps_together, Counter::kIsIterationInvariantRate);
  state.counters["agent_steps/s"] = Counter(agents * steps_together, Counter::kIsIterationInvariantRate);
  state.counters["working"] = static_cast<double>(simulation.working());
  state.counters["bytes/agent"] = static_cast<double>(simulation.bytes()) / agents;
}

/// Times Bleiweiss' evacuation from its start, with all agents active.
void evacuation_steps(benchmark::State& state, const backends::Backend& backend, std::int64_t agents, bool replay) {
  const scenarios::Scenario scenario = scenarios::make_scenario({.name = "evacuation", .agents = agents});
  simulation::MethodChoices methods = scenarios::choose_methods(scenario.methods, {});
  methods.replay = replay;
  const auto simulation = simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents, methods);
  time_steps(state, scenario, *simulation);
}

/// Times a crowd with and without section 7's regrouping. `arrived` percent of it stand at their goals.
void late_steps(benchmark::State& state, const backends::Backend& backend, std::int64_t agents, int arrived, bool regroup) {
  scenarios::Scenario scenario = moving_lattice(agents, 40, fastest_backend());
  for (std::size_t i = 0; i < scenario.agents.size(); ++i) {
    // The standing agents are spread evenly.
    if ((i * 37) % 100 < static_cast<std::size_t>(arrived)) scenario.agents[i].state = AgentState::arrived;
  }
  simulation::MethodChoices methods = scenarios::choose_methods(scenario.methods, {});
  methods.regroup = regroup;
  const auto simulation = simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents, methods);
  time_steps(state, scenario, *simulation);
}

const Registration registration([](const backends::Backend& backend, const std::string& name) {
  for (const std::int64_t agents : {500, 1000, 5000, 10000, 20000}) {
    for (const bool replay : {false, true}) {
      if (backend.scheduler && !replay) continue;
      add_benchmark("evacuation_steps/" + name + "/agents:" + std::to_string(agents) + (replay ? "" : "/no_replay"), evacuation_steps,
                    backend, agents, replay);
    }
  }
  for (const int arrived : {0, 50, 90, 99}) {
    for (const bool regroup : {false, true}) {
      add_benchmark("late_steps/" + name + "/agents:100000/arrived:" + std::to_string(arrived) + (regroup ? "" : "/no_regroup"), late_steps,
                    backend, std::int64_t{100000}, arrived, regroup);
    }
  }
});

}  // namespace
}  // namespace plethos::perf
