#include "algorithms/avoidance/orca/orca.hpp"

#include <benchmark/benchmark.h>

#include <map>

#include "perf/algorithms/avoidance/stage.hpp"
#include "perf/configurations.hpp"
#include "scenarios/catalog.hpp"

namespace plethos::perf {
namespace {

constexpr int steps_before = 40;

const std::map<std::string, std::string> by_orca{{"avoidance", "orca"}};

/// Returns a scene in which the reference library, RVO2, is usually measured, after some steps: a lattice with random goals, or a circle on
/// which each agent has few neighbors. Each scene is made once.
const scenarios::Scenario& scene(const std::string& name, std::int64_t agents) {
  static std::map<std::pair<std::string, std::int64_t>, scenarios::Scenario> made;
  if (const auto found = made.find({name, agents}); found != made.end()) return found->second;
  scenarios::ScenarioRequest request{.name = name, .agents = agents};
  request.settings = {{"radius", 1.5},     {"preferred_speed", 1}, {"maximum_speed", 2},    {"neighbor_distance", 15}, {"time_horizon", 10},
                      {"time_step", 0.25}, {"neighbors", 10},      {"minimum_distance", 0}, {"perturbation", 0}};
  if (name == "lattice") {
    request.settings["pitch"] = 4;
    request.settings["jitter"] = 0.4;
  } else {
    request.settings["spacing"] = 5.0265;
  }
  scenarios::Scenario scenario = advanced(scenarios::make_scenario(request), steps_before, fastest_backend(), by_orca);
  return made.emplace(std::pair(name, agents), std::move(scenario)).first->second;
}

void orca_stage(benchmark::State& state, const backends::Backend& backend, const std::string& name, std::int64_t agents) {
  const scenarios::Scenario& scenario = scene(name, agents);
  const avoidance::OrcaParameters parameters = avoidance::orca_table().read(scenario.methods.values);
  time_stage(state, backend, scenario,
             [&](const auto& execution) { return avoidance::Orca<std::decay_t<decltype(execution)>>(parameters); });
}

void orca_step(benchmark::State& state, const backends::Backend& backend, const std::string& name, std::int64_t agents) {
  time_steps(state, backend, scene(name, agents), by_orca);
}

const Registration registration([](const backends::Backend& backend, const std::string& name) {
  const auto add = [&](const std::string& what, auto run, const std::string& scenario, std::int64_t agents) {
    if (agents > largest_crowd(backend)) return;
    add_benchmark(what + "/" + scenario + "/" + name + "/agents:" + std::to_string(agents), run, backend, scenario, agents);
  };
  for (const std::int64_t agents : {1000, 10000, 100000, 1000000}) {
    add("orca_stage", orca_stage, "lattice", agents);
    add("orca_step", orca_step, "lattice", agents);
  }
  add("orca_stage", orca_stage, "circle", 10000);
  add("orca_step", orca_step, "circle", 10000);
});

}  // namespace
}  // namespace plethos::perf
