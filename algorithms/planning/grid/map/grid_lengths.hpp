#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "algorithms/planning/grid/map/connectivity.hpp"
#include "algorithms/planning/grid/map/step_lengths.hpp"

namespace plethos::planning {

/// No way may be longer, so that a length and an estimate of the rest fit into 32 bits.
inline constexpr std::uint32_t longest_way = 1u << 31;
inline constexpr std::uint32_t longest_rest = 1u << 30;

/// The directions of steps: 0 east, 1 south, 2 west, 3 north, 4 south-east, 5 south-west, 6 north-west, 7 north-east. Columns count from
/// the west, rows from the north.
inline constexpr int straight_directions = 4;
inline constexpr int all_directions = 8;

KOKKOS_INLINE_FUNCTION constexpr std::int32_t column_step(int direction) {
  // 2 bits a direction: 1 more than the step.
  return static_cast<std::int32_t>(0b10'00'00'10'01'00'01'10u >> (2 * direction) & 3u) - 1;
}
KOKKOS_INLINE_FUNCTION constexpr std::int32_t row_step(int direction) {
  return static_cast<std::int32_t>(0b00'00'10'10'00'01'10'01u >> (2 * direction) & 3u) - 1;
}
/// Directions as bits, those that lead east, south, west and north.
inline constexpr std::uint32_t eastward = 0b1001'0001u, southward = 0b0011'0010u, westward = 0b0110'0100u, northward = 0b1100'1000u;

/// Returns the direction of the way back.
KOKKOS_INLINE_FUNCTION constexpr int opposite(int direction) { return direction ^ 2; }
KOKKOS_INLINE_FUNCTION constexpr std::uint32_t length_of_step(int direction) {
  return direction < straight_directions ? straight_length : diagonal_length;
}

/// Returns the direction from one cell to another that lies straight or diagonally from it, by the signs of the differences of their
/// columns and rows; -1 for the same cell.
KOKKOS_INLINE_FUNCTION constexpr int direction_of(std::int32_t columns, std::int32_t rows) {
  if (rows == 0) return columns > 0 ? 0 : columns < 0 ? 2 : -1;
  if (columns == 0) return rows > 0 ? 1 : 3;
  if (rows > 0) return columns > 0 ? 4 : 5;
  return columns > 0 ? 7 : 6;
}

}  // namespace plethos::planning
