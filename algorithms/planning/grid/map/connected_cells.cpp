#include "algorithms/planning/grid/map/connected_cells.hpp"

#include "backends/instantiate.hpp"
#include "backends/relaxed_load.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

/// Sets of cells as trees: the parent of a cell is a lower one of its set, and a root is its own parent.
template <class MemorySpace>
struct CellSets {
  Kokkos::View<std::int32_t*, MemorySpace> parent;  ///< -1: blocked

  /// Returns the root of a cell's tree, and leaves the way there half as long. Other threads may join trees meanwhile.
  KOKKOS_INLINE_FUNCTION std::int32_t root(std::int32_t cell) const {
    for (;;) {
      const std::int32_t above = backends::relaxed_load(parent(cell));
      if (above == cell) return cell;
      const std::int32_t next = backends::relaxed_load(parent(above));
      if (next == above) return above;
      Kokkos::atomic_store(&parent(cell), next);
      cell = next;
    }
  }
  KOKKOS_INLINE_FUNCTION void join(std::int32_t a, std::int32_t b) const {
    a = root(a);
    b = root(b);
    while (a != b) {
      const std::int32_t higher = Kokkos::max(a, b);
      const std::int32_t lower = Kokkos::min(a, b);
      // Only a root gets another parent here. If another thread was faster, the search for the root goes on from there.
      const std::int32_t above = Kokkos::atomic_compare_exchange(&parent(higher), higher, lower);
      if (above == higher) return;
      a = root(above);
      b = lower;
    }
  }
};

/// Joins the cells of each row that lie beside each other.
template <class MemorySpace>
struct JoinCellsOfRow {
  GridGraph<MemorySpace> graph;
  CellSets<MemorySpace> sets;

  KOKKOS_FUNCTION void operator()(int row) const {
    std::int32_t first = -1;
    for (std::int32_t cell = row * graph.width; cell < (row + 1) * graph.width; ++cell) {
      if (graph.passable(cell) == 0) {
        first = -1;
      } else if (first < 0) {
        first = cell;
      }
      sets.parent(cell) = first;
    }
  }
};

template <class MemorySpace>
struct JoinRows {
  GridGraph<MemorySpace> graph;
  CellSets<MemorySpace> sets;

  KOKKOS_FUNCTION void operator()(int cell) const {
    const auto is_open = [&](std::int32_t other) { return graph.passable(other) != 0; };
    const std::int32_t north = cell - graph.width;
    if (north < 0 || !is_open(cell) || !is_open(north)) return;
    // The cell to the west joins the same runs of cells.
    if (cell % graph.width > 0 && is_open(cell - 1) && is_open(north - 1)) return;
    sets.join(cell, north);
  }
};

template <class MemorySpace>
struct NumberConnectedCells {
  CellSets<MemorySpace> sets;

  KOKKOS_FUNCTION void operator()(int cell) const {
    std::int32_t root = backends::relaxed_load(sets.parent(cell));
    if (root < 0) return;
    for (std::int32_t above = backends::relaxed_load(sets.parent(root)); above != root; above = backends::relaxed_load(sets.parent(root))) {
      root = above;
    }
    Kokkos::atomic_store(&sets.parent(cell), root);
  }
};

template <class Execution>
Kokkos::View<std::int32_t*, typename Execution::memory_space> find_connected_cells(
    const Execution& execution, const GridGraph<typename Execution::memory_space>& graph) {
  using MemorySpace = typename Execution::memory_space;
  const CellSets<MemorySpace> sets{
      unset_view<Kokkos::View<std::int32_t*, MemorySpace>>("plethos::grid::connected_cells", graph.passable.size())};
  backends::for_each(execution, "plethos::grid::join_cells_of_row", graph.height, JoinCellsOfRow<MemorySpace>{graph, sets});
  backends::for_each(execution, "plethos::grid::join_rows", graph.cells(), JoinRows<MemorySpace>{graph, sets});
  backends::for_each(execution, "plethos::grid::number_cells", graph.cells(), NumberConnectedCells<MemorySpace>{sets});
  execution.fence();
  return sets.parent;
}

#define PLETHOS_CONNECTED_CELLS(Execution)                                                             \
  template Kokkos::View<std::int32_t*, Execution::memory_space> find_connected_cells(const Execution&, \
                                                                                     const GridGraph<Execution::memory_space>&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_CONNECTED_CELLS);
#undef PLETHOS_CONNECTED_CELLS

}  // namespace plethos::planning
