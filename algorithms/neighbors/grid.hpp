#pragma once

#include <utility>

#include "algorithms/neighbors/counting_sort.hpp"
#include "algorithms/neighbors/grid_simd.hpp"
#include "algorithms/neighbors/lane_query.hpp"
#include "algorithms/neighbors/nearest_agents.hpp"
#include "algorithms/neighbors/place_agents.hpp"
#include "algorithms/neighbors/search.hpp"
#include "algorithms/neighbors/uniform_grid.hpp"
#include "backends/execution.hpp"

namespace plethos::neighbors {

/// Sorts the agents by the cell of a uniform grid (counting sort, in parallel) and looks through cells ring by ring until the nearest are
/// certain. Parked agents that stand are listed by cell once. Cost: linear in the working agents and the cells; the query is linear in
/// those nearby. Memory: 4 bytes a cell, at most 2 cells an agent; where arrived agents stand as much again and 4 bytes an agent.
template <class Execution>
class Grid final : public Search<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;

  /// `largest_radius` of all agents, in metres: a cell is four of them wide, which holds a few agents where they stand densest.
  Grid(const Parameters& parameters, const Bounds& bounds, std::int32_t agents, float largest_radius)
      : parameters_(parameters),
        grid_(UniformGrid::cover(bounds, 4 * largest_radius, 2.0 * agents + 4096)),
        // One cell more for agents that have left.
        sort_(grid_.cells() + 1) {
    if (parameters.leave_on_arrival != 0) return;
    parked_sort_ = CountingSort<MemorySpace>(grid_.cells() + 1);
    parked_ = Integers("plethos::neighbors::grid::parked", agents);
  }

  void build(const Execution& execution, Agents<MemorySpace>& agents, Agents<MemorySpace>& scratch) override;
  void park(const Execution& execution, const Agents<MemorySpace>& agents) override;
  void query(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) override;
  std::size_t bytes() const override { return sort_.bytes() + parked_sort_.bytes() + 4 * parked_.size(); }

 private:
  Parameters parameters_;
  UniformGrid grid_;
  CountingSort<MemorySpace> sort_, parked_sort_;
  Integers parked_;  // indices by cell, from the first parked one on
};

template <class MemorySpace>
struct CellOfAgent {
  Agents<MemorySpace> agents;
  UniformGrid grid;
  bool leave;

  KOKKOS_FUNCTION std::int32_t operator()(std::int32_t i) const {
    return present(agents.state(i), leave) ? grid.cell_of(agents.position(i, 0), agents.position(i, 1)) : grid.cells();
  }
};

template <class MemorySpace, int Capacity>
struct GridQuery {
  static constexpr int grain = 256;
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;
  Agents<MemorySpace> agents;
  Lists<MemorySpace> lists;
  UniformGrid grid;
  Integers start, parked_start, parked;
  float radius;
  bool leave;

  struct Visitor {
    const GridQuery& query;
    NearestAgents<MemorySpace, Capacity> found;

    KOKKOS_FUNCTION void operator()(std::int32_t first, std::int32_t last) {
      const std::int32_t end = query.start(last + 1);
      for (std::int32_t j = query.start(first); j < end; ++j) found.offer(j);
      if (query.leave || query.agents.working == query.agents.count) return;
      const std::int32_t parked_end = query.agents.working + query.parked_start(last + 1);
      for (std::int32_t k = query.agents.working + query.parked_start(first); k < parked_end; ++k) found.offer(query.parked(k));
    }
    KOKKOS_FUNCTION float reach() const {
      return found.nearest.count < found.nearest.capacity ? query.radius : Kokkos::sqrt(found.bound());
    }
  };

  KOKKOS_FUNCTION void operator()(int i) const {
    Visitor visitor{*this, NearestAgents<MemorySpace, Capacity>(agents, i, radius, lists.capacity)};
    if (present(agents.state(i), leave)) grid.visit_rings(visitor.found.x, visitor.found.y, visitor);
    visitor.found.nearest.store(lists, i);
  }
};

template <class Execution>
void Grid<Execution>::build(const Execution& execution, Agents<MemorySpace>& agents, Agents<MemorySpace>& scratch) {
  const bool leave = parameters_.leave_on_arrival != 0;
  sort_.run(execution, 0, agents.working, CellOfAgent<MemorySpace>{agents, grid_, leave}, MoveAgent<MemorySpace>{agents, scratch});
  std::swap(agents, scratch);
}

template <class Execution>
void Grid<Execution>::park(const Execution& execution, const Agents<MemorySpace>& agents) {
  if (parameters_.leave_on_arrival != 0) return;
  parked_sort_.run(execution, agents.working, agents.count, CellOfAgent<MemorySpace>{agents, grid_, false}, ListAgent<Integers>{parked_});
}

template <class Execution>
void Grid<Execution>::query(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) {
  const bool leave = parameters_.leave_on_arrival != 0;
  const bool parked_stand = !leave && agents.working < agents.count;
  const GridArguments arguments{nearest_arguments(agents, lists, parameters_.neighbor_distance),
                                grid_.origin_x,
                                grid_.origin_y,
                                grid_.cell,
                                grid_.columns,
                                grid_.rows,
                                sort_.start().data(),
                                parked_sort_.start().data(),
                                parked_stand ? parked_.data() : nullptr};
  with_capacity(lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>) {
    for_each_on_lanes<&grid_simd_entry>(execution, "plethos::neighbors::grid::query", "plethos::neighbors::grid::ties", agents.working,
                                        GridQuery<MemorySpace, Capacity>{agents, lists, grid_, sort_.start(), parked_sort_.start(), parked_,
                                                                         parameters_.neighbor_distance, leave},
                                        arguments);
  });
}

}  // namespace plethos::neighbors
