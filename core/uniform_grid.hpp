#pragma once

#include <Kokkos_Macros.hpp>
#include <cmath>
#include <cstdint>

#include "core/cells-inl.hpp"
#include "core/world.hpp"

namespace plethos {

/// A rectangle cut into square cells. Points outside belong to the nearest border cell, so that cells at the border reach to infinity.
struct UniformGrid : CellGrid {
  /// Covers `bounds` with at most about `maximum_cells` cells, each at least `wanted_cell` metres wide.
  static UniformGrid cover(const Bounds& bounds, float wanted_cell, double maximum_cells) {
    const double width = std::fmax(1e-3f, bounds.high.x - bounds.low.x);
    const double height = std::fmax(1e-3f, bounds.high.y - bounds.low.y);
    // A thin rectangle needs at least one row or column of cells, more than its area suggests.
    double cell = std::fmax(static_cast<double>(wanted_cell), std::sqrt(width * height / maximum_cells));
    cell = std::fmax(cell, std::fmax(width, height) / maximum_cells);
    UniformGrid grid;
    grid.origin_x = bounds.low.x;
    grid.origin_y = bounds.low.y;
    grid.cell = static_cast<float>(cell);
    grid.columns = static_cast<std::int32_t>(width / cell) + 1;
    grid.rows = static_cast<std::int32_t>(height / cell) + 1;
    return grid;
  }

  KOKKOS_INLINE_FUNCTION std::int32_t cells() const { return columns * rows; }
  KOKKOS_INLINE_FUNCTION std::int32_t column(float x) const { return scalar::cell_column(*this, x); }
  KOKKOS_INLINE_FUNCTION std::int32_t row(float y) const { return scalar::cell_row(*this, y); }
  KOKKOS_INLINE_FUNCTION std::int32_t cell_of(float x, float y) const { return row(y) * columns + column(x); }
};

}  // namespace plethos
