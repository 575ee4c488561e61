#pragma once

#include <cstdint>

namespace plethos::planning {

/// Lengths are whole numbers, so that sums of them are exact and searches agree bit for bit. A step between two cells costs its length
/// times the sum of the cells' costs, where a straight step is `straight_length` long and a diagonal one `diagonal_length`. Their ratio is
/// the square root of 2 to 9 parts in a million.
inline constexpr std::uint32_t straight_length = 169;
inline constexpr std::uint32_t diagonal_length = 239;
/// The length of a straight step between two cells of cost 1.
inline constexpr std::uint32_t length_of_cell = 2 * straight_length;

}  // namespace plethos::planning
