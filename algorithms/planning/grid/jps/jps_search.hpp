#pragma once

#include "algorithms/planning/grid/jps/jump_lists.hpp"
#include "algorithms/planning/grid/search/grid_ways.hpp"
#include "algorithms/planning/grid/search/search_pool.hpp"

namespace plethos::planning {

/// Jump point search (Harabor and Grastien 2011) over the cells of a map where every cell costs the same. A search opens only cells that a
/// way may turn at and jumps from one to the next. With eight neighbors a jump goes diagonally and then straight, without cutting corners
/// (Harabor and Grastien 2014). With four neighbors it goes along a column and then along a row. Jumps that lead to no turn open
/// nothing, and the cell between the two parts of a jump is not opened. The jumps between turns are listed before the first search, if the
/// map has few; otherwise they are found anew. The nodes of a search are the turns of the map, and behind them the cells where it begins
/// and ends, if these are none.
template <class MemorySpace>
struct JpsSearch {
  JumpScan<MemorySpace> scan;
  JumpLists<MemorySpace> lists;
  int shift = 0;  ///< of the queue

  JpsSearch() = default;
  JpsSearch(const JumpScan<MemorySpace>& over, const JumpLists<MemorySpace>& between)
      : scan(over),
        lists(between),
        shift(
            bucket_shift(4ull * diagonal_length * over.graph.dearest * static_cast<std::uint64_t>(over.graph.width + over.graph.height))) {}

  std::uint64_t bytes() const { return scan.graph.bytes() + scan.maps.bytes() + lists.bytes(); }
  SlotShape shape() const { return {turns() + 2, turns() + 2}; }
  /// As RegionSearch::least_bytes(): the maps, and a slot without turns.
  static std::uint64_t least_bytes(std::int64_t cells) { return JumpMaps<MemorySpace>::least_bytes(cells) + SlotShape{2, 2}.bytes(); }

  /// Searches a way between two passable cells, and leaves it in `memory`.
  KOKKOS_FUNCTION WayEnd operator()(const SearchSlot& memory, std::int32_t from, std::int32_t to) const {
    const TurnPlace begin{from % scan.graph.width, from / scan.graph.width};
    const TurnPlace end{to % scan.graph.width, to / scan.graph.width};
    const std::uint32_t first_key = scan.graph.least_length(begin.x - end.x, begin.y - end.y);
    BucketQueue open(memory.nodes, memory.first, memory.used, shift, first_key);
    Search search{*this, memory, open, end, node_of(to, 1), from == to ? 0 : longest_way, false, {}};
    for (int d = 0; d < straight_directions; ++d) search.in_sight[d] = scan.maps.cells_from_stop(scan.graph, end.x, end.y, d);
    const std::int32_t first_node = node_of(from, 0);
    memory.open(first_node, 0, SearchSlot::no_direction);
    open.insert(first_node, first_key);
    while (!open.empty()) {
      const std::int32_t node = open.take();
      if (open.lowest() >= search.best) break;
      memory.close(node);
      if (node == first_node) {
        search.expand(node, begin, scan.legal_steps(from));
      } else {
        search.expand(node);
      }
    }
    if (search.best < longest_way) return WayEnd::found;
    return search.too_long ? WayEnd::too_long : WayEnd::none;
  }

