#pragma once

#include "algorithms/planning/grid/map/grid_graph.hpp"

namespace plethos::planning {

/// Lists the cells where a way begins, bends and ends, while it is walked from its beginning. A trail that `pulls` makes the way shorter,
/// as a string is pulled tight: where a straight and a diagonal leg lead from a listed cell to a later one of the way, over passable cells
/// and at no more cost than the way, they take its place. The list holds the first `capacity` cells. All threads of a team walk together.
template <class MemorySpace, class Team>
class Trail {
 public:
  KOKKOS_INLINE_FUNCTION Trail(const Team& team, const GridGraph<MemorySpace>& graph, std::int32_t* listed, std::int64_t capacity,
                               bool pulls, std::int32_t from)
      : team_(team), graph_(graph), listed_(listed), capacity_(capacity), pulls_(pulls), anchor_(from), bend_(-1), end_(from) {
    list(from);
  }

  KOKKOS_INLINE_FUNCTION std::int32_t end() const { return end_; }
  /// The number of cells of the whole way's list.
  KOKKOS_INLINE_FUNCTION std::int32_t count() const { return count_; }

  /// Walks so many legal steps, at least one.
  KOKKOS_INLINE_FUNCTION void walk(int direction, std::int32_t steps) {
    const std::int32_t to = end_ + steps * graph_.stride(direction);
    const std::uint32_t length = leg_length(end_, direction, steps);
    if (!pulls_ || !pull(to, along_ + length)) {
      commit();
      anchor_ = end_;
      bend_ = -1;
      along_ = length;
    }
    end_ = to;
  }
  /// Ends the way.
  KOKKOS_INLINE_FUNCTION void finish() { commit(); }

 private:
  /// Lists what leads from the anchor to the end.
  KOKKOS_INLINE_FUNCTION void commit() {
    if (bend_ >= 0) list(bend_);
    if (end_ != anchor_) list(end_);
  }
  KOKKOS_INLINE_FUNCTION void list(std::int32_t cell) {
    int direction = -1;
    if (count_ > 0) {
      direction = graph_.direction_between(last_, cell);
      if (direction == direction_) --count_;
    }
    direction_ = direction;
    last_ = cell;
    if (count_ < capacity_ && team_.rank() == 0) listed_[count_] = cell;
    ++count_;
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t leg_length(std::int32_t cell, int direction, std::int32_t steps) const {
    if (graph_.costs.extent(0) == 0) return 2 * length_of_step(direction) * static_cast<std::uint32_t>(steps);
    const std::int32_t stride = graph_.stride(direction);
    return team_.sum(steps, [&](std::int32_t k) { return graph_.step_length(cell + k * stride, cell + (k + 1) * stride, direction); });
  }
  /// Leads from the anchor to a cell by two legs, if they are clear and no longer than `most`.
  KOKKOS_INLINE_FUNCTION bool pull(std::int32_t to, std::uint32_t most) {
    const std::int32_t across = to % graph_.width - anchor_ % graph_.width;
    const std::int32_t down = to / graph_.width - anchor_ / graph_.width;
    const std::int32_t columns = Kokkos::abs(across);
    const std::int32_t rows = Kokkos::abs(down);
    const bool four = graph_.connectivity == Connectivity::four;
    const std::int32_t less = Kokkos::min(columns, rows);
    // The two legs: along a row and a column, or diagonally and along the longer side.
    const int one = four ? direction_of(across, 0) : direction_of(across, down);
    const int other = four || columns < rows ? direction_of(0, down) : direction_of(across, 0);
    const std::int32_t one_steps = four ? columns : less;
    const std::int32_t other_steps = four ? rows : columns + rows - 2 * less;
    return pull(one, one_steps, other, other_steps, most) || pull(other, other_steps, one, one_steps, most);
  }
  KOKKOS_INLINE_FUNCTION bool pull(int direction, std::int32_t steps, int then, std::int32_t then_steps, std::uint32_t most) {
    const std::int32_t stride = steps > 0 ? graph_.stride(direction) : 0;
    const std::int32_t then_stride = then_steps > 0 ? graph_.stride(then) : 0;
    const std::int32_t bend = anchor_ + steps * stride;
    const bool is_blocked = team_.first(steps + then_steps, [&](std::int32_t k) {
      const std::int32_t cell = k < steps ? anchor_ + k * stride : bend + (k - steps) * then_stride;
      return (graph_.steps(cell) >> (k < steps ? direction : then) & 1) == 0;
    }) >= 0;
    if (is_blocked) return false;
    const std::uint32_t length =
        (steps > 0 ? leg_length(anchor_, direction, steps) : 0) + (then_steps > 0 ? leg_length(bend, then, then_steps) : 0);
    if (length > most) return false;
    bend_ = steps > 0 && then_steps > 0 ? bend : -1;
    along_ = length;
    return true;
  }

  const Team& team_;
  const GridGraph<MemorySpace>& graph_;
  std::int32_t* listed_;
  std::int64_t capacity_;
  bool pulls_;
  std::int32_t anchor_, bend_, end_;  ///< cells: the last one listed, where the two legs from there meet (-1: one leg), where the way is
  std::uint32_t along_ = 0;           ///< from the anchor to the end
  std::int32_t count_ = 0, last_ = -1;
  int direction_ = -1;  ///< of the last listed leg
};

}  // namespace plethos::planning
