#pragma once

#include "algorithms/planning/grid/rtaa/learned_cells.hpp"
#include "algorithms/planning/grid/search/bend_list.hpp"
#include "core/bits.hpp"

namespace plethos::planning {

/// The episodes of one search: each is an A* search of a few cells from where the agent is, by what the agent has learned, then a lesson,
/// and then a walk (Koenig and Likhachev 2006, figure 3). Of open cells the one with the least length and estimate together comes first, of
/// equal ones the one with the longest way, then the one with the lowest number; of equal ways to a cell the one that was found first. So
/// nothing depends on where memory holds a cell.
template <class MemorySpace>
class Episodes {
 public:
  /// The most cells that an episode of so many expansions comes to, in a map of `all` cells. The first expansion comes to a cell and its
  /// eight neighbors. Every other one is of a neighbor of an expanded cell, so that at least four of these nine cells are known.
  KOKKOS_INLINE_FUNCTION static constexpr std::int64_t cells(std::int32_t lookahead, std::int32_t all) {
    const std::int64_t most = 9 + std::int64_t{5} * (lookahead - 1);
    return most < all ? most : all;
  }
  /// The numbers of a slot that an episode takes.
  KOKKOS_INLINE_FUNCTION static constexpr std::int64_t numbers(std::int32_t lookahead, std::int32_t all) {
    return 6 * cells(lookahead, all);
  }

  KOKKOS_INLINE_FUNCTION Episodes(const GridGraph<MemorySpace>& graph, const LearnedCells& learned, std::int32_t lookahead, std::int32_t to)
      : graph_(graph),
        learned_(learned),
        lookahead_(lookahead),
        most_(cells(lookahead, graph.cells())),
        to_(to),
        to_x_(to % graph.width),
        to_y_(to / graph.width) {
    std::int32_t* const numbers = learned.memory.parent;
    place_ = numbers;
    key_ = numbers + most_;
    length_ = numbers + 2 * most_;
    came_ = numbers + 3 * most_;
    heap_ = numbers + 4 * most_;
    heap_place_ = numbers + 5 * most_;
  }

  /// Whether there is memory for another episode, whatever it comes to.
  KOKKOS_INLINE_FUNCTION bool has_room() const { return learned_.shape.has_room_for(learned_.count + most_); }

