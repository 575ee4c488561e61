#pragma once

#include "algorithms/planning/grid/jps/jump_maps.hpp"

namespace plethos::planning {

/// Finds the jumps that lead from a cell to turns. With eight neighbors a jump goes diagonally and then straight, with four along a column
/// and then along a row; either part may be missing. Where the end of a way lies does not matter here.
template <class MemorySpace>
struct JumpScan {
  GridGraph<MemorySpace> graph;
  JumpMaps<MemorySpace> maps;

  /// Returns the legal steps, as bits, that a shortest way may take from a cell if it came in this straight direction.
  KOKKOS_INLINE_FUNCTION std::uint32_t directions(std::int32_t cell, int came) const {
    const std::uint32_t legal = legal_steps(cell);
    std::uint32_t useful = 1u << came;
    for (const int side : {(came + 1) % 4, (came + 3) % 4}) {
      if ((legal >> side & 1u) == 0 || !is_corner(cell, legal, side, opposite(came))) continue;
      useful |= 1u << side | 1u << direction_of(column_step(came) + column_step(side), row_step(came) + row_step(side));
    }
    return legal & useful;
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t legal_steps(std::int32_t cell) const { return maps.moves(cell) & ((1u << all_directions) - 1); }

  /// Whether jumps in a direction go on in another one.
  KOKKOS_INLINE_FUNCTION bool two_parts(int direction) const {
    return graph.connectivity == Connectivity::four ? row_step(direction) != 0 : direction >= straight_directions;
  }

  /// Calls visit(x, y, direction, length) for the turns that jumps from (x, y) in some directions lead to: column and row of the turn, the
  /// direction of the last step, and the jump's length in units of step_lengths.hpp. They come in the order of the directions, and in each
  /// from the cell on. Cost: the cells on diagonals; along rows and columns 64 are passed together.
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void for_each_jump(std::int32_t x, std::int32_t y, std::uint32_t from_here, const Visit& visit) const {
    const std::uint32_t moves = maps.moves(y * graph.width + x);
    for (std::uint32_t left = from_here; left != 0; left &= left - 1) {
      const int direction = countr_zero(left);
      if (two_parts(direction)) {
        jump_twice(x, y, moves, direction, visit);
      } else if ((moves & maps.leads(direction)) != 0) {
        jump_once(x, y, direction, 0, visit);
      }
    }
  }

 private:
  /// Returns whether the cell between two passable ones beside a cell is blocked.
  KOKKOS_INLINE_FUNCTION bool is_corner(std::int32_t cell, std::uint32_t legal, int one, int other) const {
    if (graph.connectivity == Connectivity::four) return graph.passable(graph.neighbor(graph.neighbor(cell, one), other)) == 0;
    return (legal >> direction_of(column_step(one) + column_step(other), row_step(one) + row_step(other)) & 1u) == 0;
  }

  /// Visits the turn straight ahead of (x, y), from which it is known that there is one.
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void jump_once(std::int32_t x, std::int32_t y, int direction, std::uint32_t before, const Visit& visit) const {
    const std::int32_t cells = maps.cells_to_stop(x, y, direction);
    visit(x + cells * column_step(direction), y + cells * row_step(direction), direction,
          before + static_cast<std::uint32_t>(cells) * straight_length);
  }

  template <class Visit>
  KOKKOS_INLINE_FUNCTION void jump_twice(std::int32_t x, std::int32_t y, std::uint32_t moves, int direction, const Visit& visit) const {
    const bool diagonal = direction >= straight_directions;
    const int one = diagonal ? direction_of(column_step(direction), 0) : 0;
    const int other = diagonal ? direction_of(0, row_step(direction)) : 2;
    const std::uint32_t leads = maps.leads(one) | maps.leads(other);
    const std::int32_t stride = graph.stride(direction);
    std::int32_t at = y * graph.width + x;
    for (std::int32_t first = 1; (moves >> direction & 1u) != 0; ++first) {
      at += stride;
      moves = maps.moves(at);
      if ((moves & leads) == 0) continue;
      const std::int32_t at_x = x + first * column_step(direction);
      const std::int32_t at_y = y + first * row_step(direction);
      const std::uint32_t before = static_cast<std::uint32_t>(first) * length_of_step(direction);
      if ((moves & maps.leads(one)) != 0) jump_once(at_x, at_y, one, before, visit);
      if ((moves & maps.leads(other)) != 0) jump_once(at_x, at_y, other, before, visit);
    }
  }
};

}  // namespace plethos::planning
