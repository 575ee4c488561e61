#pragma once

#include "algorithms/planning/grid/jps/jump_maps.hpp"
#include "algorithms/planning/grid/search/grid_ways.hpp"
#include "algorithms/planning/grid/search/search_pool.hpp"
#include "core/bits.hpp"

namespace plethos::planning {

/// Jump point search (Harabor and Grastien 2011) over the cells of a map where every cell costs the same. A search opens only cells that a
/// way may turn at and jumps from one to the next. With eight neighbors a jump goes diagonally and then straight, without cutting corners
/// (Harabor and Grastien 2014). With four neighbors it goes along a column and then along a row. Jumps that lead to no turn open
/// nothing, and the cell between the two parts of a jump is not opened. The nodes of a search are the turns of the map, behind them the
/// cell where it begins, and at the end the one where it ends, whether these are turns or not.
template <class MemorySpace>
struct JpsSearch {
  GridGraph<MemorySpace> graph;
  JumpMaps<MemorySpace> maps;
  int shift = 0;  ///< of the queue

  JpsSearch() = default;
  JpsSearch(const GridGraph<MemorySpace>& map, const JumpMaps<MemorySpace>& of_map)
      : graph(map),
        maps(of_map),
        shift(bucket_shift(4ull * diagonal_length * map.dearest * static_cast<std::uint64_t>(map.width + map.height))) {}

  std::uint64_t bytes() const { return graph.bytes() + maps.bytes(); }
  SlotShape shape() const { return {turns() + 2, turns() + 2}; }
  /// As RegionSearch::least_bytes(): the maps, and a slot without turns.
  static std::uint64_t least_bytes(std::int64_t cells) { return JumpMaps<MemorySpace>::least_bytes(cells) + SlotShape{2, 2}.bytes(); }

