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

  /// A way that a search has found. It can be followed until the next search of this kind.
  struct Found {
    RegionWindow<MemorySpace> window;
    SearchSlot cells;
    std::int32_t from;
    CellSearchEnd end;
  };

  /// Searches a shortest way from a cell to the end of a window. There has to be one. Cost: the cells of the window.
  KOKKOS_INLINE_FUNCTION Found search(const RegionWindow<MemorySpace>& window, std::int32_t from) const {
    SearchSlot cells = memory.next();
    cells.nodes += first_node;
    return {window, cells, from, search_cells<SmallQueue>(regions.graph, window, cells, shift, from)};
  }
  /// Walks the way that the last search has found. It begins at the trail's end.
  KOKKOS_INLINE_FUNCTION void follow(Trail<MemorySpace>& trail, const Found& found) const {
    // The way is known from its end to its beginning; each node on it learns where it goes on.
    constexpr std::int32_t none = -1;
    std::int32_t ahead = none;
    for (std::int32_t cell = found.end.cell; cell != found.from;) {
      const std::int32_t node = found.window.node(cell);
      const auto direction = static_cast<std::int32_t>(found.cells.direction(node));
      found.cells.nodes[node].following = ahead;
      ahead = direction;
      cell = regions.graph.neighbor(cell, opposite(direction));
    }
    for (std::int32_t cell = found.from; ahead != none;) {
      std::int32_t steps = 0;
      const std::int32_t direction = ahead;
      do {
        cell = regions.graph.neighbor(cell, direction);
        ahead = found.cells.nodes[found.window.node(cell)].following;
        ++steps;
      } while (ahead == direction);
      trail.walk(direction, steps);
    }
  }
  /// Walks to a cell of a region without leaving it and the one before. The trail's end lies in `region`, and `to` in `next`.
  KOKKOS_INLINE_FUNCTION void to_cell(Trail<MemorySpace>& trail, std::int32_t region, std::int32_t next, std::int32_t to) const {
    if (trail.end() != to) follow(trail, search({regions, region, next, to, false}, trail.end()));
  }
  /// Walks towards the representative of the next region until it enters that region.
  KOKKOS_INLINE_FUNCTION void into(Trail<MemorySpace>& trail, std::int32_t region, std::int32_t next) const {
    follow(trail, search({regions, region, next, regions.representative(next), true}, trail.end()));
  }
};

}  // namespace plethos::planning