  /// As AstarSearch::for_each_bend().
  template <class Visit>
  KOKKOS_FUNCTION void for_each_bend(const SearchSlot& memory, std::int32_t from, std::int32_t to, const Visit& visit) const {
    int ahead = -1;
    const auto leg = [&](std::int32_t columns, std::int32_t rows, std::int32_t end) {
      const int direction = direction_of(columns, rows);
      if (direction < 0) return;
      if (direction != ahead) visit(end);
      ahead = direction;
    };
    const std::int32_t first_node = node_of(from, 0);
    std::int32_t node = node_of(to, 1);
    for (std::int32_t cell = to; cell != from;) {
      node = memory.parent[node];
      const std::int32_t parent = node == first_node ? from : cell_of(node);
      const std::int32_t columns = cell % scan.graph.width - parent % scan.graph.width;
      const std::int32_t rows = cell / scan.graph.width - parent / scan.graph.width;
      // The last part of the jump is straight.
      const std::int32_t both = Kokkos::min(Kokkos::abs(columns), Kokkos::abs(rows));
      const std::int32_t first_columns = scan.graph.connectivity == Connectivity::four ? 0 : columns < 0 ? -both : both;
      const std::int32_t first_rows = scan.graph.connectivity == Connectivity::four ? rows : rows < 0 ? -both : both;
      leg(columns - first_columns, rows - first_rows, cell);
      leg(first_columns, first_rows, parent + first_rows * scan.graph.width + first_columns);
      cell = parent;
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int32_t turns() const { return static_cast<std::int32_t>(scan.maps.turn_place.extent(0)); }
  KOKKOS_INLINE_FUNCTION std::int32_t cell_of(std::int32_t node) const {
    const TurnPlace place = scan.maps.turn_place(node);
    return place.y * scan.graph.width + place.x;
  }
  /// Returns the node of a cell; `other` numbers those behind the turns.
  KOKKOS_INLINE_FUNCTION std::int32_t node_of(std::int32_t cell, std::int32_t other) const {
    const std::int32_t x = cell % scan.graph.width;
    const std::int32_t y = cell / scan.graph.width;
    return scan.maps.is_turn(x, y) ? scan.maps.turn(x, y) : turns() + other;
  }

  /// One search: what its jumps share.
  struct Search {
    const JpsSearch& jps;
    const SearchSlot& memory;
    BucketQueue& open;
    TurnPlace to;
    std::int32_t to_node;
    std::uint32_t best;  ///< length to the end
    bool too_long;
    std::int32_t in_sight[straight_directions];  ///< so many cells before the end a straight jump may begin that leads there

    /// Opens what jumps from a turn lead to.
    KOKKOS_INLINE_FUNCTION void expand(std::int32_t node) {
      const auto came = static_cast<int>(memory.direction(node));
      const TurnPlace place = jps.scan.maps.turn_place(node);
      if (!jps.lists.listed()) return expand(node, place, jps.scan.directions(jps.cell_of(node), came));
      const std::uint32_t length = memory.nodes[node].length;
      jump_to_end(node, place, length, [&] { return jps.scan.directions(jps.cell_of(node), came); });
      const std::int32_t list = straight_directions * node + came;
      const std::int32_t behind = jps.lists.first(list + 1);
      for (std::int32_t k = jps.lists.first(list); k < behind; ++k) {
        const Jump jump = jps.lists.jump(k);
        reach(node, jump.turn, length + 2 * jps.scan.graph.cheapest * jump.length(), jump.direction(),
              [&] { return jps.scan.maps.turn_place(jump.turn); });
      }
    }
    /// Opens what jumps in some directions from a node lead to.
    KOKKOS_INLINE_FUNCTION void expand(std::int32_t node, TurnPlace place, std::uint32_t directions) {
      const std::uint32_t length = memory.nodes[node].length;
      jump_to_end(node, place, length, [&] { return directions; });
      jps.scan.for_each_jump(place.x, place.y, directions, [&](std::int32_t x, std::int32_t y, int direction, std::uint32_t more) {
        reach(node, jps.scan.maps.turn(x, y), length + 2 * jps.scan.graph.cheapest * more, static_cast<std::uint32_t>(direction), [&] {
          return TurnPlace{x, y};
        });
      });
    }

    /// Reaches the end of the way by a jump from a node, if it passes no turn. directions(): in which jumps may begin. Other jumps that
    /// pass the end go on to the turn behind it, to which the way is longer.
    template <class Directions>
    KOKKOS_INLINE_FUNCTION void jump_to_end(std::int32_t node, TurnPlace place, std::uint32_t length, const Directions& directions) {
      const GridGraph<MemorySpace>& graph = jps.scan.graph;
      const bool four = graph.connectivity == Connectivity::four;
      const std::int32_t columns = to.x - place.x;
      const std::int32_t rows = to.y - place.y;
      const std::int32_t across = Kokkos::abs(columns);
      const std::int32_t down = Kokkos::abs(rows);
      const std::int32_t first = four ? down : Kokkos::min(across, down);
      const std::int32_t second = four ? across : Kokkos::max(across, down) - first;
      const bool along_row = four || across > down;
      // Few jumps pass this test.
      if (second > (along_row ? in_sight[columns > 0 ? 0 : 2] : in_sight[rows > 0 ? 1 : 3])) return;
      const int straight = along_row ? direction_of(columns, 0) : direction_of(0, rows);
      const int begin = first == 0 ? straight : direction_of(four ? 0 : columns, rows);
      if (begin < 0 || (directions() >> begin & 1u) == 0) return;
      std::int32_t cell = place.y * graph.width + place.x;
      for (std::int32_t k = 0; k < first; ++k, cell += graph.stride(begin)) {
        if ((jps.scan.legal_steps(cell) >> begin & 1u) == 0) return;
      }
      const std::uint32_t more =
          static_cast<std::uint32_t>(first) * length_of_step(begin) + static_cast<std::uint32_t>(second) * straight_length;
      reach(node, to_node, length + 2 * graph.cheapest * more, static_cast<std::uint32_t>(begin), [&] { return to; });
    }

    /// Notes a way from one node to the next, if it is the best so far. place(): where that lies.
    template <class Place>
    KOKKOS_INLINE_FUNCTION void reach(std::int32_t node, std::int32_t next, std::uint32_t length, std::uint32_t direction,
                                      const Place& place) {
      const bool reached = memory.reached(next);
      if (reached && length >= memory.nodes[next].length) return;
      const TurnPlace at = place();
      const std::uint32_t ahead = jps.scan.graph.least_length(at.x - to.x, at.y - to.y);
      if (length + ahead >= longest_way) too_long = true;
      if (length + ahead >= best) return;
      if (reached && memory.is_open(next)) open.remove(next, memory.nodes[next].length + ahead);
      memory.open(next, length, direction);
      memory.parent[next] = node;
      if (next == to_node) {
        best = length;
        memory.close(next);
      } else {
        open.insert(next, length + ahead);
      }
    }
  };
};

}  // namespace plethos::planning
