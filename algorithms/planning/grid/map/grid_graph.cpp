#include "algorithms/planning/grid/map/grid_graph.hpp"

#include <string>

#include "backends/instantiate.hpp"
#include "core/error.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

template <class MemorySpace>
struct FindSteps {
  GridGraph<MemorySpace> graph;

  KOKKOS_FUNCTION void operator()(int cell) const {
    const std::int32_t column = cell % graph.width;
    const std::int32_t row = cell / graph.width;
    const auto is_open = [&](std::int32_t x, std::int32_t y) {
      return x >= 0 && x < graph.width && y >= 0 && y < graph.height && graph.passable(y * graph.width + x) != 0;
    };
    std::uint32_t legal = 0;
    if (graph.passable(cell) != 0) {
      for (int d = 0; d < straight_directions; ++d) legal |= is_open(column + column_step(d), row + row_step(d)) ? 1u << d : 0u;
      for (int d = straight_directions; d < all_directions && graph.connectivity == Connectivity::eight; ++d) {
        const std::uint32_t beside = 1u << direction_of(column_step(d), 0) | 1u << direction_of(0, row_step(d));
        if ((legal & beside) == beside && is_open(column + column_step(d), row + row_step(d))) legal |= 1u << d;
      }
    }
    graph.steps(cell) = static_cast<std::uint8_t>(legal);
  }
};

/// Finds the steps of some cells only.
template <class MemorySpace>
struct FindStepsAgain {
  FindSteps<MemorySpace> find;
  Kokkos::View<const std::int32_t*, MemorySpace> cells;

  KOKKOS_FUNCTION void operator()(int k) const { find(cells(k)); }
};

template <class MemorySpace>
struct ChangeCells {
  GridGraph<MemorySpace> graph;
  Kokkos::View<const CellChange*, MemorySpace> changes;

  KOKKOS_FUNCTION void operator()(int k) const {
    const CellChange change = changes(k);
    graph.passable(change.cell) = change.passable ? 1 : 0;
    if (graph.costs.extent(0) > 0) graph.costs(change.cell) = change.cost;
  }
};

void require_fitting_costs(const GridMap& map, const CostRange& range, std::int32_t added) {
  const double longest = 2. * diagonal_length * (1. * range.most + added) * (1. * map.width + map.height);
  if (longest < longest_rest) return;
  const auto most = static_cast<std::int64_t>((1. * range.most + added) * (longest_rest / longest)) - added;
  throw InputError("grid: cost: found " + std::to_string(range.most) + (added > 0 ? " and up to " + std::to_string(added) + " more" : "") +
                   ", expected at most " + std::to_string(most) + " on a map of " + std::to_string(map.width) + " x " +
                   std::to_string(map.height) + " cells");
}

template <class MemorySpace>
void fit_costs(const GridMap& map, const CostRange& range, GridGraph<MemorySpace>& graph, std::int32_t added) {
  require_fitting_costs(map, range, added);
  graph.cheapest = static_cast<std::uint32_t>(range.least);
  graph.dearest = static_cast<std::uint32_t>(range.most + added);
  if (graph.dearest == 1) {
    graph.costs = {};
  } else if (graph.costs.extent(0) == 0) {
    graph.costs =
        to_view<MemorySpace>("plethos::grid::costs", map.cost.empty() ? std::vector<std::int32_t>(map.passable.size(), 1) : map.cost);
  }
}

template <class Execution>
void renew_grid_graph(const Execution& execution, const GridMap& map, Connectivity connectivity,
                      GridGraph<typename Execution::memory_space>& graph) {
  using MemorySpace = typename Execution::memory_space;
  graph.width = map.width;
  graph.height = map.height;
  graph.connectivity = connectivity;
  graph.costs = {};
  fit_costs(map, cost_range(map), graph);
  fit_view("plethos::grid::steps", map.passable.size(), graph.steps);
  fit_view("plethos::grid::passable", map.passable.size(), graph.passable);
  copy_bytes(graph.passable.data(), in_host_memory<MemorySpace>, map.passable.data(), true, map.passable.size());
  backends::for_each(execution, "plethos::grid::find_steps", graph.cells(), FindSteps<MemorySpace>{graph});
  execution.fence();
}

template <class Execution>
GridGraph<typename Execution::memory_space> make_grid_graph(const Execution& execution, const GridMap& map, Connectivity connectivity) {
  GridGraph<typename Execution::memory_space> graph;
  renew_grid_graph(execution, map, connectivity, graph);
  return graph;
}

template <class Execution>
void change_grid_graph(const Execution& execution, std::span<const CellChange> changed, std::span<const std::int32_t> touched,
                       const GridGraph<typename Execution::memory_space>& graph, ChangeBuffers<typename Execution::memory_space>& buffers) {
  using MemorySpace = typename Execution::memory_space;
  const auto cells = refill_view("plethos::grid::changed", changed, buffers.changed);
  const auto around = refill_view("plethos::grid::touched", touched, buffers.touched);
  backends::for_each(execution, "plethos::grid::change_cells", static_cast<int>(changed.size()), ChangeCells<MemorySpace>{graph, cells});
  backends::for_each(execution, "plethos::grid::find_steps", static_cast<int>(touched.size()),
                     FindStepsAgain<MemorySpace>{{graph}, around});
  execution.fence();
}

#define PLETHOS_GRID_GRAPH(Execution)                                                                                  \
  template GridGraph<Execution::memory_space> make_grid_graph(const Execution&, const GridMap&, Connectivity);         \
  template void renew_grid_graph(const Execution&, const GridMap&, Connectivity, GridGraph<Execution::memory_space>&); \
  template void fit_costs(const GridMap&, const CostRange&, GridGraph<Execution::memory_space>&, std::int32_t);        \
  template void change_grid_graph(const Execution&, std::span<const CellChange>, std::span<const std::int32_t>,        \
                                  const GridGraph<Execution::memory_space>&, ChangeBuffers<Execution::memory_space>&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_GRID_GRAPH);
#undef PLETHOS_GRID_GRAPH

}  // namespace plethos::planning
