#pragma once

#include "algorithms/planning/fields/quadtree/quad_fields.hpp"
#include "backends/append.hpp"
#include "backends/relaxed_load.hpp"
#include "backends/teams.hpp"

namespace plethos::planning {

/// Memory of one field. `alone`: nobody else works on it, so that nothing needs to be atomic.
template <class MemorySpace, bool alone = false>
struct QuadField {
  const QuadTreeView<MemorySpace>& tree;
  QuadFieldState* state;
  std::int32_t* values;
  std::int32_t* listed[2];
  std::int32_t* raised[2];
  std::int32_t* pulled;
  // A bit a slot: whether the list of that name has the leaf. Slots in a row have bits in different words, since threads that meet in one
  // word wait for each other.
  std::int32_t words_shift;
  std::uint32_t* listed_marks[2];
  std::uint32_t* raised_marks[2];
  std::uint32_t* pulled_marks;

  KOKKOS_INLINE_FUNCTION std::int32_t value(std::int32_t slot) const { return backends::relaxed_load(values[slot]); }
  /// Calls visit(neighbor) for every `share`-th neighbor of a leaf, from the `part`-th one on.
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void for_each_neighbor(std::int32_t slot, int part, int share, const Visit& visit) const {
    const std::int32_t end = tree.first(slot) + tree.count(slot);
    for (std::int32_t k = tree.first(slot) + part; k < end; k += share) visit(tree.neighbors(k));
  }
  /// The cost of the way from a leaf through a neighbor.
  KOKKOS_INLINE_FUNCTION std::int32_t through(const QuadNeighbor& neighbor, std::int32_t slot) const {
    return add(value(neighbor.slot), tree.step_cost(neighbor.length, slot));
  }
  /// The cost of the cheapest way through one of these neighbors.
  KOKKOS_INLINE_FUNCTION std::int32_t best(std::int32_t slot, int part = 0, int share = 1) const {
    std::int32_t found = unreached;
    for_each_neighbor(slot, part, share, [&](const QuadNeighbor& neighbor) { found = Kokkos::min(found, through(neighbor, slot)); });
    return found;
  }
  KOKKOS_INLINE_FUNCTION static std::int32_t add(std::int32_t value, std::int32_t step) {
    return value < unreached - step ? value + step : unreached;
  }
  // Barriers between rounds let threads see what others have written. Threads of a warp that list leaves together work on the same field.
  /// Lists a leaf for a round.
  KOKKOS_INLINE_FUNCTION void list(std::int32_t slot, std::int32_t round) const {
    if (mark(listed_marks[round & 1], slot)) listed[round & 1][place(state->listed[round & 1])] = slot;
  }
  KOKKOS_INLINE_FUNCTION void check_later(std::int32_t slot, std::int32_t pass) const {
    if (mark(raised_marks[pass & 1], slot)) raised[pass & 1][place(state->raised[pass & 1])] = slot;
  }
  KOKKOS_INLINE_FUNCTION void pull_later(std::int32_t slot) const {
    if (mark(pulled_marks, slot)) pulled[place(state->pulled)] = slot;
  }
  KOKKOS_INLINE_FUNCTION void lower(std::int32_t& number, std::int32_t to) const {
    if constexpr (alone) {
      number = Kokkos::min(number, to);
    } else {
      Kokkos::atomic_min(&number, to);
    }
  }
  KOKKOS_INLINE_FUNCTION void count(std::int32_t& number) const {
    if constexpr (alone) {
      ++number;
    } else {
      Kokkos::atomic_add(&number, 1);
    }
  }
  /// Returns whether a leaf had no mark.
  KOKKOS_INLINE_FUNCTION bool mark(std::uint32_t* marks, std::int32_t slot) const {
    const std::uint32_t bit = 1u << (slot >> words_shift);
    std::uint32_t& word = marks[slot & ((1 << words_shift) - 1)];
    if constexpr (alone) {
      const bool had_none = (word & bit) == 0;
      word |= bit;
      return had_none;
    } else {
      return (Kokkos::atomic_fetch_or(&word, bit) & bit) == 0;
    }
  }
  KOKKOS_INLINE_FUNCTION void unmark(std::uint32_t* marks, std::int32_t slot) const {
    const std::uint32_t others = ~(1u << (slot >> words_shift));
    std::uint32_t& word = marks[slot & ((1 << words_shift) - 1)];
    if constexpr (alone) {
      word &= others;
    } else {
      Kokkos::atomic_and(&word, others);
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION static std::int32_t place(std::int32_t& number) {
    if constexpr (alone) {
      return number++;
    } else {
      return backends::append_place(number);
    }
  }
};

/// Lists of a field whose leaves have marks: two of rounds, two of passes, and that of leaves to be pulled.
inline constexpr int quad_mark_sets = 5;

/// All fields, for kernels.
template <class MemorySpace>
struct QuadFieldsView {
  using Numbers = Kokkos::View<std::int32_t*, MemorySpace>;
  QuadTreeView<MemorySpace> tree;
  std::int32_t slots;
  std::int32_t words_shift;  ///< a set of marks has 1 << words_shift words
  Numbers values, listed[2], raised[2], pulled;
  Kokkos::View<std::uint32_t*, MemorySpace> marks;
  Kokkos::View<QuadFieldState*, MemorySpace> states;

  KOKKOS_INLINE_FUNCTION std::int32_t words() const { return 1 << words_shift; }
  template <bool alone = false>
  KOKKOS_INLINE_FUNCTION QuadField<MemorySpace, alone> field(std::int32_t f) const {
    const std::size_t at = static_cast<std::size_t>(f) * static_cast<std::size_t>(slots);
    std::uint32_t* const first = marks.data() + static_cast<std::size_t>(f) * static_cast<std::size_t>(quad_mark_sets * words());
    return {tree,
            &states(f),
            values.data() + at,
            {listed[0].data() + at, listed[1].data() + at},
            {raised[0].data() + at, raised[1].data() + at},
            pulled.data() + at,
            words_shift,
            {first, first + words()},
            {first + 2 * words(), first + 3 * words()},
            first + 4 * words()};
  }
};

/// Memory that the threads of a block share while they work on a field: its state, and as many words of marks, if they fit. A device's
/// threads meet there much sooner than in its main memory.
class SharedField {
 public:
  explicit SharedField(std::int32_t words) : words_(bytes(words) <= most_bytes ? words : 0) {}

  std::size_t bytes() const { return bytes(words_); }
  /// Calls work(state, marks) with copies of a field's state and marks, which replace them afterwards.
  template <class Team, class Work>
  KOKKOS_INLINE_FUNCTION void share(const Team& team, QuadFieldState* state, std::uint32_t* marks, const Work& work) const {
    auto* const shared_state = team.template scratch<QuadFieldState>(1);
    auto* const shared_marks = words_ > 0 ? team.template scratch<std::uint32_t>(words_) : marks;
    if (team.rank() == 0) *shared_state = *state;
    team.each(words_, [&](int k) { shared_marks[k] = marks[k]; });
    work(shared_state, shared_marks);
    team.each(words_, [&](int k) { marks[k] = shared_marks[k]; });
    if (team.rank() == 0) *state = *shared_state;
  }

 private:
  /// Kokkos gives a block 48 kB of any GPU, and takes 8 of them for itself.
  static constexpr std::size_t most_bytes = 39 << 10;
  static std::size_t bytes(std::int32_t words) {
    return sizeof(QuadFieldState) + static_cast<std::size_t>(words) * sizeof(std::uint32_t) + 16;
  }

  std::int32_t words_;
};

}  // namespace plethos::planning
