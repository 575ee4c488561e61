#pragma once

#include "algorithms/planning/grid/jps/stop_maps.hpp"
#include "algorithms/planning/grid/search/grid_ways.hpp"
#include "algorithms/planning/grid/search/search_pool.hpp"
#include "core/bits.hpp"

namespace plethos::planning {

/// Jump point search (Harabor and Grastien 2011) over the cells of a map where every cell costs the same. A search opens only cells that a
/// way may turn at and jumps from one to the next. With eight neighbors a jump goes diagonally and then straight, without cutting corners
/// (Harabor and Grastien 2014). With four neighbors it goes along a column and then along a row. Jumps that lead to no turn open
/// nothing, and the cell between the two parts of a jump is not opened.
template <class MemorySpace>
struct JpsSearch {
  GridGraph<MemorySpace> graph;
  StopMaps<MemorySpace> stops;
  int shift = 0;  ///< of the queue

  JpsSearch() = default;
  JpsSearch(const GridGraph<MemorySpace>& map, const StopMaps<MemorySpace>& maps)
      : graph(map),
        stops(maps),
        shift(bucket_shift(4ull * diagonal_length * map.dearest * static_cast<std::uint64_t>(map.width + map.height))) {}

  std::uint64_t bytes() const { return graph.bytes() + stops.bytes(); }
  SlotShape shape() const { return {graph.cells(), graph.cells()}; }
  /// As AstarSearch::least_bytes(), with the four maps of stops.
  static std::uint64_t least_bytes(std::int64_t cells) {
    return SlotShape{cells, cells}.bytes() + 4 * static_cast<std::uint64_t>(cells) / 8;
  }

