#pragma once

#include "algorithms/planning/grid/map/grid_graph.hpp"
#include "algorithms/planning/grid/map/line_cost.hpp"
#include "algorithms/planning/grid/map/near_cell.hpp"
#include "algorithms/planning/points.hpp"

namespace plethos::planning {

/// A grid in one memory space, as agents look up their cells in it.
template <class MemorySpace>
struct GridPlaces {
  GridGraph<MemorySpace> graph;
  float origin_x = 0, origin_y = 0;  ///< m: the lower left corner
  float cell_size = 1;               ///< m
  std::int32_t most_near = 1;        ///< cells: how far from a place its cell may be, see near_cell()

  GridPlaces() = default;
  GridPlaces(const GridGraph<MemorySpace>& cells, const WorldGrid& grid)
      : graph(cells),
        origin_x(grid.origin.x),
        origin_y(grid.origin.y),
        cell_size(grid.cell_size),
        most_near(near_cells(grid.clearance, grid.cell_size)) {}

  KOKKOS_INLINE_FUNCTION Vec2d center(std::int32_t cell) const {
    const float column = static_cast<float>(cell % graph.width) + 0.5f;
    const float row = static_cast<float>(graph.height - 1 - cell / graph.width) + 0.5f;
    return {Kokkos::fma(column, cell_size, origin_x), Kokkos::fma(row, cell_size, origin_y)};
  }
  /// Returns the cell of a listed place: the place itself.
  KOKKOS_INLINE_FUNCTION static std::int32_t cell(std::int32_t place) { return place; }
  /// Returns line_cost() of a line in metres.
  KOKKOS_INLINE_FUNCTION double cost_along(Vec2d p, Vec2d q) const { return line_cost(graph, in_cells(p), in_cells(q)); }
  /// Returns whether a place (m) lies in a passable cell.
  KOKKOS_INLINE_FUNCTION bool is_passable(float x, float y) const {
    const float across = (x - origin_x) / cell_size, up = (y - origin_y) / cell_size;
    if (!(across >= 0.f && up >= 0.f && across < static_cast<float>(graph.width) && up < static_cast<float>(graph.height))) return false;
    return graph.passable((graph.height - 1 - static_cast<std::int32_t>(up)) * graph.width + static_cast<std::int32_t>(across)) != 0;
  }
  /// Returns how far (m) places from (x, y) on in a direction lie in passable cells, up to `most`, by steps of a quarter of a cell.
  KOKKOS_INLINE_FUNCTION float free_way(float x, float y, float direction_x, float direction_y, float most) const {
    const float step = 0.25f * cell_size;
    float far = 0.f;
    for (float next = 0.f; next < most + step; next += step) {
      const float at = Kokkos::fmin(next, most);
      if (!is_passable(Kokkos::fma(at, direction_x, x), Kokkos::fma(at, direction_y, y))) return far;
      far = at;
    }
    return far;
  }
  /// Returns the passable cell that a place (m) belongs to: near_cell(), which may see(x, y) a place (m) or not; -1: there is none.
  template <class Sees>
  KOKKOS_INLINE_FUNCTION std::int32_t near(float x, float y, const Sees& sees) const {
    const float across = (x - origin_x) / cell_size;
    const float up = (y - origin_y) / cell_size;
    // Rows count from below here, as metres do.
    const auto index = [&](std::int32_t column, std::int32_t row) { return (graph.height - 1 - row) * graph.width + column; };
    const auto passable = [&](std::int32_t column, std::int32_t row) {
      return column >= 0 && row >= 0 && column < graph.width && row < graph.height && graph.passable(index(column, row)) != 0;
    };
    ColumnRow found;
    const bool any = near_cell(
        across, up, {clamped(across, graph.width), clamped(up, graph.height)}, most_near, passable,
        [&](std::int32_t column, std::int32_t row) { return sees(center(index(column, row))); }, found);
    return any ? index(found.column, found.row) : -1;
  }
  /// Returns the same where every place can be seen from every other.
  KOKKOS_INLINE_FUNCTION std::int32_t near(float x, float y) const {
    return near(x, y, [](Vec2d) { return true; });
  }

 private:
  KOKKOS_INLINE_FUNCTION Vec2d in_cells(Vec2d p) const {
    return {(p.x - static_cast<double>(origin_x)) / cell_size, (p.y - static_cast<double>(origin_y)) / cell_size};
  }
  KOKKOS_INLINE_FUNCTION static std::int32_t clamped(float place, std::int32_t cells) {
    return static_cast<std::int32_t>(Kokkos::fmax(0.f, Kokkos::fmin(place, static_cast<float>(cells - 1))));
  }
};

}  // namespace plethos::planning
