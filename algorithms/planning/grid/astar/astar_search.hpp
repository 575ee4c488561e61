#pragma once

#include "algorithms/planning/grid/search/cell_search.hpp"
#include "algorithms/planning/grid/search/grid_ways.hpp"
#include "algorithms/planning/grid/search/search_pool.hpp"

namespace plethos::planning {

/// A* over the cells of a map (Hart, Nilsson and Raphael 1968), with the least length of the rest as its estimate. Without estimates it is
/// Dijkstra's search. Of cells that are equally good the last one found comes first. Where costs are so different that a bucket of the
/// queue holds several keys, a cell may be opened again. The way is shortest all the same.
template <class MemorySpace, bool estimates>
struct AstarSearch {
  GridGraph<MemorySpace> graph;
  int shift = 0;  ///< of the queue

  AstarSearch() = default;
  explicit AstarSearch(const GridGraph<MemorySpace>& map)
      : graph(map), shift(bucket_shift((estimates ? 4ull : 2ull) * diagonal_length * map.dearest)) {}

  std::uint64_t bytes() const { return graph.bytes(); }
  SlotShape shape() const { return {graph.cells()}; }
  /// Returns what the search of a map claims at least, beside the graph: a slot.
  static std::uint64_t least_bytes(std::int64_t cells) { return SlotShape{cells}.bytes(); }

  /// Searches a way between two passable cells, and leaves it in `memory`.
  KOKKOS_FUNCTION WayEnd operator()(const SearchSlot& memory, std::int32_t from, std::int32_t to) const {
    const CellSearchEnd end =
        search_cells<BucketQueue>(graph, WholeMap{graph, to, to % graph.width, to / graph.width}, memory, shift, from);
    if (end.key < longest_way) return WayEnd::found;
    return end.too_long ? WayEnd::too_long : WayEnd::none;
  }

  /// Calls visit(cell) for the end of the way that was found last, and for the cells where it bends, from the end to the beginning. Cost:
  /// the cells of the way.
  template <class Visit>
  KOKKOS_FUNCTION void for_each_bend(const SearchSlot& memory, std::int32_t from, std::int32_t to, const Visit& visit) const {
    std::uint32_t ahead = SearchSlot::no_direction;
    for (std::int32_t cell = to; cell != from;) {
      const std::uint32_t direction = memory.direction(cell);
      if (direction != ahead) visit(cell);
      ahead = direction;
      cell = graph.neighbor(cell, opposite(static_cast<int>(direction)));
    }
  }

 private:
  struct WholeMap {
    static constexpr bool all_shortest = false;
    const GridGraph<MemorySpace>& graph;
    std::int32_t to, to_x, to_y;

    KOKKOS_INLINE_FUNCTION std::int32_t node(std::int32_t cell) const { return cell; }
    KOKKOS_INLINE_FUNCTION std::int32_t cell(std::int32_t node) const { return node; }
    KOKKOS_INLINE_FUNCTION bool allows(std::int32_t) const { return true; }
    KOKKOS_INLINE_FUNCTION bool ends(std::int32_t cell) const { return cell == to; }
    KOKKOS_INLINE_FUNCTION std::uint32_t rest(std::int32_t x, std::int32_t y) const {
      return estimates ? graph.least_length(x - to_x, y - to_y) : 0u;
    }
  };
};

}  // namespace plethos::planning
