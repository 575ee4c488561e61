#include "backends/roofline/roofline.hpp"

#include <algorithm>
#include <chrono>
#include <map>

#include "backends/execution.hpp"
#include "backends/roofline/peak_kernel-inl.hpp"
#include "backends/roofline/peak_simd.hpp"
#include "core/error.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::backends {
namespace {

struct PeakKernel {
  static constexpr int grain = 64;
  PeakArguments arguments;

  KOKKOS_FUNCTION void operator()(int i) const { scalar::peak<ScalarLane>(arguments.values, i); }
  static PeakSimdEntry simd_entry(const SimdTarget& target) { return peak_simd_entry(target); }
};

template <class Floats>
struct TriadKernel {
  Floats a, b, c;
  KOKKOS_FUNCTION void operator()(int i) const { a(i) = Kokkos::fma(3.f, c(i), b(i)); }
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

}  // namespace

const Roofline& roofline(const Backend& backend) {
  static std::map<std::string, Roofline> known;
  const std::string key = backend.name + backend.lanes() + std::to_string(backend.threads);
  if (const auto found = known.find(key); found != known.end()) return found->second;
  const int elements = backend.scheduler ? 1 << 25 : 1 << 28;
  if (memory(backend).free < 3 * sizeof(float) * static_cast<std::uint64_t>(elements)) {
    throw MachineError("out of memory: measuring the bandwidth of " + backend.name + " needs " + std::to_string(12 * (elements >> 20)) +
                       " MB");
  }
  const Roofline measured = visit(backend, [&](const auto& execution) {
    using Floats = Kokkos::View<float*, typename std::decay_t<decltype(execution)>::memory_space>;
    const int items = backend.scheduler ? 64 * 16 * backend.threads : 1 << 21;
    const Floats values("plethos::roofline::peak", items);
    const double peak_time = best_seconds([&] {
      for_each(execution, "plethos::roofline::peak", items, PeakKernel{{values.data()}});
      execution.fence();
    });
    const Floats a("plethos::roofline::a", elements), b("plethos::roofline::b", elements), c("plethos::roofline::c", elements);
    const double triad_time = best_seconds([&] {
      for_each(execution, "plethos::roofline::triad", elements, TriadKernel<Floats>{a, b, c});
      execution.fence();
    });
    const double operations = 2.0 * scalar::peak_chains * scalar::peak_rounds * items;
    return Roofline{operations / peak_time, 3.0 * sizeof(float) * elements / triad_time};
  });
  return known.emplace(key, measured).first->second;
}

}  // namespace plethos::backends
