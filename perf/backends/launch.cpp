#include <benchmark/benchmark.h>

#include "backends/execution.hpp"
#include "perf/configurations.hpp"

namespace plethos::perf {
namespace {

struct Nothing {
  KOKKOS_FUNCTION void operator()(int) const {}
};

/// Times the start of a kernel and the wait for it. A stage with short work cannot be faster.
void empty_stage(benchmark::State& state, const backends::Backend& backend) {
  backends::visit(backend, [&](const auto& execution) {
    for ([[maybe_unused]] auto _ : state) {
      backends::for_each(execution, "plethos::perf::nothing", 1, Nothing{});
      execution.fence();
    }
    return 0;
  });
}

const Registration registration([](const backends::Backend& backend, const std::string& name) {
  add_benchmark<benchmark::kMicrosecond>("empty_stage/" + name, empty_stage, backend);
});

}  // namespace
}  // namespace plethos::perf
