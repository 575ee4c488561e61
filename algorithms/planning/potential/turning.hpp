#pragma once

#include <Kokkos_Core.hpp>

namespace plethos::planning {

/// A direction as a vector of length 1; zeros: none.
struct Direction {
  float x = 0, y = 0;

  KOKKOS_INLINE_FUNCTION bool exists() const { return x != 0.f || y != 0.f; }
  KOKKOS_INLINE_FUNCTION static Direction of(float x, float y) {
    const float length = Kokkos::sqrt(Kokkos::fma(x, x, y * y));
    return length > 0.f ? Direction{x / length, y / length} : Direction{};
  }
  /// Returns the direction of a vector that may be so short that squares of it vanish.
  KOKKOS_INLINE_FUNCTION static Direction of_tiny(float x, float y) {
    const float greatest = Kokkos::fmax(Kokkos::abs(x), Kokkos::abs(y));
    return greatest > 0.f ? of(x / greatest, y / greatest) : Direction{};
  }
};

KOKKOS_INLINE_FUNCTION float dot(const Direction& a, const Direction& b) { return Kokkos::fma(a.x, b.x, a.y * b.y); }

/// Returns the direction of a * weight + b * (1 - weight), for directions that are at most 90 degrees apart.
KOKKOS_INLINE_FUNCTION Direction between(const Direction& a, const Direction& b, float weight) {
  return Direction::of(Kokkos::fma(weight, a.x, (1.f - weight) * b.x), Kokkos::fma(weight, a.y, (1.f - weight) * b.y));
}

/// Returns the mean of two angles with weights `inertia` and 1 - inertia (Fischer, Silveira and Nedel 2009, equation 4), as directions and
/// without functions of angles: on the shorter way from the old one to the new one, and to the left if they are opposite. A mean of
/// directions is not one of angles, but up to 90 degrees they differ by at most 4.1 degrees, and are equal at the ends and in the middle.
/// So if the directions are more than 90 degrees apart, their bisector stands for one of them.
KOKKOS_INLINE_FUNCTION Direction turn(const Direction& from, const Direction& to, float inertia) {
  if (dot(from, to) >= 0.f) return between(from, to, inertia);
  const float cross = Kokkos::fma(from.x, to.y, -(from.y * to.x));
  // The bisector is normal to the difference, on the side that `to` is turned to.
  const float side = cross >= 0.f ? 1.f : -1.f;
  const Direction middle = Direction::of(side * (to.y - from.y), side * (from.x - to.x));
  if (inertia >= 0.5f) return between(from, middle, 2.f * inertia - 1.f);
  return between(middle, to, 2.f * inertia);
}

/// Returns the part of its speed that an agent keeps that goes in one direction and is drawn to another (equation 5).
KOKKOS_INLINE_FUNCTION float speed_kept(const Direction& from, const Direction& to) { return Kokkos::fmax(0.f, dot(from, to)); }

}  // namespace plethos::planning
