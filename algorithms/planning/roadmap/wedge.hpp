#pragma once

#include "algorithms/planning/roadmap/sight.hpp"

namespace plethos::planning {

/// Places from which a point, the apex, is sure to be visible: a triangle with a corner there, as long as nobody looks from outside of it.
/// It is made around a line of sight, and every wall near that line cuts off what it may hide, so no wall meets the triangle.
struct Wedge {
  float axis_x = 0, axis_y = 0;  // unit vector from the apex
  float depth = -1;              // m along the axis; negative: the wedge is empty
  float left = 0, right = 0;     // m to either side of the axis, for each metre along it

  Wedge() = default;
  /// Around the line from p to the apex, at most `reach` metres farther and to either side there: only walls within `reach` of the line can
  /// meet it. Empty if p is the apex.
  KOKKOS_INLINE_FUNCTION Wedge(Point apex, Point p, double reach) {
    const double x = p.x - apex.x;
    const double y = p.y - apex.y;
    const double away = Kokkos::sqrt(x * x + y * y);
    if (!(away > 0.)) return;
    axis_x = static_cast<float>(x / away);
    axis_y = static_cast<float>(y / away);
    // As far aside as behind: the triangle's corners are no farther than `reach`.
    const double half = 0.5 * away;
    const double most = 0.7 * reach < half ? 0.7 * reach : half;
    depth = static_cast<float>(away + most * share);
    left = right = static_cast<float>(most * share / (away + most));
  }

  KOKKOS_INLINE_FUNCTION bool holds(Point apex, Point p) const {
    const Place at = place_of(apex, p);
    return at.along >= 0. && at.along <= static_cast<double>(depth) && at.left <= left * at.along && -at.left <= right * at.along;
  }

  /// Cuts off what the wall ab may hide, and says whether it surely does not meet the line of sight from p; otherwise nothing is left.
  /// Cost: two divisions.
  KOKKOS_INLINE_FUNCTION bool cut(Point apex, Point p, Point a, Point b) {
    const Place at_a = place_of(apex, a);
    const Place at_b = place_of(apex, b);
    if (at_a.along < -touching && at_b.along < -touching) return true;
    const double nearest = share * (at_a.along < at_b.along ? at_a.along : at_b.along);
    if (nearest > place_of(apex, p).along) {
      // Behind who looks, and who walks to the apex leaves it there.
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
  /// What is kept of the exact bounds: more than float32 rounds away.
  static constexpr double share = 0.9999;
  /// m: what is nearer may touch, as far as rounding tells.
  static constexpr double touching = 1e-6;
  struct Place {
    double along, left;
  };
  KOKKOS_INLINE_FUNCTION Place place_of(Point apex, Point p) const {
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

}  // namespace plethos::planning
