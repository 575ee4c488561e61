#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace plethos::teaching {

/// The value of a cell that no wave has reached. Its sum with a cost fits into 32 bits.
inline constexpr std::int32_t unreached = 0x3fffffff;

/// A grid of cells, each of which costs something to walk into. Steps lead to the four cells beside a cell.
template <class MemorySpace>
struct CostGrid {
  std::int32_t width = 0, height = 0;
  Kokkos::View<std::int32_t*, MemorySpace> cost;  ///< of each cell, row by row; 0: it is blocked

  KOKKOS_INLINE_FUNCTION std::int32_t cells() const { return width * height; }
  KOKKOS_INLINE_FUNCTION bool is_open(std::int32_t cell) const { return cost(cell) > 0; }
  /// Calls visit(other) for the open cells beside a cell.
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void for_each_beside(std::int32_t cell, const Visit& visit) const {
    const std::int32_t x = cell % width;
    if (x + 1 < width && is_open(cell + 1)) visit(cell + 1);
    if (cell + width < cells() && is_open(cell + width)) visit(cell + width);
    if (x > 0 && is_open(cell - 1)) visit(cell - 1);
    if (cell >= width && is_open(cell - width)) visit(cell - width);
  }
};

}  // namespace plethos::teaching