  /// Lets the agent look around from the end of its way, learn, and walk to the best cell that it has seen. There has to be a way to the
  /// goal. Returns false if all of them are too long.
  KOKKOS_INLINE_FUNCTION bool walk(BendList<MemorySpace>& way) {
    count_ = closed_ = 0;
    reach(way.end(), way.end() % graph_.width, way.end() / graph_.width, 0, 0);
    while (open() > 0) {
      const std::int32_t best = first_open();
      if (closed_ == lookahead_ || cell(best) == to_) {
        learn(key_[best]);
        follow(way, best);
        return true;
      }
      expand(best);
    }
    return false;
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int32_t cell(std::int32_t k) const { return learned_.cell(place_[k]); }
  KOKKOS_INLINE_FUNCTION std::int32_t open() const { return count_ - closed_; }
  /// Whether there are so few open cells that to look at all of them takes less time than a heap of them.
  KOKKOS_INLINE_FUNCTION bool is_short() const { return lookahead_ < 10; }

  KOKKOS_INLINE_FUNCTION void reach(std::int32_t next, std::int32_t x, std::int32_t y, std::uint32_t length, std::int32_t came) {
    const std::int32_t place = learned_.place(next, [&] { return graph_.least_length(x - to_x_, y - to_y_); });
    const std::uint32_t rest = learned_.rest(place);
    if (length >= longest_way - rest) return;
    std::int32_t k = learned_.kept(place);
    const bool is_new = k >= count_ || place_[k] != place;
    if (is_new) {
      k = count_++;
      place_[k] = place;
      learned_.kept(place) = k;
    } else if (length >= static_cast<std::uint32_t>(length_[k])) {
      // So it is of every closed cell, because no two neighbors' estimates differ by more than the step between them.
      return;
    }
    length_[k] = static_cast<std::int32_t>(length);
    key_[k] = static_cast<std::int32_t>(length + rest);
    came_[k] = came;
    if (!is_short()) rise(k, is_new ? open() - 1 : heap_place_[k]);
  }

  KOKKOS_INLINE_FUNCTION bool is_before(std::int32_t a, std::int32_t b) const {
    if (key_[a] != key_[b]) return key_[a] < key_[b];
    if (length_[a] != length_[b]) return length_[a] > length_[b];
    return cell(a) < cell(b);
  }
  KOKKOS_INLINE_FUNCTION std::int32_t first_open() const {
    if (!is_short()) return heap_[0];
    std::int32_t best = closed_;
    for (std::int32_t k = closed_ + 1; k < count_; ++k) {
      if (is_before(k, best)) best = k;
    }
    return best;
  }
  /// Closes the cell that first_open() has returned, and returns its number from now on.
  KOKKOS_INLINE_FUNCTION std::int32_t close(std::int32_t first) {
    if (is_short()) {
      exchange(first, closed_);
      return closed_++;
    }
    close_top();
    return first;
  }
  KOKKOS_INLINE_FUNCTION void exchange(std::int32_t a, std::int32_t b) const {
    if (a == b) return;
    Kokkos::kokkos_swap(place_[a], place_[b]);
    Kokkos::kokkos_swap(key_[a], key_[b]);
    Kokkos::kokkos_swap(length_[a], length_[b]);
    Kokkos::kokkos_swap(came_[a], came_[b]);
    learned_.kept(place_[a]) = a;
    learned_.kept(place_[b]) = b;
  }
  /// Puts a cell into the heap, at this place or nearer to its top. Nobody needs what is there.
  KOKKOS_INLINE_FUNCTION void rise(std::int32_t k, std::int32_t at) const {
    while (at > 0) {
      const std::int32_t above = (at - 1) / branches;
      if (!is_before(k, heap_[above])) break;
      put(at, heap_[above]);
      at = above;
    }
    put(at, k);
  }
  KOKKOS_INLINE_FUNCTION void close_top() {
    const std::int32_t last = heap_[open() - 1];
    heap_[most_ - ++closed_] = heap_[0];
    std::int32_t at = 0;
    for (std::int32_t below = 1; below < open(); below = branches * at + 1) {
      const std::int32_t end = Kokkos::min(below + branches, open());
      for (std::int32_t other = below + 1; other < end; ++other) {
        if (is_before(heap_[other], heap_[below])) below = other;
      }
      if (!is_before(heap_[below], last)) break;
      put(at, heap_[below]);
      at = below;
    }
    put(at, last);
  }
  KOKKOS_INLINE_FUNCTION void put(std::int32_t at, std::int32_t k) const {
    heap_[at] = k;
    heap_place_[k] = at;
  }

  KOKKOS_INLINE_FUNCTION void expand(std::int32_t k) {
    const std::int32_t at = cell(k);
    const auto length = static_cast<std::uint32_t>(length_[k]);
    const std::int32_t own = close(k);
    const std::int32_t x = at % graph_.width;
    const std::int32_t y = at / graph_.width;
    const std::uint32_t cost = graph_.cost(at);
    for (std::uint32_t legal = graph_.steps(at); legal != 0; legal &= legal - 1) {
      const int direction = countr_zero(legal);
      const std::int32_t next = graph_.neighbor(at, direction);
      const std::uint32_t longer = length + length_of_step(direction) * (cost + graph_.cost(next));
      reach(next, x + column_step(direction), y + row_step(direction), longer, own * all_directions + direction);
    }
  }
  /// `key`: the length and estimate of the best open cell.
  KOKKOS_INLINE_FUNCTION void learn(std::int32_t key) const {
    for (std::int32_t n = 0; n < closed_; ++n) {
      const std::int32_t k = is_short() ? n : heap_[most_ - 1 - n];
      learned_.learn(place_[k], static_cast<std::uint32_t>(key - length_[k]));
    }
  }

  KOKKOS_INLINE_FUNCTION void follow(BendList<MemorySpace>& way, std::int32_t last) const {
    // The way is known from its end to its beginning; each cell on it learns where it goes on. Nobody needs the keys any more.
    std::int32_t* const ahead = key_;
    for (std::int32_t k = last; k != 0;) {
      const std::int32_t before = came_[k] / all_directions;
      ahead[before] = k;
      k = before;
    }
    for (std::int32_t k = 0; k != last;) {
      k = ahead[k];
      way.step(came_[k] % all_directions);
    }
  }

  const GridGraph<MemorySpace>& graph_;
  LearnedCells learned_;
  std::int32_t lookahead_;
  std::int64_t most_;  ///< cells of an episode
  std::int32_t to_, to_x_, to_y_;
  static constexpr std::int32_t branches = 4;  ///< of the heap

  // Of each cell of the episode. In a short one the first `closed_` are closed, in the order of their expansion; the others are open.
  std::int32_t* place_;   ///< in learned_
  std::int32_t* key_;     ///< length and estimate
  std::int32_t* length_;  ///< from where the episode began
  std::int32_t* came_;    ///< the closed cell that the way came from, times all_directions, and the direction
  // Of a long episode:
  std::int32_t* heap_;        ///< the open cells, as a heap (Knuth, volume 3, section 5.2.3); from its end on the closed ones
  std::int32_t* heap_place_;  ///< in heap_, of an open cell
  std::int32_t count_ = 0, closed_ = 0;
};

}  // namespace plethos::planning