  /// Searches a way between two passable cells, and leaves it in `memory`.
  KOKKOS_FUNCTION WayEnd operator()(const SearchSlot& memory, std::int32_t from, std::int32_t to) const {
    const std::int32_t to_x = to % graph.width;
    const std::int32_t to_y = to / graph.width;
    const std::uint32_t first_key = graph.least_length(from % graph.width - to_x, from / graph.width - to_y);
    BucketQueue open(memory.nodes, memory.first, memory.used, shift, first_key);
    Scan scan{*this, memory, open, from, to, to_x, to_y, from == to ? 0 : longest_way, false, 0, 0, 0};
    memory.open(first_node(), 0, SearchSlot::no_direction);
    open.insert(first_node(), first_key);
    while (!open.empty()) {
      const std::int32_t node = open.take();
      if (open.lowest() >= scan.best) break;
      memory.close(node);
      scan.expand(node);
    }
    if (scan.best < longest_way) return WayEnd::found;
    return scan.too_long ? WayEnd::too_long : WayEnd::none;
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
    std::int32_t node = last_node();
    for (std::int32_t cell = to; cell != from;) {
      node = memory.parent[node];
      const std::int32_t parent = node == first_node() ? from : maps.turn_cell(node);
      const std::int32_t columns = cell % graph.width - parent % graph.width;
      const std::int32_t rows = cell / graph.width - parent / graph.width;
      // The last part of the jump is straight.
      const std::int32_t both = Kokkos::min(Kokkos::abs(columns), Kokkos::abs(rows));
      const std::int32_t first_columns = graph.connectivity == Connectivity::four ? 0 : columns < 0 ? -both : both;
      const std::int32_t first_rows = graph.connectivity == Connectivity::four ? rows : rows < 0 ? -both : both;
      leg(columns - first_columns, rows - first_rows, cell);
      leg(first_columns, first_rows, parent + first_rows * graph.width + first_columns);
      cell = parent;
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int32_t turns() const { return static_cast<std::int32_t>(maps.turn_cell.size()); }
  KOKKOS_INLINE_FUNCTION std::int32_t first_node() const { return turns(); }
  KOKKOS_INLINE_FUNCTION std::int32_t last_node() const { return turns() + 1; }

  /// One search: what its jumps share.
  struct Scan {
    const JpsSearch& search;
    const SearchSlot& memory;
    BucketQueue& open;
    std::int32_t from, to, to_x, to_y;
    std::uint32_t best;  ///< length to `to`
    bool too_long;
    std::int32_t node, cell;  ///< that the jumps begin at
    std::uint32_t length;     ///< of the way to it

    /// Jumps from a node in all directions that a shortest way may take from there.
    KOKKOS_INLINE_FUNCTION void expand(std::int32_t begin) {
      node = begin;
      cell = begin == search.first_node() ? from : search.maps.turn_cell(begin);
      length = memory.nodes[node].length;
      const std::int32_t x = cell % search.graph.width;
      const std::int32_t y = cell / search.graph.width;
      const std::uint32_t moves = search.maps.moves(cell);
      for (std::uint32_t left = directions(moves, memory.direction(node)); left != 0; left &= left - 1) {
        const int direction = countr_zero(left);
        if (two_parts(direction)) {
          jump_twice(x, y, moves, direction);
        } else {
          jump_once(x, y, moves, direction, 0, direction);
        }
      }
    }

    /// Whether jumps in a direction go on in another one.
    KOKKOS_INLINE_FUNCTION bool two_parts(int direction) const {
      return search.graph.connectivity == Connectivity::four ? row_step(direction) != 0 : direction >= straight_directions;
    }

    /// Returns the legal steps, as bits, that a shortest way may take from the cell if it came in this direction.
    KOKKOS_INLINE_FUNCTION std::uint32_t directions(std::uint32_t moves, std::uint32_t came) const {
      const std::uint32_t legal = moves & ((1u << all_directions) - 1);
      if (came == SearchSlot::no_direction) return legal;
      const int ahead = static_cast<int>(came);
      std::uint32_t useful = 1u << ahead;
      for (const int side : {(ahead + 1) % 4, (ahead + 3) % 4}) {
        if ((legal >> side & 1u) == 0 || !is_corner(legal, side, opposite(ahead))) continue;
        useful |= 1u << side | 1u << direction_of(column_step(ahead) + column_step(side), row_step(ahead) + row_step(side));
      }
      return legal & useful;
    }

    /// Returns whether the cell between two passable ones beside this one is blocked.
    KOKKOS_INLINE_FUNCTION bool is_corner(std::uint32_t legal, int one, int other) const {
      if (search.graph.connectivity == Connectivity::four) {
        return search.graph.passable(search.graph.neighbor(search.graph.neighbor(cell, one), other)) == 0;
      }
      return (legal >> direction_of(column_step(one) + column_step(other), row_step(one) + row_step(other)) & 1u) == 0;
    }

    /// Opens what lies straight ahead of (x, y), which has these moves and is `first` steps in the direction `by` away from the cell.
    KOKKOS_INLINE_FUNCTION void jump_once(std::int32_t x, std::int32_t y, std::uint32_t moves, int direction, std::int32_t first, int by) {
      const std::int32_t second = search.cells_to_stop(x, y, moves, direction, to_x, to_y);
      if (second == 0) return;
      reach(x + second * column_step(direction), y + second * row_step(direction), direction,
            static_cast<std::uint32_t>(first) * length_of_step(by) + static_cast<std::uint32_t>(second) * straight_length);
    }

    KOKKOS_INLINE_FUNCTION void jump_twice(std::int32_t x, std::int32_t y, std::uint32_t moves, int direction) {
      const bool diagonal = direction >= straight_directions;
      const int one = diagonal ? direction_of(column_step(direction), 0) : 0;
      const int other = diagonal ? direction_of(0, row_step(direction)) : 2;
      const std::uint32_t pays = JumpMaps<MemorySpace>::leads(one) | JumpMaps<MemorySpace>::leads(other);
      // Where the jump crosses the row and the column of the end; never if these numbers are not above 0.
      const std::int32_t to_row = (to_y - y) * row_step(direction);
      const std::int32_t to_column = (to_x - x) * column_step(direction);
      const std::int32_t stride = search.graph.stride(direction);
      std::int32_t at = cell;
      for (std::int32_t first = 1; (moves >> direction & 1u) != 0; ++first) {
        at += stride;
        moves = search.maps.moves(at);
        if ((moves & pays) == 0 && first != to_row && first != to_column) continue;
        const std::int32_t at_x = x + first * column_step(direction);
        const std::int32_t at_y = y + first * row_step(direction);
        if (at == to) {
          reach(at_x, at_y, direction, static_cast<std::uint32_t>(first) * length_of_step(direction));
          return;
        }
        jump_once(at_x, at_y, moves, one, first, direction);
        jump_once(at_x, at_y, moves, other, first, direction);
      }
    }

    /// Notes a way of `more` to a cell, if it is the best so far.
    KOKKOS_INLINE_FUNCTION void reach(std::int32_t x, std::int32_t y, int direction, std::uint32_t more) {
      const std::int32_t to_cell = y * search.graph.width + x;
      const std::int32_t next = to_cell == to ? search.last_node() : to_cell == from ? search.first_node() : search.maps.turn(x, y);
      const std::uint32_t longer = length + 2 * search.graph.cheapest * more;
      const bool reached = memory.reached(next);
      if (reached && longer >= memory.nodes[next].length) return;
      const std::uint32_t ahead = search.graph.least_length(x - to_x, y - to_y);
      if (longer + ahead >= longest_way) too_long = true;
      if (longer + ahead >= best) return;
      if (reached && memory.is_open(next)) open.remove(next, memory.nodes[next].length + ahead);
      memory.open(next, longer, static_cast<std::uint32_t>(direction));
      memory.parent[next] = node;
      if (to_cell == to) {
        best = longer;
        memory.close(next);
      } else {
        open.insert(next, longer + ahead);
      }
    }
  };

  /// Returns the number of cells from (x, y), which has these moves, in a straight direction to the next cell that a way may turn at, or to
  /// the end of the way; 0 if a blocked cell comes first.
  KOKKOS_INLINE_FUNCTION std::int32_t cells_to_stop(std::int32_t x, std::int32_t y, std::uint32_t moves, int direction, std::int32_t to_x,
                                                    std::int32_t to_y) const {
    const bool along_row = row_step(direction) == 0;
    const std::int32_t at = along_row ? x : y;
    const std::int32_t line = along_row ? y : x;
    const std::int32_t end = along_row ? to_x : to_y;
    const bool end_in_line = line == (along_row ? to_y : to_x);
    const bool leads = (moves & JumpMaps<MemorySpace>::leads(direction)) != 0;
    if (!leads && !end_in_line) return 0;
    const std::int32_t row_words = line * maps.words_of_row;
    const std::int32_t column_words = line * maps.words_of_column;
    if (direction < 2) {
      const std::uint64_t* const words = direction == 0 ? maps.east.data() + row_words : maps.south.data() + column_words;
      const std::int32_t stop = JumpMaps<MemorySpace>::next_stop(words, at);
      if (end_in_line && end > at && end < stop) return end - at;
      return leads ? stop - at : 0;
    }
    const std::uint64_t* const words = direction == 2 ? maps.west.data() + row_words : maps.north.data() + column_words;
    const std::int32_t stop = JumpMaps<MemorySpace>::stop_before(words, at);
    if (end_in_line && end < at && end > stop) return at - end;
    return leads ? at - stop : 0;
  }
};

}  // namespace plethos::planning
