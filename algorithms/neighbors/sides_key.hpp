#pragma once

#include <Kokkos_Macros.hpp>
#include <cstdint>

#include "core/world.hpp"

namespace plethos::neighbors {

/// Returns the whole number in [0, 2^bits) at or below `at`, for bits <= 24. A value outside gets the nearest one. The comparison is
/// between floats, because a far value would overflow the integer.
KOKKOS_INLINE_FUNCTION std::uint32_t quantize(float at, int bits) {
  if (!(at > 0.f)) return 0;
  const std::uint32_t size = 1u << bits;
  return at < static_cast<float>(size) ? static_cast<std::uint32_t>(at) : size - 1;
}

/// Moves bit i of a number of 16 bits to bit 2 i.
KOKKOS_INLINE_FUNCTION std::uint32_t spread_bits(std::uint32_t bits) {
  bits = (bits | bits << 8) & 0x00ff00ffu;
  bits = (bits | bits << 4) & 0x0f0f0f0fu;
  bits = (bits | bits << 2) & 0x33333333u;
  return (bits | bits << 1) & 0x55555555u;
}

/// The signed sides of 32 reference positions on which a position lies, one bit each (Bleiweiss 2009, section 4.2). The first reference
/// position halves the longer extent of the scene. Each further one halves the part in which the position lies: along the longer extent
/// until that is less than twice the shorter one, then along both in turn. Positions with near keys are near each other, and the reverse is
/// mostly true.
struct SidesKey {
  float low_x, low_y;             // m
  float scale_long, scale_short;  // 1/m
  int bits_long, bits_short;      // their sum is 32
  bool x_is_long;

  static SidesKey cover(const Bounds& bounds) { return cover(bounds.low.x, bounds.low.y, bounds.high.x, bounds.high.y); }
  KOKKOS_INLINE_FUNCTION static SidesKey cover(float low_x, float low_y, float high_x, float high_y) {
    const float width = high_x - low_x > 1e-3f ? high_x - low_x : 1e-3f;
    const float height = high_y - low_y > 1e-3f ? high_y - low_y : 1e-3f;
    SidesKey key{low_x, low_y, 0, 0, 16, 16, width >= height};
    const float longer = key.x_is_long ? width : height;
    const float shorter = key.x_is_long ? height : width;
    for (float share = longer / 4; share >= shorter / 2 && key.bits_long < 24; share /= 4) {
      ++key.bits_long;
      --key.bits_short;
    }
    key.scale_long = static_cast<float>(1u << key.bits_long) / longer;
    key.scale_short = static_cast<float>(1u << key.bits_short) / shorter;
    return key;
  }

  KOKKOS_INLINE_FUNCTION std::uint32_t operator()(float x, float y) const {
    const float from_x = x - low_x;
    const float from_y = y - low_y;
    const std::uint32_t along = quantize((x_is_long ? from_x : from_y) * scale_long, bits_long);
    const std::uint32_t across = quantize((x_is_long ? from_y : from_x) * scale_short, bits_short);
    const std::uint64_t first = along >> bits_short;
    const std::uint32_t rest = along & ((1u << bits_short) - 1);
    return static_cast<std::uint32_t>(first << (2 * bits_short)) | spread_bits(rest) << 1 | spread_bits(across);
  }
};

}  // namespace plethos::neighbors
