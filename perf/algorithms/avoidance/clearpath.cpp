#include "algorithms/avoidance/clearpath/clearpath.hpp"

#include <benchmark/benchmark.h>

#include <string>
#include <utility>

#include "perf/algorithms/avoidance/stage.hpp"
#include "perf/configurations.hpp"
#include "scenarios/catalog.hpp"

namespace plethos::perf {
namespace {

using avoidance::ClearpathOptions;
using avoidance::ClearpathVariant;

constexpr int steps_before = 40;
/// The number of agents in comparisons of ways to compute the same.
constexpr std::int64_t compared_agents = 10000;

void time_clearpath(benchmark::State& state, const backends::Backend& backend, const scenarios::Scenario& scenario,
                    ClearpathVariant variant, const ClearpathOptions& options) {
  const avoidance::ClearpathParameters parameters = avoidance::clearpath_table(variant).read(scenario.methods.values);
  time_stage(state, backend, scenario,
             [&](const auto& execution) { return avoidance::Clearpath<std::decay_t<decltype(execution)>>(variant, parameters, options); });
}

void time_lattice(benchmark::State& state, const backends::Backend& backend, std::int64_t agents, ClearpathVariant variant,
                  const ClearpathOptions& options) {
  time_clearpath(state, backend, moving_lattice(agents, steps_before, fastest_backend()), variant, options);
}

/// Returns circle-1k in its middle. After 2,000 steps others forbid what nearly all agents want. The scene is made once.
const scenarios::Scenario& crowd() {
  static const scenarios::Scenario made = [] {
    scenarios::ScenarioRequest request;
    request.name = "circle-1k";
    return advanced(scenarios::make_scenario(request), 2000, fastest_backend(), {{"avoidance", "clearpath2"}});
  }();
  return made;
}

void time_crowd(benchmark::State& state, const backends::Backend& backend, ClearpathVariant variant, const ClearpathOptions& options) {
  time_clearpath(state, backend, crowd(), variant, options);
}

void time_rvo_crowd(benchmark::State& state, const backends::Backend& backend) {
  time_rvo(state, backend, crowd(), avoidance::Parallel::automatic);
}

void clearpath_step(benchmark::State& state, const backends::Backend& backend, std::int64_t agents, const std::string& variant) {
  time_steps(state, backend, moving_lattice(agents, steps_before, fastest_backend()), {{"avoidance", variant}});
}

struct Way {
  std::string name;
  ClearpathOptions options;
};

/// Returns the default with one switch changed at a time, the published method with and without its compressed points, and the published
/// method stopped after each of the steps 1 to 6 of section 3.5. Differences of their times are the steps' shares (table B.1).
std::vector<Way> ways() {
  std::vector<Way> result{{"default", {}}};
  result.push_back({"every_edge", {}});
  result.back().options.prune = false;
  result.push_back({"unpacked", {}});
  result.back().options.pack = false;
  result.push_back({"alone", {}});
  result.back().options.together = false;
  result.push_back({"gpu_packed", {}});
  result.back().options.gpu_packs_from = 0;
  result.push_back({"unordered", {}});
  result.back().options.order_by_count = false;
  result.push_back({"without_gather", {}});
  result.back().options.gather = false;
  ClearpathOptions published;
  published.published = true;
  result.push_back({"sorted_points", published});
  published.prune = false;
  for (int step = 1; step <= 6; ++step) {
    result.push_back({"published_steps_1_to_" + std::to_string(step), published});
    result.back().options.last_step = step;
  }
  published.compress_points = true;
  result.push_back({"published_compressed_steps_1_to_3", published});
  result.back().options.last_step = 3;
  result.push_back({"published_compressed_steps_1_to_6", published});
  return result;
}

const Registration registration([](const backends::Backend& backend, const std::string& name) {
  const auto add = [](const std::string& benchmark_name, auto function, auto... arguments) {
    benchmark::RegisterBenchmark(benchmark_name.c_str(), function, arguments...)->Unit(benchmark::kMillisecond)->UseRealTime();
  };
  const std::pair<std::string, ClearpathVariant> variants[] = {{"clearpath1", ClearpathVariant::clearpath1},
                                                               {"clearpath2", ClearpathVariant::clearpath2},
                                                               {"clearpath-guarded", ClearpathVariant::guarded}};
  for (const std::int64_t agents : {1000, 10000, 100000, 1000000}) {
    if (agents > largest_crowd(backend)) continue;
    const std::string suffix = name + "/agents:" + std::to_string(agents);
    for (const auto& [method, variant] : variants) {
      add(method + "_stage/" + suffix, time_lattice, backend, agents, variant, ClearpathOptions{});
      add(method + "_step/" + suffix, clearpath_step, backend, agents, method);
    }
  }
  ClearpathOptions alone;
  alone.together = false;
  for (const auto& [method, variant] : variants) {
    add(method + "_crowd/" + name, time_crowd, backend, variant, ClearpathOptions{});
    add(method + "_crowd_alone/" + name, time_crowd, backend, variant, alone);
  }
  add("rvo_crowd/" + name, time_rvo_crowd, backend);
  for (const Way& way : ways()) {
    add("clearpath2_way/" + name + "/" + way.name, time_lattice, backend, compared_agents, ClearpathVariant::clearpath2, way.options);
  }
});

}  // namespace
}  // namespace plethos::perf
