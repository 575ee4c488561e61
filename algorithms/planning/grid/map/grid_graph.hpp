#pragma once

#include <span>

#include "algorithms/planning/grid/map/grid_changes.hpp"
#include "algorithms/planning/grid/map/grid_lengths.hpp"
#include "core/grid_map.hpp"

namespace plethos::planning {

/// The cells of a map and the steps between them, in one memory space. Cells are numbered row by row from the north-west, as in GridMap.
template <class MemorySpace>
struct GridGraph {
  std::int32_t width = 0;
  std::int32_t height = 0;
  Connectivity connectivity = Connectivity::eight;
  std::uint32_t cheapest = 1;                         ///< no passable cell costs less
  std::uint32_t dearest = 1;                          ///< none costs more
  Kokkos::View<std::uint8_t*, MemorySpace> passable;  ///< of each cell: 1, or 0 if it is blocked
  Kokkos::View<std::uint8_t*, MemorySpace> steps;     ///< of each cell, bit d: the step in direction d is legal
  Kokkos::View<std::int32_t*, MemorySpace> costs;     ///< of each cell; empty: every cell costs 1

  KOKKOS_INLINE_FUNCTION std::int32_t cells() const { return width * height; }
  KOKKOS_INLINE_FUNCTION std::uint32_t cost(std::int32_t cell) const {
    return costs.extent(0) > 0 ? static_cast<std::uint32_t>(costs(cell)) : 1u;
  }
  /// The difference between the number of a cell and that of its neighbor in a direction.
  KOKKOS_INLINE_FUNCTION std::int32_t stride(int direction) const { return row_step(direction) * width + column_step(direction); }
  KOKKOS_INLINE_FUNCTION std::int32_t neighbor(std::int32_t cell, int direction) const { return cell + stride(direction); }
  /// Returns the direction from one cell to another that lies straight or diagonally from it; -1 for the same cell.
  KOKKOS_INLINE_FUNCTION int direction_between(std::int32_t from, std::int32_t to) const {
    return direction_of(to % width - from % width, to / width - from / width);
  }
  /// Returns the length of a legal step.
  KOKKOS_INLINE_FUNCTION std::uint32_t step_length(std::int32_t from, std::int32_t to, int direction) const {
    return length_of_step(direction) * (cost(from) + cost(to));
  }
  /// Returns a length that no way between cells goes below that lie so many columns and rows apart. A step changes it by no more than the
  /// step's own length.
  KOKKOS_INLINE_FUNCTION std::uint32_t least_length(std::int32_t columns, std::int32_t rows) const {
    const auto across = static_cast<std::uint32_t>(Kokkos::abs(columns));
    const auto down = static_cast<std::uint32_t>(Kokkos::abs(rows));
    const std::uint32_t less = connectivity == Connectivity::four ? 0 : Kokkos::min(across, down);
    return 2 * cheapest * (straight_length * (across + down - 2 * less) + diagonal_length * less);
  }

  std::uint64_t bytes() const { return passable.size() + steps.size() + 4 * costs.size(); }
  /// Returns the bytes() of a map's graph.
  static std::uint64_t bytes_of(const GridMap& map) { return 2 * map.passable.size() + 4 * map.cost.size(); }
};

/// Throws InputError for costs of a map's cells so large that lengths would not fit, if `added` at most is added to them.
void require_fitting_costs(const GridMap& map, const CostRange& range, std::int32_t added = 0);

/// Copies a map to the execution's memory and finds the legal steps. Errors: as require_fitting_costs(). Cost: one pass over the
/// cells.
template <class Execution>
GridGraph<typename Execution::memory_space> make_grid_graph(const Execution& execution, const GridMap& map, Connectivity connectivity);

/// Makes the graph of another map; without costs in the memory of the graph of before, if that has as many cells. Searches in that are void
/// then. Otherwise as make_grid_graph().
template <class Execution>
void renew_grid_graph(const Execution& execution, const GridMap& map, Connectivity connectivity,
                      GridGraph<typename Execution::memory_space>& graph);

/// Gives a graph the range of costs of its map, to which at most `added` is added, and room for costs if it needs some now. Errors: as
/// require_fitting_costs(). Cost: a copy of the costs if they are the first.
template <class MemorySpace>
void fit_costs(const GridMap& map, const CostRange& range, GridGraph<MemorySpace>& graph, std::int32_t added = 0);

/// Memory of a backend for a list of changes. It grows as lists do.
template <class MemorySpace>
struct ChangeBuffers {
  Kokkos::View<CellChange*, MemorySpace> changed;
  Kokkos::View<std::int32_t*, MemorySpace> touched;

  std::uint64_t bytes() const { return sizeof(CellChange) * changed.size() + 4 * touched.size(); }
};

/// Changes cells of a graph, and the steps at the `touched` cells: no others can have changed. The graph is then the one that
/// make_grid_graph() would make. Cost: linear in both lists, which are copied to the backend. Waits.
template <class Execution>
void change_grid_graph(const Execution& execution, std::span<const CellChange> changed, std::span<const std::int32_t> touched,
                       const GridGraph<typename Execution::memory_space>& graph, ChangeBuffers<typename Execution::memory_space>& buffers);

}  // namespace plethos::planning
