#pragma once

#include "algorithms/planning/grid/regions/trail.hpp"
#include "algorithms/planning/grid/regions/window_search.hpp"

namespace plethos::planning {

/// Walks on along a trail by searches over the cells of one or two regions. Such a search takes the nodes of the slot from `first_node` on.
/// All threads of a team walk together. Of ways that are equally long they take the one whose steps have the lowest numbers, from its end.
template <class MemorySpace, class Team>
struct RegionWalk {
  const Team& team;
  const BlockRegions<MemorySpace>& regions;
  const SearchSlot& memory;
  std::int32_t first_node;
  int shift;  ///< of the queue

  using Search = decltype(window_search<MemorySpace>(std::declval<const Team&>(), std::declval<const SearchSlot&>(), 0));

  /// A way that a search has found. It can be followed until a team searches in this slot again.
  struct Found {
    RegionWindow<MemorySpace> window;
    Search search;
    std::int32_t from;
    CellSearchEnd end;
  };

  /// Searches a shortest way from a cell to the end of a window. There has to be one. Cost: the cells of the window.
  KOKKOS_INLINE_FUNCTION Found search(const RegionWindow<MemorySpace>& window, std::int32_t from) const {
    SearchSlot cells = memory.next(team);
    cells.nodes += first_node;
    Search over = window_search<MemorySpace>(team, cells, shift);
    const CellSearchEnd end = over.run(window, from);
    return {window, over, from, end};
  }
  /// Walks the way that the last search has found. It begins at the trail's end. Returns false for a way that is too long.
  KOKKOS_INLINE_FUNCTION bool follow(Trail<MemorySpace, Team>& trail, Found found) const {
    if (found.end.key >= longest_way) return false;
    found.search.trace(team, found.window, found.from, found.end);
    found.search.for_each_leg(found.window, found.from, found.end,
                              [&](int direction, std::int32_t steps) { trail.walk(direction, steps); });
    return true;
  }
  /// Walks to a cell of a region without leaving it and the one before. The trail's end lies in `region`, and `to` in `next`.
  KOKKOS_INLINE_FUNCTION bool to_cell(Trail<MemorySpace, Team>& trail, std::int32_t region, std::int32_t next, std::int32_t to) const {
    return trail.end() == to || follow(trail, search({regions, region, next, to, false}, trail.end()));
  }
  /// Walks towards the representative of the next region until it enters that region.
  KOKKOS_INLINE_FUNCTION bool into(Trail<MemorySpace, Team>& trail, std::int32_t region, std::int32_t next) const {
    return follow(trail, search({regions, region, next, regions.representative(next), true}, trail.end()));
  }
};

}  // namespace plethos::planning
