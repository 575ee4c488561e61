#include "algorithms/avoidance/clearpath/clearpath.hpp"

#include <benchmark/benchmark.h>

#include <optional>
#include <string>
#include <utility>

#include "algorithms/avoidance/clearpath_guarded/clearpath_guarded.hpp"
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

/// One of the two published methods, or ours.
using Kind = std::optional<ClearpathVariant>;
constexpr Kind guarded;

void time_clearpath(benchmark::State& state, const backends::Backend& backend, const scenarios::Scenario& scenario, Kind kind,
                    const ClearpathOptions& options) {
  const avoidance::ClearpathGuardedParameters parameters = avoidance::clearpath_guarded_table().read(scenario.methods.values);
  if (kind) {
    time_stage(state, backend, scenario,
               [&](const auto& execution) { return avoidance::Clearpath<std::decay_t<decltype(execution)>>(*kind, parameters, options); });
  } else {
    time_stage(state, backend, scenario,
               [&](const auto& execution) { return avoidance::ClearpathGuarded<std::decay_t<decltype(execution)>>(parameters, options); });
  }
}

void time_lattice(benchmark::State& state, const backends::Backend& backend, std::int64_t agents, Kind kind,
                  const ClearpathOptions& options) {
  time_clearpath(state, backend, moving_lattice(agents, steps_before, fastest_backend()), kind, options);
}

/// Times clearpath2 by the steps of section 3.5 up to one of them. Differences of these times are the steps' shares (table B.1).
void time_steps_of_paper(benchmark::State& state, const backends::Backend& backend, int last_step, bool compress_points) {
  const scenarios::Scenario& scenario = moving_lattice(compared_agents, steps_before, fastest_backend());
  const avoidance::Horizons horizons = avoidance::horizon_table().read(scenario.methods.values);
  time_stage(state, backend, scenario, [&](const auto& execution) {
    return avoidance::ClearpathBySteps<std::decay_t<decltype(execution)>>(ClearpathVariant::clearpath2, horizons, last_step,
                                                                          compress_points);
  });
}

/// Returns circle-1k in its middle. After 2,000 steps others forbid what nearly all agents want. The scene is made once.
const scenarios::Scenario& crowd() {
  static const scenarios::Scenario made = [] {
    return advanced(scenarios::make_scenario({.name = "circle-1k"}), 2000, fastest_backend(), {{"avoidance", "clearpath2"}});
  }();
  return made;
}

void time_crowd(benchmark::State& state, const backends::Backend& backend, Kind kind, const ClearpathOptions& options) {
  time_clearpath(state, backend, crowd(), kind, options);
}

void time_rvo_crowd(benchmark::State& state, const backends::Backend& backend) {
  time_rvo(state, backend, crowd(), avoidance::Parallel::automatic);
}

void clearpath_step(benchmark::State& state, const backends::Backend& backend, std::int64_t agents, const std::string& variant) {
  time_steps(state, backend, moving_lattice(agents, steps_before, fastest_backend()), {{"avoidance", variant}});
}

struct Way {
  const char* name;
  ClearpathOptions options;
};

/// The default, with one switch changed at a time.
constexpr Way ways[] = {{"default", {}},
                        {"unpacked", {.pack = false}},
                        {"alone", {.together = false}},
                        {"gpu_packed", {.gpu_packs_from = 0}},
                        {"unordered", {.order_by_count = false}},
                        {"without_gather", {.gather = false}}};

const Registration registration([](const backends::Backend& backend, const std::string& name) {
  const std::pair<std::string, Kind> kinds[] = {
      {"clearpath1", ClearpathVariant::clearpath1}, {"clearpath2", ClearpathVariant::clearpath2}, {"clearpath-guarded", guarded}};
  for (const std::int64_t agents : {1000, 10000, 100000, 1000000}) {
    if (agents > largest_crowd(backend)) continue;
    const std::string suffix = name + "/agents:" + std::to_string(agents);
    for (const auto& [method, kind] : kinds) {
      add_benchmark(method + "_stage/" + suffix, time_lattice, backend, agents, kind, ClearpathOptions{});
      add_benchmark(method + "_step/" + suffix, clearpath_step, backend, agents, method);
    }
  }
  for (const auto& [method, kind] : kinds) {
    add_benchmark(method + "_crowd/" + name, time_crowd, backend, kind, ClearpathOptions{});
    if (!backends::on_device(backend.name)) continue;
    add_benchmark(method + "_crowd_alone/" + name, time_crowd, backend, kind, ClearpathOptions{.together = false});
  }
  add_benchmark("rvo_crowd/" + name, time_rvo_crowd, backend);
  for (const Way& way : ways) {
    add_benchmark("clearpath2_way/" + name + "/" + way.name, time_lattice, backend, compared_agents, Kind(ClearpathVariant::clearpath2),
                  way.options);
  }
  for (int step = 1; step <= 6; ++step) {
    add_benchmark("clearpath2_way/" + name + "/published_steps_1_to_" + std::to_string(step), time_steps_of_paper, backend, step, false);
  }
  for (const int step : {3, 6}) {
    add_benchmark("clearpath2_way/" + name + "/published_compressed_steps_1_to_" + std::to_string(step), time_steps_of_paper, backend, step,
                  true);
  }
});

}  // namespace
}  // namespace plethos::perf
