#include "backends/roofline/roofline.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <map>
#include <string>

#include "backends/execution.hpp"
#include "backends/roofline/roofline_arguments.hpp"
#include "backends/roofline/roofline_kernel-inl.hpp"
#include "core/error.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::backends {
namespace {

struct PeakKernel {
  static constexpr int grain = 64;
  PeakArguments arguments;

  KOKKOS_FUNCTION void operator()(int i) const { scalar::peak<ScalarLane>(arguments.values, i); }
  static auto simd_entry(const SimdTarget& target) { return peak_on_vectors(target); }
};

struct TriadKernel {
  TriadArguments arguments;

  KOKKOS_FUNCTION void operator()(int i) const { scalar::triad<ScalarLane>(arguments.a, arguments.b, arguments.c, i); }
  static auto simd_entry(const SimdTarget& target) { return triad_on_vectors(target); }
};

template <class Work>
double best_seconds(const Work& work) {
  double best = 1e30;
  for (int run = 0; run < 8; ++run) {
    const auto start = std::chrono::steady_clock::now();
    work();
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (run > 0) best = std::min(best, seconds);
  }
  return best;
}

double measure_operations_per_second(const Backend& backend) {
  return visit(backend, [&](const auto& execution) {
    using Floats = Kokkos::View<float*, typename std::decay_t<decltype(execution)>::memory_space>;
    const int items = backend.scheduler ? 64 * 16 * backend.threads : 1 << 21;
    const Floats values("plethos::roofline::peak", items);
    const double seconds = best_seconds([&] {
      for_each(execution, "plethos::roofline::peak", items, PeakKernel{{values.data()}});
      execution.fence();
    });
    return 2.0 * scalar::peak_chains * scalar::peak_rounds * items / seconds;
  });
}

/// Returns the rate of a triad over three arrays of `elements` each.
double measure_bytes_per_second(const Backend& backend, int elements) {
  const double bytes = 3.0 * sizeof(float) * elements;
  if (static_cast<double>(memory(backend).free) < bytes) {
    throw MachineError("out of memory: measuring the bandwidth of " + backend.name + " needs " + std::to_string(12 * (elements >> 20)) +
                       " MB");
  }
  return visit(backend, [&](const auto& execution) {
    using Floats = Kokkos::View<float*, typename std::decay_t<decltype(execution)>::memory_space>;
    const Floats a("plethos::roofline::a", elements), b("plethos::roofline::b", elements), c("plethos::roofline::c", elements);
    // There are enough passes that the clock's resolution does not matter.
    const int passes = std::max(1, (1 << 22) / elements);
    const double seconds = best_seconds([&] {
      for (int pass = 0; pass < passes; ++pass)
        for_each(execution, "plethos::roofline::triad", elements, TriadKernel{{a.data(), b.data(), c.data()}});
      execution.fence();
    });
    return bytes * passes / seconds;
  });
}

template <class Measure>
double measured_once(std::map<std::string, double>& known, const std::string& key, const Measure& measure) {
  const auto found = known.find(key);
  return found != known.end() ? found->second : known.emplace(key, measure()).first->second;
}

}  // namespace

Roofline roofline(const Backend& backend, double bytes) {
  static std::map<std::string, double> peaks, bandwidths;
  const std::string key = backend.name + backend.lanes() + "," + std::to_string(backend.threads);
  const int most = backend.scheduler ? 1 << 25 : 1 << 28;
  const double wanted = std::clamp(bytes / (3 * sizeof(float)), 4096.0, static_cast<double>(most));
  const auto elements = static_cast<int>(std::bit_floor(static_cast<unsigned>(wanted)));
  return {measured_once(peaks, key, [&] { return measure_operations_per_second(backend); }),
          measured_once(bandwidths, key + "," + std::to_string(elements), [&] { return measure_bytes_per_second(backend, elements); })};
}

}  // namespace plethos::backends
