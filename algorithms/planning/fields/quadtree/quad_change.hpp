#pragma once

#include "algorithms/planning/fields/quadtree/quad_leaves.hpp"
#include "algorithms/planning/fields/quadtree/quad_neighbors.hpp"
#include "algorithms/planning/points.hpp"
#include "backends/append.hpp"
#include "backends/teams.hpp"

namespace plethos::planning {

/// What a change of a quadtree counts, by place. Of `count_neighbors`, entries of QuadTreeView::neighbors are taken. The last two say that
/// leaves find no room, or that their neighbors do not.
enum QuadCount {
  count_inserted,
  count_removed,
  count_updated,
  count_touched,
  count_neighbors,
  count_no_leaf,
  count_no_neighbors,
  count_all
};

/// The threads of a device's block that change a quadtree.
constexpr int quad_change_team = 512;

/// Changes a quadtree by a list of squares of all levels, in which cells have turned: gives them their bits, tells by what they were which
/// leaves are gone, new or different, and lists the neighbors of those, and of the leaves around them, again (Garcia, Kapadia and Badler
/// 2014, section VII.B, steps 1 to 4, and algorithm 3). One team does it all, so that it takes one launch.
template <class MemorySpace>
struct ChangeQuads {
  static constexpr int grain = 1;
  using launch_bounds = backends::Tuning::OneBlock<quad_change_team>;
  using Numbers = Kokkos::View<std::int32_t*, MemorySpace>;

  DescribeLeaf<MemorySpace> describe;
  QuadBits<MemorySpace> before;         ///< bits of what the tree was; afterwards those of what it is
  Numbers places;                       ///< by level, and behind them a number for each of the deepest level
  QuadLevel levels[deepest_quads + 1];  ///< from the deepest level up
  std::int32_t level_count;
  Numbers inserted, removed, updated;  ///< codes
  Numbers free;                        ///< slots
  std::int32_t free_count, slots;
  Numbers marks;  ///< of each slot: whether it is in `touched`
  Numbers touched, counts;

  template <class Team>
  KOKKOS_INLINE_FUNCTION void work(const Team& team, int) const {
    const std::int32_t side = describe.cells.side;
    team.each(levels[0].count * side, [&](int k) { count_open(k / side, k % side); });
    for (std::int32_t l = 0; l < level_count; ++l) {
      team.each(levels[l].count, [&](int k) { find_bits(levels[l].level, place(levels[l].first + k), levels[l].first + k); });
    }
    team.each(squares(), [&](int k) { compare_square(level_of(k), place(k)); });
    team.each(squares(), [&](int k) {
      const std::int32_t word = before.first_word(level_of(k)) + static_cast<std::int32_t>(place(k) / 32);
      Kokkos::atomic_exchange(&before.some(word), tree().bits.some(word));
      Kokkos::atomic_exchange(&before.all(word), tree().bits.all(word));
    });
    const std::int32_t comes = counts(count_inserted), goes = counts(count_removed), stays = counts(count_updated);
    const std::int32_t capacity = tree().code.extent_int(0);
    // One place behind the last slot is where the scan of neighbors ends.
    if (Kokkos::max(comes, Kokkos::max(goes, stays)) > capacity || slots + comes - free_count - goes >= capacity) {
      if (team.rank() == 0) counts(count_no_leaf) = 1;
      return;
    }
    team.each(goes, [&](int k) { remove(k); });
    team.each(comes, [&](int k) { insert(k, free_count + goes); });
    team.each(stays, [&](int k) {
      const auto code = static_cast<std::uint32_t>(updated(k));
      describe(tree().find(quad_of(code)), code);
    });
    if (counts(count_no_leaf) > 0) return;
    team.each((comes + stays) * all_directions, [&](int k) {
      const std::int32_t changed = k / all_directions;
      touch_around(changed < comes ? inserted(changed) : updated(changed - comes), k % all_directions);
    });
    team.each(counts(count_touched), [&](int k) { list_neighbors(touched(k)); });
  }

 private:
  KOKKOS_INLINE_FUNCTION const QuadTreeView<MemorySpace>& tree() const { return describe.tree; }
  KOKKOS_INLINE_FUNCTION std::int32_t squares() const { return levels[level_count - 1].first + levels[level_count - 1].count; }
  KOKKOS_INLINE_FUNCTION std::uint32_t place(int k) const { return static_cast<std::uint32_t>(places(k)); }
  KOKKOS_INLINE_FUNCTION std::int32_t level_of(int k) const {
    std::int32_t l = 0;
    while (k >= levels[l].first + levels[l].count) ++l;
    return levels[l].level;
  }