  /// Searches a way between two passable cells, and leaves it in `memory`.
  KOKKOS_FUNCTION WayEnd operator()(const SearchSlot& memory, std::int32_t from, std::int32_t to) const {
    const std::int32_t to_x = to % graph.width;
    const std::int32_t to_y = to / graph.width;
    const std::uint32_t first_key = graph.least_length(from % graph.width - to_x, from / graph.width - to_y);
    BucketQueue open(memory.nodes, memory.first, memory.used, shift, first_key);
    Scan scan{*this, memory, open, to, to_x, to_y, from == to ? 0 : longest_way, false, 0, 0};
    memory.open(from, 0, SearchSlot::no_direction);
    open.insert(from, first_key);
    while (!open.empty()) {
      const std::int32_t cell = open.take();
      if (open.lowest() >= scan.best) break;
      memory.close(cell);
      scan.expand(cell);
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
    for (std::int32_t cell = to; cell != from;) {
      const std::int32_t parent = memory.parent[cell];
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
  /// One search: what its jumps share.
  struct Scan {
    const JpsSearch& search;
    const SearchSlot& memory;
    BucketQueue& open;
    std::int32_t to, to_x, to_y;
    std::uint32_t best;  ///< length to `to`
    bool too_long;
    std::int32_t cell;     ///< that the jumps begin at
    std::uint32_t length;  ///< of the way to it

    /// Jumps from a cell in all directions that a shortest way may take from there.
    KOKKOS_INLINE_FUNCTION void expand(std::int32_t begin) {
      cell = begin;
      length = memory.nodes[cell].length;
      const std::int32_t x = cell % search.graph.width;
      const std::int32_t y = cell / search.graph.width;
      for (std::uint32_t left = directions(memory.direction(cell)); left != 0; left &= left - 1) {
        const int direction = countr_zero(left);
        if (two_parts(direction)) {
          jump_twice(x, y, direction);
        } else {
          jump_once(x, y, direction, 0, direction);
        }
      }
    }

    /// Whether jumps in a direction go on in another one.
    KOKKOS_INLINE_FUNCTION bool two_parts(int direction) const {
      return search.graph.connectivity == Connectivity::four ? row_step(direction) != 0 : direction >= straight_directions;
    }

    /// Returns the legal steps, as bits, that a shortest way may take from the cell if it came in this direction.
    KOKKOS_INLINE_FUNCTION std::uint32_t directions(std::uint32_t came) const {
      const std::uint32_t legal = search.graph.steps(cell);
      if (came == SearchSlot::no_direction) return legal;
      const int ahead = static_cast<int>(came);
      std::uint32_t useful = 1u << ahead;
      for (const int side : {(ahead + 1) % 4, (ahead + 3) % 4}) {
        const std::int32_t behind = search.graph.neighbor(search.graph.neighbor(cell, side), opposite(ahead));
        if ((legal >> side & 1u) == 0 || search.graph.passable(behind) != 0) continue;
        useful |= 1u << side | 1u << direction_of(column_step(ahead) + column_step(side), row_step(ahead) + row_step(side));
      }
      return legal & useful;
    }

    /// Opens what lies straight ahead of (x, y), which is `first` steps in the direction `by` away from the cell.
    KOKKOS_INLINE_FUNCTION void jump_once(std::int32_t x, std::int32_t y, int direction, std::int32_t first, int by) {
      const std::int32_t second = search.cells_to_stop(x, y, direction, to_x, to_y);
      if (second == 0) return;
      reach(x + second * column_step(direction), y + second * row_step(direction), direction,
            static_cast<std::uint32_t>(first) * length_of_step(by) + static_cast<std::uint32_t>(second) * straight_length);
    }

    KOKKOS_INLINE_FUNCTION void jump_twice(std::int32_t x, std::int32_t y, int direction) {
      const bool diagonal = direction >= straight_directions;
      const int one = diagonal ? direction_of(column_step(direction), 0) : 0;
      const int other = diagonal ? direction_of(0, row_step(direction)) : 2;
      std::int32_t at = cell;
      for (std::int32_t first = 1; (search.graph.steps(at) >> direction & 1u) != 0; ++first) {
        at = search.graph.neighbor(at, direction);
        x += column_step(direction);
        y += row_step(direction);
        if (at == to) {
          reach(x, y, direction, static_cast<std::uint32_t>(first) * length_of_step(direction));
          return;
        }
        jump_once(x, y, one, first, direction);
        jump_once(x, y, other, first, direction);
      }
    }

    /// Notes a way of `more` to a cell, if it is the best so far.
    KOKKOS_INLINE_FUNCTION void reach(std::int32_t x, std::int32_t y, int direction, std::uint32_t more) {
      const std::int32_t next = y * search.graph.width + x;
      const std::uint32_t longer = length + 2 * search.graph.cheapest * more;
      const bool reached = memory.reached(next);
      if (reached && longer >= memory.nodes[next].length) return;
      const std::uint32_t ahead = search.graph.least_length(x - to_x, y - to_y);
      if (longer + ahead >= longest_way) too_long = true;
      if (longer + ahead >= best) return;
      if (reached && memory.is_open(next)) open.remove(next, memory.nodes[next].length + ahead);
      memory.open(next, longer, static_cast<std::uint32_t>(direction));
      memory.parent[next] = cell;
      if (next == to) {
        best = longer;
        memory.close(next);
      } else {
        open.insert(next, longer + ahead);
      }
    }
  };

  /// Returns the number of cells from (x, y) in a straight direction to the next cell that a way may turn at, or to the end of the way; 0
  /// if a blocked cell comes first.
  KOKKOS_INLINE_FUNCTION std::int32_t cells_to_stop(std::int32_t x, std::int32_t y, int direction, std::int32_t to_x,
                                                    std::int32_t to_y) const {
    const bool along_row = row_step(direction) == 0;
    const std::int32_t at = along_row ? x : y;
    const std::int32_t line = along_row ? y : x;
    const std::int32_t end = along_row ? to_x : to_y;
    const bool end_in_line = line == (along_row ? to_y : to_x);
    const std::int32_t row_words = line * stops.words_of_row;
    const std::int32_t column_words = line * stops.words_of_column;
    if (direction < 2) {
      const std::uint64_t* const words = direction == 0 ? stops.east.data() + row_words : stops.south.data() + column_words;
      const std::int32_t stop = StopMaps<MemorySpace>::next_stop(words, at);
      if (end_in_line && end > at && end < stop) return end - at;
      return is_turn(x, y, direction, stop - at) ? stop - at : 0;
    }
    const std::uint64_t* const words = direction == 2 ? stops.west.data() + row_words : stops.north.data() + column_words;
    const std::int32_t stop = StopMaps<MemorySpace>::stop_before(words, at);
    if (end_in_line && end < at && end > stop) return at - end;
    return is_turn(x, y, direction, at - stop) ? at - stop : 0;
  }

  /// Returns whether the stop that lies so many cells ahead is a passable cell.
  KOKKOS_INLINE_FUNCTION bool is_turn(std::int32_t x, std::int32_t y, int direction, std::int32_t ahead) const {
    x += ahead * column_step(direction);
    y += ahead * row_step(direction);
    return x >= 0 && x < graph.width && y >= 0 && y < graph.height && graph.passable(y * graph.width + x) != 0;
  }
};

}  // namespace plethos::planning
