#pragma once

#include <Kokkos_Core.hpp>
#include <cmath>
#include <cstdint>

#include "core/world.hpp"

namespace plethos::neighbors {

/// A rectangle cut into square cells. Points outside belong to the nearest border cell, so cells at the border reach to infinity.
struct UniformGrid {
  float origin_x, origin_y;  // m
  float cell;                // m
  std::int32_t columns, rows;

  /// Returns a grid with cells at least `wanted_cell` metres wide, and with at most about `maximum_cells` of them.
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
  KOKKOS_INLINE_FUNCTION std::int32_t column(float x) const { return clamp((x - origin_x) / cell, columns); }
  KOKKOS_INLINE_FUNCTION std::int32_t row(float y) const { return clamp((y - origin_y) / cell, rows); }
  KOKKOS_INLINE_FUNCTION std::int32_t cell_of(float x, float y) const { return row(y) * columns + column(x); }

  /// Visits the cells around (x, y) ring by ring until no unvisited cell can hold a point nearer than visit.reach() metres. visit(first,
  /// last) gets the cells first to last, which lie side by side in one row.
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void visit_rings(float x, float y, Visit& visit) const {
    const std::int32_t cx = column(x);
    const std::int32_t cy = row(y);
    for (std::int32_t ring = 0;; ++ring) {
      const std::int32_t left = cx - ring;
      const std::int32_t right = cx + ring;
      const std::int32_t bottom = cy - ring;
      const std::int32_t top = cy + ring;
      const std::int32_t from = left > 0 ? left : 0;
      const std::int32_t to = right < columns - 1 ? right : columns - 1;
      for (std::int32_t r = bottom > 0 ? bottom : 0; r <= top && r < rows; ++r) {
        if (r == bottom || r == top) {
          visit(r * columns + from, r * columns + to);
        } else {
          if (left >= 0) visit(r * columns + left, r * columns + left);
          if (right < columns) visit(r * columns + right, r * columns + right);
        }
      }
      // The distance to the nearest side of the visited square with cells beyond it. A hundredth of a cell is left out, because positions
      // are rounded into cells.
      float rest = 1e30f;
      if (left > 0) rest = least(rest, x - (origin_x + static_cast<float>(left) * cell));
      if (right < columns - 1) rest = least(rest, origin_x + static_cast<float>(right + 1) * cell - x);
      if (bottom > 0) rest = least(rest, y - (origin_y + static_cast<float>(bottom) * cell));
      if (top < rows - 1) rest = least(rest, origin_y + static_cast<float>(top + 1) * cell - y);
      if (rest == 1e30f || rest - 0.01f * cell > visit.reach()) return;
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION static float least(float a, float b) { return a < b ? a : b; }
  KOKKOS_INLINE_FUNCTION static std::int32_t clamp(float at, std::int32_t size) {
    // Floats are compared, because a far point would overflow the integer.
    if (!(at > 0.f)) return 0;
    return at < static_cast<float>(size) ? static_cast<std::int32_t>(at) : size - 1;
  }
};

}  // namespace plethos::neighbors
