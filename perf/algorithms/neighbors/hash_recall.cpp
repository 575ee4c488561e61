#include <benchmark/benchmark.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "algorithms/neighbors/hash/hash.hpp"
#include "perf/algorithms/neighbors/crowd_search.hpp"
#include "perf/configurations.hpp"
#include "perf/crowd.hpp"
#include "scenarios/catalog.hpp"

namespace plethos::perf {
namespace {

using Host = backends::HostExecution;
using Ids = std::vector<std::vector<std::uint32_t>>;

/// Returns each agent's list, as ids, in order of the agents' ids.
Ids lists_of(const CrowdSearch<Host>& crowd) {
  Ids ids(static_cast<std::size_t>(crowd.agents.count));
  for (std::int32_t i = 0; i < crowd.agents.count; ++i) {
    std::vector<std::uint32_t>& list = ids[crowd.agents.id(i)];
    for (std::int32_t k = 0; k < crowd.lists.count(i); ++k) list.push_back(crowd.agents.id(crowd.lists.index(i, k)));
    std::sort(list.begin(), list.end());
  }
  return ids;
}

/// Measures the share of the true k nearest that a hashed search finds. It depends on no machine. The time beside it is that of all CPU
/// threads.
template <class Key>
void recall(benchmark::State& state, const scenarios::Scenario& scenario, neighbors::HashSampling sampling, int samples) {
  const Host execution{backends::make_backend({"openmp", "scalar", 0}).scheduler, {}};
  CrowdSearch<Host> crowd(scenario);
  crowd.run(execution, *crowd.make("grid"));
  const Ids truth = lists_of(crowd);

  neighbors::Hash<Host, Key> hash(scenario.parameters, {samples}, scenario.world.bounds, crowd.agents.count, crowd.step.data(), sampling);
  for ([[maybe_unused]] auto _ : state) crowd.run(execution, hash);
  const Ids found = lists_of(crowd);
  std::size_t all = 0;
  std::size_t met = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    std::vector<std::uint32_t> both;
    std::set_intersection(truth[i].begin(), truth[i].end(), found[i].begin(), found[i].end(), std::back_inserter(both));
    all += truth[i].size();
    met += both.size();
  }
  state.counters["recall"] = static_cast<double>(met) / static_cast<double>(all);
}

/// Agents are evenly spread on the benchmarks' lattice.
const scenarios::Scenario& even() { return moving_lattice(10000, 40, fastest_backend()); }

/// Agents are unevenly spread: they come from a circle 160 m wide and have met in its middle, 100 times as dense as the scene on average.
const scenarios::Scenario& pressed() {
  static const scenarios::Scenario made = [] {
    return advanced(scenarios::make_scenario({.name = "circle", .agents = 500}), 1000, fastest_backend());
  }();
  return made;
}

constexpr std::pair<const char*, neighbors::HashSampling> samplings[] = {{"published", neighbors::HashSampling::published},
                                                                         {"shrinking", neighbors::HashSampling::shrinking},
                                                                         {"even", neighbors::HashSampling::even}};

void add(const std::string& scene, const scenarios::Scenario& (*scenario)()) {
  for (const bool sides : {true, false}) {
    for (const auto& [name, sampling] : samplings) {
      for (const int samples : {8, 16, 32, 64, 128, 256}) {
        std::string label = "hash_recall/";
        label.append(scene).append(sides ? "/sides/" : "/determinant/").append(name).append("/samples:").append(std::to_string(samples));
        const auto run = [=, sampling = sampling](benchmark::State& state) {
          const auto measure = sides ? recall<neighbors::SidesKey> : recall<neighbors::DeterminantKey>;
          measure(state, scenario(), sampling, samples);
        };
        add_benchmark(label, run);
      }
    }
  }
}

const Registration registration([](const backends::Backend& backend, const std::string&) {
  // The benchmark runs once, because recall is the same everywhere.
  if (backend.name != "serial" || backend.lanes() != "scalar") return;
  add("even", even);
  add("pressed", pressed);
});

}  // namespace
}  // namespace plethos::perf
