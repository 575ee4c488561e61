#pragma once

#include <atomic>

#include "core/lane/row.hpp"
#include "core/lane/scalar_lane.hpp"
#include "core/lane/team-inl.hpp"

namespace plethos {

/// The row type of one element, for a CPU without vectors (row.hpp).
struct ScalarRow : ScalarLane, scalar::OneThread {
  static constexpr int pad = 1;

  using ScalarLane::any;

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
  PLETHOS_ROW Mask bits(std::uint32_t b) { return {(b & 1u) != 0}; }
  PLETHOS_ROW std::uint32_t mask(Mask m) { return m.value ? 1u : 0u; }
  template <int j>
  PLETHOS_ROW Int shift_up(Int, std::int32_t fill) { return fill; }
  template <int j>
  PLETHOS_ROW Int shift_down(Int, std::int32_t fill) { return fill; }
#undef PLETHOS_ROW
  // clang-format on
};

static_assert(Row<ScalarRow>);

}  // namespace plethos
