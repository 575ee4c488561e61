#pragma once

#include <Kokkos_Core.hpp>

#include "backends/warp.hpp"
#include "core/lane/row.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::backends {

/// A warp of a device as a row type (core/lane/row.hpp): each thread holds one element. It is no row on the host, where it only compiles.
struct WarpRow : ScalarElements, Warp {
  static constexpr int width = warp_size;
  static constexpr int pad = 1;

// clang-format off
#define PLETHOS_ROW KOKKOS_FORCEINLINE_FUNCTION static
  template <class T>
  PLETHOS_ROW T load(const T* p) { return p[rank()]; }
  template <class T>
  PLETHOS_ROW T load_unaligned(const T* p) { return p[rank()]; }
  PLETHOS_ROW Int load_shared(std::int32_t* p) { return *const_cast<const volatile std::int32_t*>(p + rank()); }
  template <class T>
  PLETHOS_ROW void store(T v, T* p) { p[rank()] = v; }
  PLETHOS_ROW void store_shared(Int v, std::int32_t* p) { *const_cast<volatile std::int32_t*>(p + rank()) = v; }
  PLETHOS_ROW Mask bits(WarpMask b) { return {(b >> rank() & 1u) != 0}; }
  PLETHOS_ROW WarpMask mask(Mask m) { return Warp::mask(m.value); }
  PLETHOS_ROW bool any(Mask m) { return warp::any(m.value); }
  PLETHOS_ROW int count_true(Mask m) { return popcount(mask(m)); }
  template <int j>
  PLETHOS_ROW Int shift_up(Int v, std::int32_t fill) {
    const Int other = warp::shift_up(v, j);
    return rank() < j ? fill : other;
  }
  template <int j>
  PLETHOS_ROW Int shift_down(Int v, std::int32_t fill) {
    const Int other = warp::shift_down(v, j);
    return rank() + j >= width ? fill : other;
  }
#undef PLETHOS_ROW
  // clang-format on
};

static_assert(Row<WarpRow>);

}  // namespace plethos::backends
