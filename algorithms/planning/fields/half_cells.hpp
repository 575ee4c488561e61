#pragma once

#include "algorithms/planning/grid/map/grid_places.hpp"
#include "algorithms/planning/points.hpp"
#include "core/grid_map.hpp"

namespace plethos::planning {

/// A place in the world in halves of a cell, so that corners and centers of cells have one: columns from the west, rows from the north.
struct HalfCell {
  std::int32_t x, y;
};

/// A numbering of the places of HalfCell in a map of so many columns of cells.
struct HalfCells {
  std::int32_t width = 0;

  KOKKOS_INLINE_FUNCTION std::int32_t number(HalfCell place) const { return place.y * (2 * width + 1) + place.x; }
  KOKKOS_INLINE_FUNCTION HalfCell place(std::int32_t number) const { return {number % (2 * width + 1), number / (2 * width + 1)}; }
  /// Returns the center of a cell.
  KOKKOS_INLINE_FUNCTION HalfCell center(std::int32_t cell) const { return {2 * (cell % width) + 1, 2 * (cell / width) + 1}; }
};

/// Where numbered places lie in the world, in metres, for agents (see GridPlaces).
template <class MemorySpace>
struct HalfCellPlaces {
  GridGraph<MemorySpace> graph;
  HalfCells numbers;
  float origin_x = 0, origin_y = 0, cell_size = 1;

  HalfCellPlaces() = default;
  HalfCellPlaces(const GridGraph<MemorySpace>& cells, const WorldGrid& grid)
      : graph(cells), numbers{grid.width}, origin_x(grid.origin.x), origin_y(grid.origin.y), cell_size(grid.cell_size) {}

  KOKKOS_INLINE_FUNCTION Vec2d center(std::int32_t number) const {
    const HalfCell place = numbers.place(number);
    const float up = 0.5f * static_cast<float>(2 * graph.height - place.y);
    return {Kokkos::fma(0.5f * static_cast<float>(place.x), cell_size, origin_x), Kokkos::fma(up, cell_size, origin_y)};
  }
  /// Returns a cell that a place lies in or touches.
  KOKKOS_INLINE_FUNCTION std::int32_t cell(std::int32_t number) const {
    const HalfCell place = numbers.place(number);
    return Kokkos::min(place.y / 2, graph.height - 1) * graph.width + Kokkos::min(place.x / 2, graph.width - 1);
  }
  /// All cells cost the same.
  KOKKOS_INLINE_FUNCTION static double cost_along(Vec2d, Vec2d) { return 0; }
};

/// Returns where a listed place lies.
template <class MemorySpace>
KOKKOS_INLINE_FUNCTION HalfCell half_cell(const HalfCellPlaces<MemorySpace>& places, std::int32_t number) {
  return places.numbers.place(number);
}
template <class MemorySpace>
KOKKOS_INLINE_FUNCTION HalfCell half_cell(const GridPlaces<MemorySpace>& places, std::int32_t cell) {
  return HalfCells{places.graph.width}.center(cell);
}

/// The same for answers (see GridFrame).
struct HalfCellFrame {
  HalfCells numbers;
  double height = 0, origin_x = 0, origin_y = 0, cell_size = 1;

  explicit HalfCellFrame(const WorldGrid& grid)
      : numbers{grid.width}, height(grid.height), origin_x(grid.origin.x), origin_y(grid.origin.y), cell_size(grid.cell_size) {}

  KOKKOS_INLINE_FUNCTION Vec2 center(std::int32_t number) const {
    const HalfCell place = numbers.place(number);
    return {static_cast<float>(origin_x + 0.5 * place.x * cell_size), static_cast<float>(origin_y + (height - 0.5 * place.y) * cell_size)};
  }
};

/// Returns whether a straight line touches only cells for which open(cell) is true, and does not leave the map. It is exact: places are
/// whole numbers. Cost: the cells along the line.
template <class MemorySpace, class Open>
KOKKOS_INLINE_FUNCTION bool is_line_through(const GridGraph<MemorySpace>& graph, HalfCell a, HalfCell b, const Open& open) {
  if (a.x > b.x) {
    const HalfCell swapped = a;
    a = b;
    b = swapped;
  }
  const std::int32_t across = b.x - a.x, down = b.y - a.y;
  // Where the line is in rows of cells: a whole number, and a part in units of 1 / (2 across). It falls by `rows` and `part` in half a
  // column. An upright line is in one place of each column that it touches, and as high as it is.
  const std::int32_t units = across > 0 ? 2 * across : 2;
  std::int32_t rows = down / units, part = down % units;
  if (part < 0) {
    --rows;
    part += units;
  }
  std::int32_t row = a.y / 2, rest = a.y % 2 * (units / 2);
  // Columns [2 c, 2 c + 2] that the line touches; at an end or on an edge it touches both beside it.
  for (std::int32_t c = (a.x + 1) / 2 - 1; c <= b.x / 2; ++c) {
    std::int32_t next_row = row, next_rest = rest;
    if (across > 0) {
      for (std::int32_t x = Kokkos::max(2 * c, a.x); x < Kokkos::min(2 * c + 2, b.x); ++x) {
        next_row += rows;
        next_rest += part;
        if (next_rest < units) continue;
        ++next_row;
        next_rest -= units;
      }
    } else {
      next_row = b.y / 2;
      next_rest = b.y % 2;
    }
    // Rows [2 r, 2 r + 2] that it touches there.
    const std::int32_t first = down >= 0 ? row - (rest == 0 ? 1 : 0) : next_row - (next_rest == 0 ? 1 : 0);
    const std::int32_t last = down >= 0 ? next_row : row;
    for (std::int32_t r = first; r <= last; ++r) {
      if (c < 0 || c >= graph.width || r < 0 || r >= graph.height || !open(r * graph.width + c)) return false;
    }
    if (across > 0) {
      row = next_row;
      rest = next_rest;
    }
  }
  return true;
}

/// The same for passable cells.
template <class MemorySpace>
KOKKOS_INLINE_FUNCTION bool is_clear_line(const GridGraph<MemorySpace>& graph, HalfCell a, HalfCell b) {
  return is_line_through(graph, a, b, [&](std::int32_t cell) { return graph.passable(cell) != 0; });
}

/// Leaves out places of a list that are passed on a straight line to a later one. `place(number)` is the HalfCell of a listed number.
/// Returns how many are left. Cost: for each place the lines to the next ones, until one of them is not clear.
template <class Team, class MemorySpace, class Place>
KOKKOS_INLINE_FUNCTION std::int32_t pull_straight(const Team& team, const GridGraph<MemorySpace>& graph, std::int32_t* places,
                                                  std::int32_t count, const Place& place) {
  if (count < 3) return count;
  std::int32_t left = 1;
  for (std::int32_t at = 0; at + 1 < count;) {
    const std::int32_t next = at + 1;
    const std::int32_t hidden =
        team.first(count - next - 1, [&](std::int32_t k) { return !is_clear_line(graph, place(places[at]), place(places[next + 1 + k])); });
    at = hidden < 0 ? count - 1 : next + hidden;
    const std::int32_t seen = places[at];
    team.sync();
    if (team.rank() == 0) places[left] = seen;
    ++left;
  }
  return left;
}

}  // namespace plethos::planning
