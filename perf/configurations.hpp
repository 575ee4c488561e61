#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "backends/backend.hpp"

namespace plethos::perf {

/// Returns every backend that can run here, with scalar lanes and each SIMD target, on one thread, two and all.
std::vector<backends::Backend> configurations();

/// Returns the backend that prepares scenes.
const backends::Backend& fastest_backend();

/// Returns the most agents that a configuration is measured with, so that one step takes seconds, not minutes.
std::int64_t largest_crowd(const backends::Backend& backend);

/// Adds benchmarks for every configuration; `add` is called with each and its name (backend/lanes/threads:N).
class Registration {
 public:
  using Add = std::function<void(const backends::Backend& backend, const std::string& name)>;
  explicit Registration(Add add);
};
void register_all();

/// Adds a benchmark that calls function(state, arguments...), and reports how long that takes by the clock.
template <benchmark::TimeUnit unit = benchmark::kMillisecond, class Function, class... Arguments>
void add_benchmark(const std::string& name, Function function, Arguments... arguments) {
  benchmark::RegisterBenchmark(name.c_str(), function, arguments...)->Unit(unit)->UseRealTime();
}

}  // namespace plethos::perf
