#pragma once

#include "algorithms/planning/grid/map/grid_graph.hpp"

namespace plethos::planning {

/// Returns for each passable cell of a map the lowest number of the cells that legal steps join with it, and -1 for a blocked cell: two
/// cells have the same number if and only if there is a way between them. Rows are joined as sets whose roots are their lowest cells
/// (Jaiganesh and Burtscher 2018), so the numbers do not depend on the order of threads. Cost: three passes over the cells.
template <class Execution>
Kokkos::View<std::int32_t*, typename Execution::memory_space> find_connected_cells(
    const Execution& execution, const GridGraph<typename Execution::memory_space>& graph);

}  // namespace plethos::planning
