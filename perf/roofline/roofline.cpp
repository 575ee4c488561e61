#include "perf/roofline/roofline.hpp"

#include <algorithm>
#include <chrono>
#include <map>

#include "backends/execution.hpp"
#include "core/lane/scalar_lane.hpp"
#include "perf/roofline/peak_kernel-inl.hpp"
#include "perf/roofline/peak_simd.hpp"

namespace plethos::perf {
namespace {

struct PeakKernel {
  static constexpr int grain = 64;
  PeakArguments arguments;

  KOKKOS_FUNCTION void operator()(int i) const { scalar::peak<ScalarLane>(arguments.values, i); }
  static PeakSimdEntry simd_entry(const backends::SimdTarget& target) { return peak_simd_entry(target); }
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

const Roofline& roofline(const backends::Backend& backend) {
  static std::map<std::string, Roofline> known;
  const std::string key = backend.name + backend.lanes() + std::to_string(backend.threads);
  if (const auto found = known.find(key); found != known.end()) return found->second;
  const Roofline measured = backends::visit(backend, [&](const auto& execution) {
    using Floats = Kokkos::View<float*, typename std::decay_t<decltype(execution)>::memory_space>;
    const int items = backend.scheduler ? 64 * 16 * backend.threads : 1 << 21;
    const Floats values("plethos::perf::peak", items);
    const double peak_time = best_seconds([&] {
      backends::for_each(execution, "plethos::perf::peak", items, PeakKernel{{values.data()}});
      execution.fence();
    });
    const int elements = backend.scheduler ? 1 << 25 : 1 << 28;
    const Floats a("plethos::perf::a", elements), b("plethos::perf::b", elements), c("plethos::perf::c", elements);
    const double triad_time = best_seconds([&] {
      backends::for_each(execution, "plethos::perf::triad", elements, TriadKernel<Floats>{a, b, c});
      execution.fence();
    });
    const double operations = 2.0 * scalar::peak_chains * scalar::peak_rounds * items;
    return Roofline{operations / peak_time, 3.0 * sizeof(float) * elements / triad_time};
  });
  return known.emplace(key, measured).first->second;
}

}  // namespace plethos::perf