  /// Adds the open cells of a row to those of a square of the deepest level, which begin with 0.
  KOKKOS_INLINE_FUNCTION void count_open(int k, std::int32_t row) const {
    const LeafCells<MemorySpace>& cells = describe.cells;
    const auto column = static_cast<std::int32_t>(gather_bits(place(k)));
    const std::int32_t open = cells.open_in_row(column, static_cast<std::int32_t>(gather_bits(place(k) >> 1)) * cells.side + row);
    Kokkos::atomic_add(&places(squares() + k), open);
  }
  KOKKOS_INLINE_FUNCTION void find_bits(std::int32_t level, std::uint32_t place, int k) const {
    const QuadBits<MemorySpace>& bits = tree().bits;
    bool some = false, all = false;
    if (level == bits.depth) {
      const std::int32_t open = places(squares() + k), cells = describe.cells.side * describe.cells.side;
      some = open < cells;
      all = open == 0;
    } else {
      const std::int32_t at = bits.first_word(level + 1) + static_cast<std::int32_t>(place / 8);
      some = (bits.some(at) >> 4 * (place % 8) & 15u) != 0;
      all = (bits.all(at) >> 4 * (place % 8) & 15u) == 15u;
    }
    const std::int32_t word = bits.first_word(level) + static_cast<std::int32_t>(place / 32);
    set(bits.some(word), place % 32, some);
    set(bits.all(word), place % 32, all);
  }
  KOKKOS_INLINE_FUNCTION static void set(std::uint32_t& word, std::uint32_t bit, bool value) {
    if (value) {
      Kokkos::atomic_or(&word, 1u << bit);
    } else {
      Kokkos::atomic_and(&word, ~(1u << bit));
    }
  }

  /// Compares what a square is now with what it was, and each of its children.
  KOKKOS_INLINE_FUNCTION void compare_square(std::int32_t level, std::uint32_t place) const {
    if (before.is_leaf(level, place) && tree().bits.is_leaf(level, place)) add(updated, count_updated, level, place);
    if (level == 0) compare(0, 0);
    if (level == tree().bits.depth) return;
    for (std::uint32_t child = 0; child < 4; ++child) compare(level + 1, 4 * place + child);
  }
  KOKKOS_INLINE_FUNCTION void compare(std::int32_t level, std::uint32_t place) const {
    const bool was = before.is_leaf(level, place), is = tree().bits.is_leaf(level, place);
    if (is && !was) add(inserted, count_inserted, level, place);
    if (was && !is) add(removed, count_removed, level, place);
  }
  KOKKOS_INLINE_FUNCTION void add(const Numbers& list, int count, std::int32_t level, std::uint32_t place) const {
    const std::int32_t at = backends::append_place(counts(count));
    if (at < list.extent_int(0)) list(at) = static_cast<std::int32_t>(1u << 2 * level | place);
  }

  /// Removes a leaf. Its code stays in the index, without a slot.
  KOKKOS_INLINE_FUNCTION void remove(int k) const {
    const std::uint32_t at = tree().index.find(static_cast<std::uint32_t>(removed(k)));
    const std::int32_t slot = tree().index.value_at(at);
    tree().index.value_at(at) = -1;
    tree().code(slot) = 0;
    tree().cost(slot) = 0;
    tree().count(slot) = 0;
    free(free_count + k) = slot;
  }
  /// Inserts a leaf into the last free slot, or into a new one.
  KOKKOS_INLINE_FUNCTION void insert(int k, std::int32_t free_slots) const {
    const auto code = static_cast<std::uint32_t>(inserted(k));
    const std::int32_t slot = k < free_slots ? free(free_slots - 1 - k) : slots + k - free_slots;
    const auto result = tree().index.insert(code, slot);
    if (result.failed()) {
      Kokkos::atomic_exchange(&counts(count_no_leaf), 1);
      return;
    }
    if (result.existing()) tree().index.value_at(result.index()) = slot;
    if (k >= free_slots) tree().capacity(slot) = 0;
    tree().count(slot) = 0;
    describe(slot, code);
  }

  /// Lists the leaves in one direction of a leaf that has changed, and with the first direction that leaf itself.
  KOKKOS_INLINE_FUNCTION void touch_around(std::int32_t code, int direction) const {
    const Quad quad = quad_of(static_cast<std::uint32_t>(code));
    if (direction == 0) touch(quad);
    if (direction < straight_directions) {
      for_each_quad_at_side(tree().bits, quad, direction, [&](const Quad& beside) { touch(beside); });
    } else {
      visit_quad_at_corner(tree().bits, quad, direction,
                           [&](const Quad& aslant, const Quad&, const Quad&, std::int32_t, std::int32_t) { touch(aslant); });
    }
  }
  KOKKOS_INLINE_FUNCTION void touch(const Quad& quad) const {
    const std::int32_t slot = tree().find(quad);
    if (Kokkos::atomic_exchange(&marks(slot), 1) == 0) touched(backends::append_place(counts(count_touched))) = slot;
  }
  /// Lists the neighbors of a leaf, in the room that it has or in more.
  KOKKOS_INLINE_FUNCTION void list_neighbors(std::int32_t slot) const {
    marks(slot) = 0;
    const std::int32_t room = tree().capacity(slot), here = tree().first(slot);
    std::int32_t count = 0;
    for_each_quad_neighbor(tree(), slot, [&](std::int32_t other, std::int32_t length) {
      if (count < room) tree().neighbors(here + count) = {other, length};
      ++count;
    });
    if (count > room) {
      const std::int32_t first = Kokkos::atomic_fetch_add(&counts(count_neighbors), count);
      if (first + count > tree().neighbors.extent_int(0)) {
        Kokkos::atomic_exchange(&counts(count_no_neighbors), 1);
        return;
      }
      tree().first(slot) = first;
      tree().capacity(slot) = count;
      std::int32_t at = first;
      for_each_quad_neighbor(tree(), slot, [&](std::int32_t other, std::int32_t length) { tree().neighbors(at++) = {other, length}; });
    }
    tree().count(slot) = count;
  }
};

}  // namespace plethos::planning
