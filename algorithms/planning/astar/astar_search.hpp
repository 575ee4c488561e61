#pragma once

#include "algorithms/planning/grid_search/grid_graph.hpp"
#include "algorithms/planning/grid_search/grid_ways.hpp"
#include "algorithms/planning/grid_search/search_pool.hpp"

namespace plethos::planning {

/// A* over the cells of a map (Hart, Nilsson and Raphael 1968), with the least length of the rest as its estimate. Without estimates it is
/// Dijkstra's search. Of cells that are equally good the last one found comes first. Where costs are so different that a bucket of the
/// queue holds several keys, a cell may be opened again. The way is shortest all the same.
template <class MemorySpace, bool estimates>
struct AstarSearch {
  static constexpr bool parents = false;

  GridGraph<MemorySpace> graph;
  int shift = 0;  ///< of the queue

  AstarSearch() = default;
  explicit AstarSearch(const GridGraph<MemorySpace>& map)
      : graph(map), shift(bucket_shift((estimates ? 4ull : 2ull) * diagonal_length * map.dearest)) {}

  std::uint64_t bytes() const { return graph.bytes(); }

  /// Searches a way between two passable cells, and leaves it in `memory`.
  KOKKOS_FUNCTION WayEnd operator()(const SearchSlot& memory, std::int32_t from, std::int32_t to) const {
    const std::int32_t width = graph.width;
    const std::int32_t to_x = to % width;
    const std::int32_t to_y = to / width;
    const auto rest = [&](std::int32_t x, std::int32_t y) {
      if constexpr (estimates) return graph.least_length(x - to_x, y - to_y);
      return 0u;
    };
    const std::uint32_t first_key = rest(from % width, from / width);
    BucketQueue open(memory.nodes, memory.first, memory.used, shift, first_key);
    memory.open(from, 0, SearchSlot::no_direction);
    open.insert(from, first_key);
    std::uint32_t best = from == to ? 0 : longest_way;
    bool too_long = false;
    while (!open.empty()) {
      const std::int32_t cell = open.take();
      if (open.lowest() >= best) break;
      const std::int32_t x = cell % width;
      const std::int32_t y = cell / width;
      const std::uint32_t length = memory.nodes[cell].length;
      const std::uint32_t cost = graph.cost(cell);
      memory.close(cell);
      for (std::uint32_t legal = graph.steps(cell); legal != 0; legal &= legal - 1) {
        const int direction = Kokkos::countr_zero(legal);
        const std::int32_t next = graph.neighbor(cell, direction);
        const std::uint32_t longer = length + length_of_step(direction) * (cost + graph.cost(next));
        const bool reached = memory.reached(next);
        if (reached && longer >= memory.nodes[next].length) continue;
        const std::uint32_t ahead = rest(x + column_step(direction), y + row_step(direction));
        if (longer + ahead >= longest_way) too_long = true;
        if (longer + ahead >= best) continue;
        if (reached && memory.is_open(next)) open.remove(next, memory.nodes[next].length + ahead);
        memory.open(next, longer, static_cast<std::uint32_t>(direction));
        if (next == to) {
          best = longer;
          memory.close(next);
        } else {
          open.insert(next, longer + ahead);
        }
      }
    }
    if (best < longest_way) return WayEnd::found;
    return too_long ? WayEnd::too_long : WayEnd::none;
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
};

}  // namespace plethos::planning
