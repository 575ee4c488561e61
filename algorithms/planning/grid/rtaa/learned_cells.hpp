#pragma once

#include <cstdint>

#include "algorithms/planning/grid/rtaa/kept_walk.hpp"
#include "algorithms/planning/grid/search/search_slot.hpp"

namespace plethos::planning {

/// How many cells LearnedCells has places for, and where they are.
struct LearnedShape {
  std::int32_t places = 0;
  int shift = 0;  ///< places is 2 to the power of 32 - shift; 0: each cell of the map has a place of its own

  static constexpr int growth = 2;  ///< in bits
  static constexpr int first_bits = 10;

  /// The shape to begin with, for a map of so many cells and a search that comes to up to `at_once` of them before it asks for room.
  static LearnedShape first(std::int32_t cells, std::int64_t at_once) {
    int bits = first_bits;
    while (std::int64_t{1} << bits < 4 * at_once) ++bits;
    return fitting(bits, cells);
  }
  static LearnedShape whole(std::int32_t cells) { return {cells, 0}; }
  /// The next larger one.
  LearnedShape grown(std::int32_t cells) const { return shift == 0 ? *this : fitting(32 - shift + growth, cells); }
  /// Whether so many cells leave enough places free for a quick search.
  KOKKOS_INLINE_FUNCTION bool has_room_for(std::int64_t cells) const { return shift == 0 || 4 * cells <= std::int64_t{3} * places; }

  friend bool operator==(const LearnedShape&, const LearnedShape&) = default;

 private:
  static LearnedShape fitting(int bits, std::int32_t cells) {
    return bits > 30 || (1 << bits) >= cells ? whole(cells) : LearnedShape{1 << bits, 32 - bits};
  }
};

/// The cells that one search has come to, and the estimates that it has learned for them. It is a hash table with open addressing over the
/// nodes of the search's slot: a node's `length` is the estimate, its `previous` the cell, and its `following` a number for the search to
/// keep. What it learns also goes to the agent's kept walk, and a new cell gets the estimate that is kept there. Every function costs a
/// constant time on average.
struct LearnedCells {
  const SearchSlot& memory;
  LearnedShape shape;
  const KeptWalk& kept_walk;
  std::int64_t count = 0;  ///< cells that it holds

  KOKKOS_INLINE_FUNCTION std::uint32_t rest(std::int32_t place) const { return memory.nodes[place].length; }
  KOKKOS_INLINE_FUNCTION std::int32_t cell(std::int32_t place) const { return memory.nodes[place].previous; }
  KOKKOS_INLINE_FUNCTION std::int32_t& kept(std::int32_t place) const { return memory.nodes[place].following; }

  KOKKOS_INLINE_FUNCTION void learn(std::int32_t place, std::uint32_t rest) const {
    memory.nodes[place].length = rest;
    kept_walk.learn(cell(place), rest);
  }
  /// Returns the place of a cell. A new cell gets the estimate estimate() if none is kept, and keeps 0. It needs a free place.
  template <class Estimate>
  KOKKOS_INLINE_FUNCTION std::int32_t place(std::int32_t of, const Estimate& estimate) {
    std::int32_t at = of;
    if (shape.shift > 0) {
      // Fibonacci hashing (Knuth, volume 3, section 6.4).
      at = static_cast<std::int32_t>(static_cast<std::uint32_t>(of) * 2654435769u >> shape.shift);
      while (memory.reached(at) && cell(at) != of) at = (at + 1) & (shape.places - 1);
    }
    if (!memory.reached(at)) {
      const std::uint32_t learned = kept_walk.rest(of);
      memory.open(at, learned > 0 ? learned : estimate(), SearchSlot::no_direction);
      memory.nodes[at].previous = of;
      kept(at) = 0;
      ++count;
    }
    return at;
  }
};

}  // namespace plethos::planning
