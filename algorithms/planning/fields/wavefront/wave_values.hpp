#pragma once

#include "algorithms/planning/fields/wavefront/wave_arguments.hpp"
#include "algorithms/planning/grid/map/grid_graph.hpp"

namespace plethos::planning {

/// The values of fields in one memory space: of each cell of the grid the length of the shortest way from it to the nearest source of the
/// field, in the grid's whole numbers (step_lengths.hpp). They mean something where they are below WaveFields::settled().
template <class MemorySpace>
struct WaveValues {
  GridGraph<MemorySpace> graph;
  std::int32_t columns = 0, rows = 0;  ///< tiles
  Kokkos::View<std::int32_t*, MemorySpace> values;
  Kokkos::View<float*, MemorySpace> distances;  ///< of second order (WaveArguments::distances); empty: there are none

  /// Returns the place of a cell's value.
  KOKKOS_INLINE_FUNCTION std::size_t place(std::int32_t field, std::int32_t cell) const {
    const std::int32_t y = cell / graph.width, x = cell - y * graph.width;
    const std::int32_t tile = (field * rows + y / wave_tile_side) * columns + x / wave_tile_side;
    const std::int32_t in_tile = y % wave_tile_side * wave_tile_side + x % wave_tile_side;
    return static_cast<std::size_t>(tile) * wave_tile_cells + static_cast<std::size_t>(in_tile);
  }
  KOKKOS_INLINE_FUNCTION std::int32_t at(std::int32_t field, std::int32_t cell) const { return values(place(field, cell)); }
  /// Returns the most exact length that there is, in the same unit.
  KOKKOS_INLINE_FUNCTION float length(std::int32_t field, std::int32_t cell) const {
    return distances.extent(0) > 0 ? Kokkos::abs(distances(place(field, cell))) : static_cast<float>(at(field, cell));
  }

  /// Returns the direction of the first step of a shortest way from a cell, or -1 at a source and where there is none. It is the direction
  /// `before` if that is one of several, else the first of them.
  KOKKOS_INLINE_FUNCTION int direction(std::int32_t field, std::int32_t cell, int before) const {
    const std::int32_t own = at(field, cell);
    if (own == 0 || own >= unreached) return -1;
    const auto leads = [&](int d) {
      if ((graph.steps(cell) >> d & 1) == 0) return false;
      const std::int32_t next = graph.neighbor(cell, d);
      return at(field, next) + static_cast<std::int32_t>(graph.step_length(cell, next, d)) == own;
    };
    if (before >= 0 && leads(before)) return before;
    for (int d = 0; d < all_directions; ++d) {
      if (leads(d)) return d;
    }
    return -1;
  }
};

}  // namespace plethos::planning
