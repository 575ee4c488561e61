#pragma once

#include "algorithms/planning/fields/quadtree/quad_code.hpp"

namespace plethos::planning {

/// What each square of a world holds, on all levels down to the deepest one: whether some of its cells are blocked, and whether all are. A
/// bit a square, and the squares of a level lie in the order of quad_place(). A square is divided if only some of its cells are blocked,
/// but not on the deepest level.
template <class MemorySpace>
struct QuadBits {
  using Words = Kokkos::View<std::uint32_t*, MemorySpace>;

  std::int32_t depth = 0;       ///< the deepest level
  std::int32_t leaf_cells = 1;  ///< cells of a side of its squares
  Words some, all;

  /// Returns the words of the levels before one; level depth + 1 is not there.
  KOKKOS_INLINE_FUNCTION static std::int32_t first_word(std::int32_t level) {
    // Levels 0 to 2 have a word each, and from there on level l has 4^l / 32.
    return level <= 3 ? level : 3 + ((1 << 2 * level) - 64) / 96;
  }
  std::int32_t words() const { return first_word(depth + 1); }
  KOKKOS_INLINE_FUNCTION std::int32_t words_of(std::int32_t level) const { return first_word(level + 1) - first_word(level); }

  KOKKOS_INLINE_FUNCTION static bool bit(const Words& words, std::int32_t level, std::uint32_t place) {
    return (words(first_word(level) + static_cast<std::int32_t>(place / 32)) >> place % 32 & 1u) != 0;
  }
  KOKKOS_INLINE_FUNCTION bool mixed(std::int32_t level, std::uint32_t place) const {
    const std::int32_t word = first_word(level) + static_cast<std::int32_t>(place / 32);
    return ((some(word) & ~all(word)) >> place % 32 & 1u) != 0;
  }
  KOKKOS_INLINE_FUNCTION bool divided(std::int32_t level, std::uint32_t place) const { return level < depth && mixed(level, place); }
  /// Whether a square is a leaf of the tree.
  KOKKOS_INLINE_FUNCTION bool is_leaf(std::int32_t level, std::uint32_t place) const {
    return (level == 0 || mixed(level - 1, place >> 2)) && !divided(level, place);
  }
  /// Returns the leaf that holds a square of the deepest level.
  KOKKOS_INLINE_FUNCTION Quad leaf_at(std::int32_t x, std::int32_t y) const {
    const std::uint32_t place = quad_place(x, y);
    std::int32_t level = depth;
    // Whatever holds a divided square is divided.
    while (level > 0 && !mixed(level - 1, place >> 2 * (depth - level + 1))) --level;
    return {level, x >> (depth - level), y >> (depth - level)};
  }

  std::uint64_t bytes() const { return 4 * (some.size() + all.size()); }
};

/// The squares of one level that may have changed, by place.
struct QuadLevel {
  std::int32_t level;
  std::int32_t first, count;  ///< of a list
};

}  // namespace plethos::planning
