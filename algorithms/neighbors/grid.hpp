#pragma once

#include <utility>

#include "algorithms/neighbors/search.hpp"
#include "algorithms/neighbors/uniform_grid.hpp"
#include "backends/scan.hpp"

namespace plethos::neighbors {

/// Sorts the agents by the cell of a uniform grid (counting sort, in parallel) and looks through cells ring by ring until the nearest are
/// certain. Cost: linear in the agents; the query is linear in those nearby. Memory: 8 bytes an agent and 4 a cell, at most 4 cells an
/// agent.
template <class Execution>
class Grid final : public Search<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;

  /// `largest_radius` of all agents, in metres: a cell is four of them wide, which holds a few agents where they stand densest.
  Grid(const Parameters& parameters, const Bounds& bounds, std::int32_t agents, float largest_radius)
      : parameters_(parameters),
        grid_(UniformGrid::cover(bounds, 4 * largest_radius, 4.0 * agents + 4096)),
        // One cell more for agents that have left, and the end of the last.
        start_("plethos::neighbors::grid::start", grid_.cells() + 2),
        cell_("plethos::neighbors::grid::cell", agents),
        rank_("plethos::neighbors::grid::rank", agents),
        block_sums_("plethos::neighbors::grid::block_sums", (grid_.cells() + 2) / backends::scan_block + 1) {}

  void build(const Execution& execution, Agents<MemorySpace>& agents, Agents<MemorySpace>& scratch) override;
  void park(const Execution&, const Agents<MemorySpace>&) override {}
  void query(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) override;
  std::size_t bytes() const override { return 4 * (start_.size() + cell_.size() + rank_.size() + block_sums_.size()); }

 private:
  Parameters parameters_;
  UniformGrid grid_;
  Integers start_, cell_, rank_, block_sums_;
};

template <class Integers>
struct GridClear {
  Integers start;
  KOKKOS_FUNCTION void operator()(int i) const { start(i) = 0; }
};

template <class MemorySpace, class Integers>
struct GridCount {
  Agents<MemorySpace> agents;
  UniformGrid grid;
  Integers start, cell, rank;
  bool leave;

  KOKKOS_FUNCTION void operator()(int i) const {
    cell(i) = present(agents.state(i), leave) ? grid.cell_of(agents.position(i, 0), agents.position(i, 1)) : grid.cells();
    rank(i) = Kokkos::atomic_fetch_add(&start(cell(i)), 1);
  }
};

template <class MemorySpace, class Integers>
struct GridSort {
  Agents<MemorySpace> from, to;
  Integers start, cell, rank;

  KOKKOS_FUNCTION void operator()(int i) const { to.copy_agent(start(cell(i)) + rank(i), from, i); }
};

template <class MemorySpace, class Integers, int Capacity>
struct GridQuery {
  static constexpr int grain = 256;
  Agents<MemorySpace> agents;
  Lists<MemorySpace> lists;
  UniformGrid grid;
  Integers start;
  float radius, radius_squared;
  bool leave;

  struct Visitor {
    const GridQuery& query;
    std::int32_t self;
    float x, y;
    NearestList<Capacity> nearest;

    KOKKOS_FUNCTION void operator()(std::int32_t first, std::int32_t last) {
      const auto before = [this](std::int32_t a, std::int32_t b) { return query.agents.id_before(a, b); };
      const std::int32_t end = query.start(last + 1);
      for (std::int32_t j = query.start(first); j < end; ++j) {
        const float squared = squared_distance(query.agents.position(j, 0) - x, query.agents.position(j, 1) - y);
        if (squared <= nearest.bound(query.radius_squared) && j != self) nearest.insert(squared, j, before);
      }
    }
    KOKKOS_FUNCTION float reach() const { return nearest.count < nearest.capacity ? query.radius : Kokkos::sqrt(nearest.bound(0.f)); }
  };

  KOKKOS_FUNCTION void operator()(int i) const {
    Visitor visitor{*this, i, agents.position(i, 0), agents.position(i, 1), NearestList<Capacity>(lists.capacity)};
    if (present(agents.state(i), leave)) grid.visit_rings(visitor.x, visitor.y, visitor);
    visitor.nearest.store(lists, i);
  }
};

template <class Execution>
void Grid<Execution>::build(const Execution& execution, Agents<MemorySpace>& agents, Agents<MemorySpace>& scratch) {
  const bool leave = parameters_.leave_on_arrival != 0;
  const int entries = grid_.cells() + 2;
  backends::for_each(execution, "plethos::neighbors::grid::clear", entries, GridClear<Integers>{start_});
  backends::for_each(execution, "plethos::neighbors::grid::count", agents.working,
                     GridCount<MemorySpace, Integers>{agents, grid_, start_, cell_, rank_, leave});
  backends::exclusive_scan(execution, "plethos::neighbors::grid::scan", entries, start_, block_sums_);
  backends::for_each(execution, "plethos::neighbors::grid::sort", agents.working,
                     GridSort<MemorySpace, Integers>{agents, scratch, start_, cell_, rank_});
  std::swap(agents, scratch);
}

template <class Execution>
void Grid<Execution>::query(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) {
  const float radius = parameters_.neighbor_distance;
  const bool leave = parameters_.leave_on_arrival != 0;
  const auto run = [&]<int Capacity>(std::integral_constant<int, Capacity>) {
    backends::for_each(execution, "plethos::neighbors::grid::query", agents.working,
                       GridQuery<MemorySpace, Integers, Capacity>{agents, lists, grid_, start_, radius, radius * radius, leave});
  };
  // The small list stays in fast memory.
  if (lists.capacity <= 16) {
    run(std::integral_constant<int, 16>());
  } else {
    run(std::integral_constant<int, maximum_capacity>());
  }
}

}  // namespace plethos::neighbors
