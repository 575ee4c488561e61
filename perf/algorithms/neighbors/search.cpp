#include <benchmark/benchmark.h>

#include <algorithm>
#include <random>

#include "algorithms/neighbors/registry.hpp"
#include "backends/roofline/roofline.hpp"
#include "perf/algorithms/neighbors/crowd_search.hpp"
#include "perf/configurations.hpp"
#include "perf/crowd.hpp"

namespace plethos::perf {
namespace {

/// The work for one agent that no search can avoid. Sorting reads and writes an agent. A query reads its place and writes its list.
struct Needed {
  double operations, bytes;
};

Needed needed(const std::string& method, const Parameters& parameters, double agents) {
  const double list = 8 + 4 + 4.0 * parameters.neighbors;
  // A pair takes two differences, a square, a multiply-add and a comparison.
  if (method == "brute") return {6 * agents, list};
  const double sort = 2.0 * Agents<Kokkos::HostSpace>::bytes_per_agent();
  // A key is written and read twice, once unsorted.
  return {0, sort + list + (method.starts_with("hash") ? 16 : 0)};
}

/// Times build and query, as a step runs them, on agents in the order of the last build.
void search_stage(benchmark::State& state, const backends::Backend& backend, const std::string& method, std::int64_t agents) {
  const scenarios::Scenario& scenario = moving_lattice(agents, 40, fastest_backend());
  backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    CrowdSearch<Execution> crowd(scenario);
    const auto search = crowd.make(method);
    crowd.run(execution, *search);
    crowd.run(execution, *search);
    for ([[maybe_unused]] auto _ : state) crowd.run(execution, *search);
    state.counters["bytes/agent"] = static_cast<double>(search->bytes()) / static_cast<double>(agents);
    return 0;
  });
  const auto count = static_cast<double>(agents);
  const Needed need = needed(method, scenario.parameters, count);
  const backends::Roofline limit = backends::roofline(backend, count * need.bytes);
  state.counters["agent_steps/s"] = benchmark::Counter(count, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["bound_ms"] = 1e3 * count * std::max(need.operations / limit.operations_per_second, need.bytes / limit.bytes_per_second);
}

/// Does the same after `percent` of 20,000 agents, picked at random, have arrived and are parked where they stand.
void search_parked(benchmark::State& state, const backends::Backend& backend, const std::string& method, int percent) {
  constexpr std::int32_t agents = 20000;
  scenarios::Scenario scenario = moving_lattice(agents, 40, fastest_backend());
  // They are shuffled because agents start in rows.
  std::shuffle(scenario.agents.begin(), scenario.agents.end(), std::mt19937(1));
  backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    CrowdSearch<Execution> crowd(scenario, agents / 100 * percent);
    const auto search = crowd.make(method);
    search->park(execution, crowd.agents);
    crowd.run(execution, *search);
    for ([[maybe_unused]] auto _ : state) crowd.run(execution, *search);
    return 0;
  });
}

const Registration registration([](const backends::Backend& backend, const std::string& name) {
  // These searches have no vector form.
  if (backend.lanes() != "scalar") return;
  const bool fast = largest_crowd(backend) == 1000000;
  for (const char* method : {"brute", "hash", "hash-even", "grid"}) {
    const bool all_pairs = std::string(method) == "brute";
    for (const std::int64_t agents : {500, 1000, 5000, 10000, 20000, 100000, 1000000}) {
      if (agents > (all_pairs ? (fast ? 100000 : 20000) : largest_crowd(backend))) continue;
      const std::string label = std::string("neighbors_") + method + "/" + name + "/agents:" + std::to_string(agents);
      add_benchmark(label, search_stage, backend, method, agents);
    }
    for (const int percent : {0, 50, 90, 99}) {
      const std::string label = std::string("neighbors_parked_") + method + "/" + name + "/percent:" + std::to_string(percent);
      add_benchmark(label, search_parked, backend, method, percent);
    }
  }
});

}  // namespace
}  // namespace plethos::perf
