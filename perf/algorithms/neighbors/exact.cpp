#include <benchmark/benchmark.h>

#include <map>

#include "backends/execution.hpp"
#include "perf/algorithms/neighbors/crowd_search.hpp"
#include "perf/configurations.hpp"
#include "scenarios/catalog.hpp"

namespace plethos::perf {
namespace {

/// Returns a dense crowd, or one on the rim of an empty plain, with 10 neighbors within 15 m. It is made once for each name and number.
const scenarios::Scenario& crowd_scene(const std::string& name, std::int64_t agents) {
  static std::map<std::pair<std::string, std::int64_t>, scenarios::Scenario> made;
  if (const auto found = made.find({name, agents}); found != made.end()) return found->second;
  scenarios::ScenarioRequest request{
      .name = name, .agents = agents, .settings = {{"radius", 1.5}, {"neighbor_distance", 15}, {"neighbors", 10}}};
  if (name == "lattice") {
    request.settings["pitch"] = 4;
    request.settings["jitter"] = 0.4;
  } else {
    request.settings["spacing"] = 5.0265;
  }
  return made.emplace(std::pair(name, agents), scenarios::make_scenario(request)).first->second;
}

void exact_part(benchmark::State& state, const backends::Backend& backend, const std::string& method, const std::string& scene,
                std::int64_t agents, bool build) {
  const scenarios::Scenario& scenario = crowd_scene(scene, agents);
  backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    CrowdSearch<Execution> crowd(scenario);
    const auto search = crowd.make(method);
    for (int i = 0; i < 3; ++i) crowd.run(execution, *search);
    for ([[maybe_unused]] auto _ : state) {
      if (build) {
        search->build(execution, crowd.agents, crowd.scratch);
      } else {
        search->query(execution, crowd.agents, crowd.lists);
      }
      execution.fence();
    }
    state.counters["bytes/agent"] = static_cast<double>(search->bytes()) / static_cast<double>(agents);
    return 0;
  });
  state.counters["agents/s"] = benchmark::Counter(static_cast<double>(agents), benchmark::Counter::kIsIterationInvariantRate);
  state.counters["s/agent"] =
      benchmark::Counter(static_cast<double>(agents), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

const Registration registration([](const backends::Backend& backend, const std::string& name) {
  for (const char* method : {"grid", "kdtree"}) {
    for (const char* scene : {"lattice", "circle"}) {
      for (const std::int64_t agents : {10000, 100000}) {
        const std::string label = std::string("_") + method + "/" + name + "/" + scene + "/agents:" + std::to_string(agents);
        for (const bool build : {true, false}) {
          add_benchmark<benchmark::kMicrosecond>((build ? "neighbors_build" : "neighbors_query") + label, exact_part, backend, method,
                                                 scene, agents, build);
        }
      }
    }
  }
});

}  // namespace
}  // namespace plethos::perf
