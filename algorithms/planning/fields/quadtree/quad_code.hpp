#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "core/bits.hpp"

namespace plethos::planning {

/// The deepest quadtree: the side of its world is at most 1 << deepest_quads cells.
inline constexpr std::int32_t deepest_quads = 15;

/// A square of a quadtree: column x from the west and row y from the north, of the 2^level x 2^level squares of its level.
struct Quad {
  std::int32_t level;
  std::int32_t x, y;
};

/// Returns a number whose even bits are those of x. x: 16 bits.
KOKKOS_INLINE_FUNCTION constexpr std::uint32_t spread_bits(std::uint32_t x) {
  x = (x | x << 8) & 0x00ff00ffu;
  x = (x | x << 4) & 0x0f0f0f0fu;
  x = (x | x << 2) & 0x33333333u;
  return (x | x << 1) & 0x55555555u;
}
/// Returns the number that has the even bits of x.
KOKKOS_INLINE_FUNCTION constexpr std::uint32_t gather_bits(std::uint32_t x) {
  x &= 0x55555555u;
  x = (x | x >> 1) & 0x33333333u;
  x = (x | x >> 2) & 0x0f0f0f0fu;
  x = (x | x >> 4) & 0x00ff00ffu;
  return (x | x >> 8) & 0x0000ffffu;
}

/// Returns the place of a quad among those of its level, in the order of their quadcodes (Li and Loew 1987): two bits a level, 0 for the
/// north-western child, 1 for the north-eastern, 2 for the south-western and 3 for the south-eastern one. The digits of Garcia, Kapadia and
/// Badler 2014 are larger by 1.
KOKKOS_INLINE_FUNCTION constexpr std::uint32_t quad_place(std::int32_t x, std::int32_t y) {
  return spread_bits(static_cast<std::uint32_t>(x)) | spread_bits(static_cast<std::uint32_t>(y)) << 1;
}

/// Returns a quad's quadcode behind a leading 1, which tells the levels apart. It is never 0. Codes rise by level, and within one by
/// quad_place().
KOKKOS_INLINE_FUNCTION constexpr std::uint32_t quad_code(const Quad& quad) { return 1u << 2 * quad.level | quad_place(quad.x, quad.y); }
/// Returns the quad of a code.
KOKKOS_INLINE_FUNCTION Quad quad_of(std::uint32_t code) {
  const std::int32_t level = (31 - countl_zero(code)) / 2;
  const std::uint32_t place = code ^ 1u << 2 * level;
  return {level, static_cast<std::int32_t>(gather_bits(place)), static_cast<std::int32_t>(gather_bits(place >> 1))};
}

}  // namespace plethos::planning
