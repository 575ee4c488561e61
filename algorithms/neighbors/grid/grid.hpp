#pragma once

#include "algorithms/neighbors/grid/grid_arguments.hpp"
#include "algorithms/neighbors/grid/grid_method.hpp"
#include "algorithms/neighbors/search.hpp"
#include "backends/counting_sort.hpp"
#include "core/uniform_grid.hpp"

namespace plethos::neighbors {

/// Sorts the agents by the cells of a uniform grid (counting sort, in parallel). A query looks through the cells around an agent ring by
/// ring, until the nearest agents are certain. Parked agents that stand in the scene are listed by cell once, and ghosts in each step.
/// Each world of an ensemble has the cells by itself, one world behind the other, so that agents of one world lie together.
/// Cost: building is linear in the working agents and the cells, a query in the agents nearby. Memory: 4 bytes a cell, at most 2 cells an
/// agent. If arrived agents stand in the scene, it is twice as much, and 4 bytes an agent; with ghosts 4 bytes a cell and 8 an
/// agent more.
template <class Execution>
class Grid final : public Search<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;

  /// `largest_radius` is the largest radius of all agents, in metres. A cell is four times as wide, so that it holds a few agents where
  /// they stand densest. There is room for `agents` agents, and cells for the `expected` number; 0: as many. There are `worlds`.
  Grid(const Parameters& parameters, const Bounds& bounds, std::int32_t agents, float largest_radius, std::int32_t expected = 0,
       std::int32_t worlds = 1)
      : parameters_(parameters),
        agents_(agents),
        worlds_(worlds),
        grid_(UniformGrid::cover(bounds, 4 * largest_radius, (2.0 * (expected > 0 ? expected : agents) + 4096) / worlds)),
        // One more bin holds the agents that have left.
        sort_(cells() + 1) {
    if (parameters.leave_on_arrival) return;
    parked_sort_ = backends::CountingSort<MemorySpace>(cells() + 1);
    parked_ = Integers("plethos::neighbors::grid::parked", agents);
  }

  void build(const Execution& execution, Agents<MemorySpace>& agents, Agents<MemorySpace>& scratch) override;
  void park(const Execution& execution, const Agents<MemorySpace>& agents) override;
  void expect_ghosts(std::int32_t most, const Box& core) override;
  void find_ghosts(const Execution& execution, const Agents<MemorySpace>& agents) override;
  void query(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) override;
  void make_lists(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists,
                  const VerletLists<MemorySpace>& verlet) override;
  std::size_t bytes() const override {
    return sort_.bytes() + parked_sort_.bytes() + 4 * (parked_.size() + last_ghost_.size() + ghost_before_.size() + cell_of_ghost_.size());
  }

  /// Returns the arguments of a query, of agents as build() left them.
  GridArguments arguments(const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) const;

 private:
  /// Of all worlds.
  std::int32_t cells() const { return worlds_ * grid_.cells(); }

  Parameters parameters_;
  std::int32_t agents_, worlds_;
  UniformGrid grid_;
  backends::CountingSort<MemorySpace> sort_, parked_sort_;
  Integers parked_;  // indices of the parked agents, sorted by cell, from `working` on
  // Ghosts are few, so they are linked in their cells: a sort would go through all cells.
  Integers last_ghost_, ghost_before_, cell_of_ghost_;
  std::int32_t linked_ = 0;  // ghosts that are in cells
  CellRange core_;
};

}  // namespace plethos::neighbors
