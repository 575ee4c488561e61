#include "algorithms/neighbors/grid/grid.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "algorithms/neighbors/grid/grid_lists_kernel-inl.hpp"
#include "algorithms/neighbors/lane_query.hpp"
#include "algorithms/neighbors/nearest_agents.hpp"
#include "algorithms/neighbors/place_agents.hpp"
#include "algorithms/neighbors/verlet/left_lists.hpp"
#include "backends/execution.hpp"
#include "backends/instantiate.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::neighbors {

template <class MemorySpace>
struct CellOfAgent {
  Agents<MemorySpace> agents;
  UniformGrid grid;
  bool leave;
  std::int32_t worlds;

  KOKKOS_FUNCTION std::int32_t operator()(std::int32_t i) const {
    if (!present(agents.state(i), leave)) return worlds * grid.cells();
    const std::int32_t cell = grid.cell_of(agents.position(i, 0), agents.position(i, 1));
    return worlds > 1 ? agents.world(i) * grid.cells() + cell : cell;
  }
};

template <class Integers>
struct UnlinkGhosts {
  Integers last_ghost, cell_of_ghost;

  KOKKOS_FUNCTION void operator()(int k) const { last_ghost(cell_of_ghost(k)) = -1; }
};

template <class MemorySpace>
struct LinkGhosts {
  CellOfAgent<MemorySpace> cell_of;
  Kokkos::View<std::int32_t*, MemorySpace> last_ghost, ghost_before, cell_of_ghost;

  KOKKOS_FUNCTION void operator()(int k) const {
    const std::int32_t i = cell_of.agents.owned + k, cell = cell_of(i);
    cell_of_ghost(k) = cell;
    ghost_before(i) = Kokkos::atomic_exchange(&last_ghost(cell), i);
  }
};

template <int Capacity>
struct GridQuery {
  static constexpr int grain = 256;
  GridArguments arguments;

  KOKKOS_FUNCTION void operator()(int i) const { scalar::grid_agents<ScalarLane, NearestAgents<Capacity>>(arguments, i, i + 1); }
};

template <int Capacity>
struct GridLeft {
  GridArguments arguments;

  KOKKOS_FUNCTION void operator()(int i) const { scalar::grid_agents<ScalarLane, NearestAgents<Capacity, true>>(arguments, i, i + 1); }
};

template <int Capacity>
struct GridLists {
  static constexpr int grain = 256;
  GridVerletArguments arguments;

  KOKKOS_FUNCTION void operator()(int i) const {
    scalar::make_grid_lists<ScalarLane, SelectionOfAgent<Capacity>, Capacity>(arguments, i, i + 1);
  }
};

template <class Execution>
void Grid<Execution>::build(const Execution& execution, Agents<MemorySpace>& agents, Agents<MemorySpace>& scratch) {
  const bool leave = parameters_.leave_on_arrival;
  sort_.run(execution, 0, agents.working, CellOfAgent<MemorySpace>{agents, grid_, leave, worlds_}, MoveAgent<MemorySpace>{agents, scratch});
  std::swap(agents, scratch);
}

template <class Execution>
void Grid<Execution>::park(const Execution& execution, const Agents<MemorySpace>& agents) {
  if (parameters_.leave_on_arrival) return;
  parked_sort_.run(execution, agents.working, agents.owned, CellOfAgent<MemorySpace>{agents, grid_, false, worlds_},
                   backends::ListItem<Integers>{parked_});
}

/// Returns the places of the cells that lie between two coordinates: [first, end). Those at a border of the grid reach to infinity. Where
/// an end is rounded, the cell beside it is left out, too.
void places_between(float low, float high, float origin, float cell, std::int32_t size, std::int32_t& first, std::int32_t& end) {
  first = end = 0;
  if (!(low <= high)) return;
  if (low > -no_extent) first = std::clamp(static_cast<std::int32_t>(std::ceil((low - origin) / cell)) + 1, 1, size);
  end = size;
  if (high < no_extent) end = std::clamp(static_cast<std::int32_t>(std::floor((high - origin) / cell)) - 1, 0, size - 1);
}

template <class Execution>
void Grid<Execution>::expect_ghosts(std::int32_t, const Box& core) {
  places_between(core.low_x, core.high_x, grid_.origin_x, grid_.cell, grid_.columns, core_.left, core_.right);
  places_between(core.low_y, core.high_y, grid_.origin_y, grid_.cell, grid_.rows, core_.bottom, core_.top);
  if (last_ghost_.size() > 0) return;
  last_ghost_ = Integers("plethos::neighbors::grid::last_ghost", static_cast<std::size_t>(cells()) + 1);
  Kokkos::deep_copy(last_ghost_, -1);
  ghost_before_ = Integers("plethos::neighbors::grid::ghost_before", static_cast<std::size_t>(agents_));
  cell_of_ghost_ = Integers("plethos::neighbors::grid::cell_of_ghost", static_cast<std::size_t>(agents_));
}

template <class Execution>
void Grid<Execution>::find_ghosts(const Execution& execution, const Agents<MemorySpace>& agents) {
  backends::for_each(execution, "plethos::neighbors::grid::unlink_ghosts", linked_, UnlinkGhosts<Integers>{last_ghost_, cell_of_ghost_});
  linked_ = agents.ghosts();
  backends::for_each(execution, "plethos::neighbors::grid::link_ghosts", linked_,
                     LinkGhosts<MemorySpace>{CellOfAgent<MemorySpace>{agents, grid_, parameters_.leave_on_arrival, worlds_}, last_ghost_,
                                             ghost_before_, cell_of_ghost_});
}

template <class Execution>
GridArguments Grid<Execution>::arguments(const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) const {
  const bool parked_stand = !parameters_.leave_on_arrival && agents.working < agents.owned;
  return {nearest_arguments(agents, lists, parameters_.neighbor_distance),
          grid_,
          sort_.start().data(),
          parked_sort_.start().data(),
          parked_stand ? parked_.data() : nullptr,
          agents.ghosts() > 0 ? last_ghost_.data() : nullptr,
          ghost_before_.data(),
          core_,
          nullptr,
          worlds_,
          agents.world_shift};
}

template <class Execution>
void Grid<Execution>::query(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) {
  with_capacity(lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>) {
    for_each_on_lanes<&grid_on_vectors>(execution, "plethos::neighbors::grid::query", "plethos::neighbors::grid::ties", agents.working,
                                        GridQuery<Capacity>{arguments(agents, lists)});
  });
}

template <class Execution>
void Grid<Execution>::make_lists(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists,
                                 const VerletLists<MemorySpace>& verlet) {
  const GridVerletArguments in{arguments(agents, lists), verlet_arguments(agents, lists, verlet, parameters_)};
  const GridArguments left = query_left(in.grid, in.verlet);
  with_capacity(lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>) {
    make_verlet_lists<&grid_lists_on_vectors, scalar::GridSurroundings, Capacity>(
        execution, "plethos::neighbors::grid::lists", "plethos::neighbors::grid::left", GridLists<Capacity>{in}, GridLeft<Capacity>{left});
  });
}

PLETHOS_INSTANTIATE(Grid);

template <class Execution>
std::unique_ptr<Search<Execution>> GridMethod::make(const SearchSetup& s, const ParameterValues&) {
  return std::make_unique<Grid<Execution>>(s.parameters, s.bounds, s.agents, s.largest_radius, s.expected, s.worlds);
}

PLETHOS_INSTANTIATE_MAKE(Search, GridMethod, const SearchSetup&, const ParameterValues&);

}  // namespace plethos::neighbors
