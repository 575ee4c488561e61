#include <benchmark/benchmark.h>

#include <chrono>
#include <cmath>
#include <map>

#include "perf/algorithms/avoidance/stage.hpp"
#include "perf/configurations.hpp"
#include "scenarios/catalog.hpp"

namespace plethos::perf {
namespace {

/// Agents cross. Few of them start on a circle and are shortly before its middle, where nearly all have to search; many start on the
/// lattice and have taken 40 steps.
constexpr std::int64_t largest_circle = 512;

const scenarios::Scenario& crossing_agents(std::int64_t agents) {
  if (agents > largest_circle) return moving_lattice(agents, 40, fastest_backend());
  static std::map<std::int64_t, scenarios::Scenario> made;
  if (const auto found = made.find(agents); found != made.end()) return found->second;
  scenarios::ScenarioRequest request{.name = "circle", .agents = agents};
  // The circle is so wide that few agents, too, are under way when they meet.
  request.settings = {{"spacing", std::max(1., 40. / static_cast<double>(agents))}};
  const scenarios::Scenario scenario = scenarios::make_scenario(request);
  const AgentRecord& one = scenario.agents.front();
  // The steps end when the ring of agents is about as wide as their packed discs.
  const double start = static_cast<double>(length(one.position));
  const double packed = 2 * static_cast<double>(one.radius) * std::sqrt(static_cast<double>(agents));
  const double steps = (start - packed) / static_cast<double>(one.preferred_speed * scenario.parameters.time_step);
  return made.emplace(agents, advanced(scenario, std::max(5, static_cast<int>(steps)), fastest_backend())).first->second;
}

scenarios::Scenario with_samples(std::int64_t agents, int samples) {
  scenarios::Scenario scenario = crossing_agents(agents);
  scenario.methods.values["samples"] = samples;
  return scenario;
}

void rvo_parallel_stage(benchmark::State& state, const backends::Backend& backend, std::int64_t agents, int samples,
                        avoidance::Parallel parallel) {
  time_rvo(state, backend, with_samples(agents, samples), parallel);
}

/// Times whole steps from the crossing on, as a run takes them: a GPU replays them. Few agents soon have passed each other, so every
/// repetition starts anew.
void rvo_parallel_step(benchmark::State& state, const backends::Backend& backend, std::int64_t agents, int samples,
                       avoidance::Parallel parallel) {
  constexpr int steps = 8;
  const scenarios::Scenario scenario = with_samples(agents, samples);
  simulation::MethodChoices methods = scenarios::choose_methods(scenario.methods, {});
  methods.values["parallel"] = static_cast<double>(parallel);
  for ([[maybe_unused]] auto _ : state) {
    const auto simulation = simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents, methods);
    simulation->advance(2);
    simulation->wait();
    const auto start = std::chrono::steady_clock::now();
    simulation->advance(steps);
    simulation->wait();
    state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / steps);
  }
}

const Registration registration([](const backends::Backend& backend, const std::string& name) {
  using avoidance::Parallel;
  for (const std::int64_t agents : {4, 8, 16, 32, 64, 128, 256, 512, 1000, 4000, 10000, 20000, 100000}) {
    if (agents > largest_crowd(backend)) continue;
    for (const int samples : {50, 250, 1000}) {
      for (const Parallel parallel : {Parallel::flat, Parallel::nested, Parallel::automatic}) {
        const std::string suffix = "/" + name + "/agents:" + std::to_string(agents) + "/samples:" + std::to_string(samples) + "/" +
                                   avoidance::parallel_names[static_cast<std::size_t>(parallel)];
        const auto add = [&](const std::string& kind, auto function) {
          return benchmark::RegisterBenchmark((kind + suffix).c_str(), function, backend, agents, samples, parallel)
              ->Unit(benchmark::kMicrosecond);
        };
        add("rvo_parallel_stage", rvo_parallel_stage)->UseRealTime();
        if (agents <= 32) add("rvo_parallel_step", rvo_parallel_step)->UseManualTime()->Iterations(50);
      }
    }
  }
});

}  // namespace
}  // namespace plethos::perf
