#pragma once

#include "algorithms/planning/grid_search/cell_search.hpp"
#include "algorithms/planning/regions/block_regions.hpp"
#include "algorithms/planning/regions/node_search.hpp"
#include "algorithms/planning/regions/region_window.hpp"
#include "algorithms/planning/regions/trail.hpp"

namespace plethos::planning {

/// Walks on along a trail by searches over the cells of one or two regions. Such a search takes the nodes of the slot from `first_node` on.
template <class MemorySpace>
struct RegionWalk {
  const BlockRegions<MemorySpace>& regions;
  const SearchSlot& memory;
  std::int32_t first_node;
  int shift;  ///< of the queue

  /// The nodes that a search takes.
  static std::int64_t nodes(int block_shift) { return std::int64_t{2} << 2 * block_shift; }

  /// Walks to a cell of a region without leaving it and the one before. The trail's end lies in `region`, and `to` in `next`.
  KOKKOS_INLINE_FUNCTION void to_cell(Trail<MemorySpace>& trail, std::int32_t region, std::int32_t next, std::int32_t to) const {
    if (trail.end() != to) walk(trail, {regions, region, next, to, false});
  }
  /// Walks towards the representative of the next region until it enters that region.
  KOKKOS_INLINE_FUNCTION void into(Trail<MemorySpace>& trail, std::int32_t region, std::int32_t next) const {
    walk(trail, {regions, region, next, regions.representative(next), true});
  }
  /// Returns the length of a shortest way between two cells of a region that does not leave it.
  KOKKOS_INLINE_FUNCTION std::uint32_t length_within(std::int32_t region, std::int32_t from, std::int32_t to) const {
    const SearchSlot cells = slot();
    return search_cells<SmallQueue>(regions.graph, RegionWindow<MemorySpace>{regions, region, region, to, false}, cells, shift, from).key;
  }

 private:
  KOKKOS_INLINE_FUNCTION SearchSlot slot() const {
    SearchSlot cells = memory.next();
    cells.nodes += first_node;
    return cells;
  }
  KOKKOS_INLINE_FUNCTION void walk(Trail<MemorySpace>& trail, const RegionWindow<MemorySpace>& window) const {
    const SearchSlot cells = slot();
    const std::int32_t from = trail.end();
    const CellSearchEnd end = search_cells<SmallQueue>(regions.graph, window, cells, shift, from);
    // The way is known from its end to its beginning; each node on it learns where it goes on.
    constexpr std::int32_t none = -1;
    std::int32_t ahead = none;
    for (std::int32_t cell = end.cell; cell != from;) {
      const std::int32_t node = window.node(cell);
      const auto direction = static_cast<std::int32_t>(cells.direction(node));
      cells.nodes[node].following = ahead;
      ahead = direction;
      cell = regions.graph.neighbor(cell, opposite(direction));
    }
    for (std::int32_t cell = from; ahead != none;) {
      std::int32_t steps = 0;
      const std::int32_t direction = ahead;
      do {
        cell = regions.graph.neighbor(cell, direction);
        ahead = cells.nodes[window.node(cell)].following;
        ++steps;
      } while (ahead == direction);
      trail.walk(direction, steps);
    }
  }
};

}  // namespace plethos::planning
