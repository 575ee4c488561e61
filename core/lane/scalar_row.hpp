#pragma once

#include <atomic>

#include "core/lane/row.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos {

/// The row type of one element, for a CPU without vectors (row.hpp).
struct ScalarRow : ScalarLane {
  static constexpr int pad = 1;

// clang-format off
#define PLETHOS_ROW KOKKOS_FORCEINLINE_FUNCTION static
  PLETHOS_ROW Int load_shared(std::int32_t* p) {
    KOKKOS_IF_ON_HOST((return std::atomic_ref<std::int32_t>(*p).load(std::memory_order_relaxed);))
    KOKKOS_IF_ON_DEVICE((return *p;))
  }
  PLETHOS_ROW void store_shared(Int v, std::int32_t* p) {
    KOKKOS_IF_ON_HOST((std::atomic_ref<std::int32_t>(*p).store(v, std::memory_order_relaxed);))
    KOKKOS_IF_ON_DEVICE((*p = v;))
  }
  using ScalarLane::min;
  PLETHOS_ROW Int min(Int a, Int b) { return a < b ? a : b; }
  PLETHOS_ROW Int to_int(Float x) { return static_cast<Int>(x); }
  PLETHOS_ROW Int half(Int v) { return v / 2; }
  PLETHOS_ROW Int root(Int v) { return static_cast<Int>(Kokkos::sqrt(static_cast<float>(v))); }
  PLETHOS_ROW Mask bits(std::uint32_t b) { return {(b & 1u) != 0}; }
  PLETHOS_ROW std::uint32_t bits_of(Mask m) { return m.value ? 1u : 0u; }
  template <int j>
  PLETHOS_ROW Int shift_up(Int, std::int32_t fill) { return fill; }
  template <int j>
  PLETHOS_ROW Int shift_down(Int, std::int32_t fill) { return fill; }
  PLETHOS_ROW std::int32_t least(Int v) { return v; }
  PLETHOS_ROW std::int32_t first(std::int32_t x) { return x; }
  PLETHOS_ROW bool once() { return true; }
  PLETHOS_ROW void sync() {}
  template <class Function>
  PLETHOS_ROW void each(std::int32_t count, const Function& f) {
    for (std::int32_t i = 0; i < count; ++i) f(i);
  }
  template <class Function>
  PLETHOS_ROW std::int32_t least_of(std::int32_t count, const Function& f) {
    std::int32_t best = f(0);
    for (std::int32_t i = 1; i < count; ++i) best = min(best, f(i));
    return best;
  }
#undef PLETHOS_ROW
  // clang-format on
};

static_assert(Row<ScalarRow>);

}  // namespace plethos
