#include <benchmark/benchmark.h>

#include "perf/algorithms/avoidance/stage.hpp"
#include "perf/configurations.hpp"

namespace plethos::perf {
namespace {

constexpr int steps_before = 40;

/// Times the avoidance stage alone, with 250 samples and 10 neighbors.
void rvo_stage(benchmark::State& state, const backends::Backend& backend, std::int64_t agents) {
  time_rvo(state, backend, moving_lattice(agents, steps_before, fastest_backend()), avoidance::Parallel::automatic);
}

void rvo_step(benchmark::State& state, const backends::Backend& backend, std::int64_t agents) {
  time_steps(state, backend, moving_lattice(agents, steps_before, fastest_backend()), {});
}

const Registration registration([](const backends::Backend& backend, const std::string& name) {
  for (const std::int64_t agents : {1000, 10000, 100000, 1000000}) {
    // A serial scalar step of a million agents takes tens of seconds. A tenth of them gives the same rate.
    if (agents > largest_crowd(backend)) continue;
    const std::string suffix = name + "/agents:" + std::to_string(agents);
    add_benchmark("rvo_stage/" + suffix, rvo_stage, backend, agents);
    add_benchmark("rvo_step/" + suffix, rvo_step, backend, agents);
  }
});

}  // namespace
}  // namespace plethos::perf
