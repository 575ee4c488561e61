#pragma once

#include <Kokkos_Core.hpp>

#include "core/grid_map.hpp"

namespace plethos::planning {

/// Where the cells of a WorldGrid lie, for kernels. Its functions give the same bits as those of WorldGrid.
struct GridFrame {
  std::int32_t width = 0, height = 0;
  double origin_x = 0, origin_y = 0, cell_size = 1;  ///< m

  GridFrame() = default;
  explicit GridFrame(const WorldGrid& grid)
      : width(grid.width), height(grid.height), origin_x(grid.origin.x), origin_y(grid.origin.y), cell_size(grid.cell_size) {}

  KOKKOS_INLINE_FUNCTION Vec2 center(std::int32_t cell) const {
    const double from_below = height - 1. - cell / width;
    return {static_cast<float>(origin_x + (cell % width + 0.5) * cell_size), static_cast<float>(origin_y + (from_below + 0.5) * cell_size)};
  }
  /// Returns the cell that holds a place (m), or -1 outside of the map.
  KOKKOS_INLINE_FUNCTION std::int32_t cell_at(Vec2 place) const {
    const std::int32_t column = number(place.x, origin_x, width);
    const std::int32_t from_below = number(place.y, origin_y, height);
    return column < 0 || from_below < 0 ? -1 : (height - 1 - from_below) * width + column;
  }

 private:
  /// Returns the number of a column, or of a row counted from below; -1 outside.
  KOKKOS_INLINE_FUNCTION std::int32_t number(float coordinate, double origin, std::int32_t cells) const {
    const double at = (double{coordinate} - origin) / cell_size;
    if (at == cells) return cells - 1;
    return at >= 0 && at < cells ? static_cast<std::int32_t>(at) : -1;
  }
};

}  // namespace plethos::planning
