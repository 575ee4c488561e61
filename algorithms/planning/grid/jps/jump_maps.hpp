#pragma once

#include "algorithms/planning/grid/map/grid_graph.hpp"
#include "core/bits.hpp"

namespace plethos::planning {

/// 64 cells of a row: which of them a way may turn at, and how many such cells the map has before them.
struct TurnWord {
  std::uint64_t turns;
  std::int32_t before;
};

/// Where a cell lies.
struct TurnPlace {
  std::int32_t x, y;  ///< column and row
};

/// What jumps over a map need to know of it. Where jumps along rows and columns stop lies in bitmaps (Harabor and Grastien 2014, section
/// 3): at blocked cells, and at cells that a shortest way may turn at because the cell beside the one before is blocked. 64 cells are
/// looked at together.
template <class MemorySpace>
struct JumpMaps {
  /// The words of a row or a column. The cell behind its last one counts as blocked.
  std::int32_t words_of_row = 0;
  std::int32_t words_of_column = 0;
  Kokkos::View<std::uint64_t*, MemorySpace> east, west;    ///< row by row, a bit for each column
  Kokkos::View<std::uint64_t*, MemorySpace> south, north;  ///< column by column, a bit for each row
  /// Of each cell, bit d: the step in direction d is legal; and the bits of leads().
  Kokkos::View<std::uint16_t*, MemorySpace> moves;
  Kokkos::View<TurnWord*, MemorySpace> turns;        ///< row by row
  Kokkos::View<TurnPlace*, MemorySpace> turn_place;  ///< of the cells that a way may turn at, row by row

  /// The bit of a cell's moves that says whether a jump in a straight direction leads to a turn.
  KOKKOS_INLINE_FUNCTION static constexpr std::uint32_t leads(int direction) { return 1u << (all_directions + direction); }

  std::uint64_t bytes() const {
    return 8 * (east.size() + west.size() + south.size() + north.size()) + 2 * moves.size() + sizeof(TurnWord) * turns.size() +
           sizeof(TurnPlace) * turn_place.size();
  }
  /// Returns what the maps of so many cells take at least: a map without turns. A quarter of it serves to make them.
  static std::uint64_t least_bytes(std::int64_t cells) {
    return static_cast<std::uint64_t>(cells) * (2 * 64 + (4 + 6) * 8 + sizeof(TurnWord)) / 64;
  }

  KOKKOS_INLINE_FUNCTION bool is_turn(std::int32_t x, std::int32_t y) const {
    return (turns(y * words_of_row + x / 64).turns >> x % 64 & 1) != 0;
  }
  /// Returns the number of a turn by its column and row.
  KOKKOS_INLINE_FUNCTION std::int32_t turn(std::int32_t x, std::int32_t y) const {
    const TurnWord& word = turns(y * words_of_row + x / 64);
    return word.before + popcount(word.turns & ~(~std::uint64_t{0} << x % 64));
  }
  /// Returns the words of the row or column of a cell for jumps in a straight direction.
  KOKKOS_INLINE_FUNCTION const std::uint64_t* words(std::int32_t x, std::int32_t y, int direction) const {
    if (row_step(direction) == 0) return (direction == 0 ? east.data() : west.data()) + y * words_of_row;
    return (direction == 1 ? south.data() : north.data()) + x * words_of_column;
  }
  /// Whether jumps in a straight direction stop at a cell.
  KOKKOS_INLINE_FUNCTION bool stops(std::int32_t x, std::int32_t y, int direction) const {
    const std::int32_t at = row_step(direction) == 0 ? x : y;
    return (words(x, y, direction)[at / 64] >> at % 64 & 1) != 0;
  }
  /// Returns the number of cells from (x, y) in a straight direction to the next stop. One column or row behind the map is one.
  KOKKOS_INLINE_FUNCTION std::int32_t cells_to_stop(std::int32_t x, std::int32_t y, int direction) const {
    const std::uint64_t* const line = words(x, y, direction);
    const std::int32_t at = row_step(direction) == 0 ? x : y;
    return direction < 2 ? next_stop(line, at) - at : at - stop_before(line, at);
  }
  /// Returns how many cells before (x, y) a jump in a straight direction may begin that passes no stop on the way there.
  KOKKOS_INLINE_FUNCTION std::int32_t cells_from_stop(const GridGraph<MemorySpace>& graph, std::int32_t x, std::int32_t y,
                                                      int direction) const {
    const std::uint64_t* const line = words(x, y, direction);
    const std::int32_t at = row_step(direction) == 0 ? x : y;
    const std::int32_t cells = direction < 2 ? at - stop_before(line, at) : next_stop(line, at) - at;
    // A jump may begin at a stop that is a turn.
    const std::int32_t stop_x = x - cells * column_step(direction);
    const std::int32_t stop_y = y - cells * row_step(direction);
    const bool is_open =
        stop_x >= 0 && stop_x < graph.width && stop_y >= 0 && stop_y < graph.height && graph.passable(stop_y * graph.width + stop_x) != 0;
    return is_open ? cells : cells - 1;
  }
  /// Returns the column or row of the first stop behind `at`, in a row or column whose words are these.
  KOKKOS_INLINE_FUNCTION static std::int32_t next_stop(const std::uint64_t* words, std::int32_t at) {
    std::int32_t word = (at + 1) / 64;
    std::uint64_t stops = words[word] & ~std::uint64_t{0} << (at + 1) % 64;
    while (stops == 0) stops = words[++word];
    return 64 * word + countr_zero(stops);
  }
  /// Returns the one of the first stop before `at`; -1: the edge of the map.
  KOKKOS_INLINE_FUNCTION static std::int32_t stop_before(const std::uint64_t* words, std::int32_t at) {
    if (at == 0) return -1;
    std::int32_t word = (at - 1) / 64;
    std::uint64_t stops = words[word] & ~std::uint64_t{0} >> (63 - (at - 1) % 64);
    while (stops == 0) {
      if (word == 0) return -1;
      stops = words[--word];
    }
    return 64 * word + 63 - countl_zero(stops);
  }
};

/// Maps with the memory that they lie in, which may be larger, and what it takes to make them.
template <class MemorySpace>
struct KeptJumpMaps {
  using Words = Kokkos::View<std::uint64_t*, MemorySpace>;
  using Numbers = Kokkos::View<std::int32_t*, MemorySpace>;

  JumpMaps<MemorySpace> maps;
  decltype(maps.east) stops;  ///< of all four directions
  decltype(maps.moves) moves;
  decltype(maps.turns) turns;
  decltype(maps.turn_place) turn_places;
  Numbers counts, block_sums;
  Words lines;

  /// Returns the bytes besides those of `maps`.
  std::uint64_t bytes() const {
    return 8 * (stops.size() + lines.size()) + 2 * moves.size() + sizeof(TurnWord) * turns.size() + sizeof(TurnPlace) * turn_places.size() +
           4 * (counts.size() + block_sums.size()) - maps.bytes();
  }
};

/// Makes the maps of a graph. Memory is claimed as claim_view() says. Cost: two passes over the cells, of which one and a half look at 64
/// together. One number is copied to the host. Waits.
template <class Execution>
void make_jump_maps(const Execution& execution, const GridGraph<typename Execution::memory_space>& graph,
                    KeptJumpMaps<typename Execution::memory_space>& kept);

}  // namespace plethos::planning
