#pragma once

#include "algorithms/obstacles/predicates.hpp"

namespace plethos::obstacles {

/// A triangle with one corner at a point, the apex. The apex is visible from every place in the triangle. The triangle is made around a
/// line of sight; each wall near that line cuts off the part that it may hide, so no wall meets the triangle.
struct Wedge {
  float axis_x = 0, axis_y = 0;  // unit vector from the apex
  float depth = -1;              // m along the axis; negative: the wedge is empty
  float left = 0, right = 0;     // m to either side of the axis, for each metre along it

  Wedge() = default;
  /// Makes the triangle around the line from p to the apex. It goes at most `reach` metres beyond p and to either side there, so only walls
  /// within `reach` of the line can meet it. The wedge is empty if p is the apex.
  KOKKOS_INLINE_FUNCTION Wedge(Vec2d apex, Vec2d p, double reach) {
    const double x = p.x - apex.x;
    const double y = p.y - apex.y;
    const double away = Kokkos::sqrt(x * x + y * y);
    if (!(away > 0.)) return;
    axis_x = static_cast<float>(x / away);
    axis_y = static_cast<float>(y / away);
    // It extends as far aside as beyond p, so that its corners are no farther than `reach`.
    const double half = 0.5 * away;
    const double most = 0.7 * reach < half ? 0.7 * reach : half;
    depth = static_cast<float>(away + most * share);
    left = right = static_cast<float>(most * share / (away + most));
  }

  /// Returns whether p lies in the triangle.
  KOKKOS_INLINE_FUNCTION bool holds(Vec2d apex, Vec2d p) const {
    const Place at = place_of(apex, p);
    return at.along >= 0. && at.along <= static_cast<double>(depth) && at.left <= left * at.along && -at.left <= right * at.along;
  }

  /// Cuts off the part of the triangle that the wall ab may hide. Returns whether the wall surely does not meet the line of sight from p;
  /// if it may meet the line, the wedge becomes empty. Cost: two divisions.
  KOKKOS_INLINE_FUNCTION bool cut(Vec2d apex, Vec2d p, Vec2d a, Vec2d b) {
    const Place at_a = place_of(apex, a);
    const Place at_b = place_of(apex, b);
    if (at_a.along < -touching && at_b.along < -touching) return true;
    const double nearest = share * (at_a.along < at_b.along ? at_a.along : at_b.along);
    if (nearest > place_of(apex, p).along) {
      // The wall lies beyond p. An agent at p that walks to the apex does not need the part behind it.
      depth = nearest < static_cast<double>(depth) ? static_cast<float>(nearest) : depth;
      return true;
    }
    if (at_a.left > touching && at_b.left > touching) {
      narrow(left, slope(at_a.left, at_a.along), slope(at_b.left, at_b.along));
      return true;
    }
    if (at_a.left < -touching && at_b.left < -touching) {
      narrow(right, slope(-at_a.left, at_a.along), slope(-at_b.left, at_b.along));
      return true;
    }
    depth = -1;
    return false;
  }

 private:
  /// The kept share of the exact bounds. It leaves out more than float32 rounds away.
  static constexpr double share = 0.9999;
  /// m. Points nearer than this may touch; rounding cannot tell.
  static constexpr double touching = 1e-6;
  struct Place {
    double along, left;
  };
  KOKKOS_INLINE_FUNCTION Place place_of(Vec2d apex, Vec2d p) const {
    const double x = p.x - apex.x;
    const double y = p.y - apex.y;
    return {axis_x * x + axis_y * y, axis_x * y - axis_y * x};
  }
  KOKKOS_INLINE_FUNCTION static double slope(double aside, double along) { return along > 0. ? aside / along : 1.; }
  KOKKOS_INLINE_FUNCTION static void narrow(float& bound, double a, double b) {
    const double least = share * (a < b ? a : b);
    if (least < static_cast<double>(bound)) bound = static_cast<float>(least);
  }
};

}  // namespace plethos::obstacles
