#pragma once

#include <Kokkos_Core.hpp>

#include "backends/warp.hpp"
#include "core/lane/row.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::backends {

/// A warp of a device as a row type (core/lane/row.hpp), or what stands for one: `Team` is as Warp. Each thread holds an element. A row has
/// 32 at most, one for each bit of a mask: in a wider warp the first 32 threads hold them, and the others, which read and store none, only
/// run along. Its functions are what threads exchange by, so that all take the same branches.
template <class Team>
struct RowOfWarp : ScalarElements, Team {
  static constexpr int width = Team::size < 32 ? Team::size : 32;
  static constexpr int pad = 1;

// clang-format off
#define PLETHOS_ROW KOKKOS_FORCEINLINE_FUNCTION static
  template <class T>
  PLETHOS_ROW T load(const T* p) { return holds() ? p[Team::rank()] : T{}; }
  template <class T>
  PLETHOS_ROW T load_unaligned(const T* p) { return load(p); }
  PLETHOS_ROW Int load_shared(std::int32_t* p) { return holds() ? *const_cast<const volatile std::int32_t*>(p + Team::rank()) : 0; }
  template <class T>
  PLETHOS_ROW void store(T v, T* p) { if (holds()) p[Team::rank()] = v; }
  PLETHOS_ROW void store_shared(Int v, std::int32_t* p) { if (holds()) *const_cast<volatile std::int32_t*>(p + Team::rank()) = v; }
  PLETHOS_ROW Mask bits(std::uint32_t b) { return Mask{holds() && (b >> Team::rank() & 1u) != 0}; }
  PLETHOS_ROW std::uint32_t mask(Mask m) { return static_cast<std::uint32_t>(Team::mask(m.value)); }
  PLETHOS_ROW bool any(Mask m) { return Team::any(holds() && m.value); }
  PLETHOS_ROW int count_true(Mask m) { return popcount(mask(m)); }
  template <int j>
  PLETHOS_ROW Int shift_up(Int v, std::int32_t fill) {
    const Int other = Team::shift_up(v, j);
    return Team::rank() < j ? fill : other;
  }
  template <int j>
  PLETHOS_ROW Int shift_down(Int v, std::int32_t fill) {
    const Int other = Team::shift_down(v, j);
    return Team::rank() + j >= width ? fill : other;
  }
  PLETHOS_ROW std::int32_t least(Int v) { return Team::least(holds() ? v : 0x7fffffff); }
  template <class Function>
  PLETHOS_ROW std::int32_t least(std::int32_t count, const Function& f) { return Team::least(count, f); }

 private:
  /// Whether this thread holds an element.
  PLETHOS_ROW bool holds() { return Team::size == width || Team::rank() < width; }
#undef PLETHOS_ROW
  // clang-format on
};

/// It is no row on the host, where it only compiles.
using WarpRow = RowOfWarp<Warp>;
static_assert(Row<WarpRow>);

}  // namespace plethos::backends
