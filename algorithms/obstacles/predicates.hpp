#pragma once

#include <Kokkos_Core.hpp>

#include "core/vec2.hpp"

namespace plethos::obstacles {

// The points are float32 ones. Differences of such points are exact in double unless their magnitudes lie more than 2^29 apart.

/// Returns the sign of the cross product a x b: 1 if b lies to the left of a, -1 to the right, 0 along the same line. It is exact. Cost:
/// two products, and two fused multiply-adds if they tie.
KOKKOS_INLINE_FUNCTION int turn(Vec2d a, Vec2d b) {
  const double left = a.x * b.y;
  const double right = a.y * b.x;
  if (left != right) return left > right ? 1 : -1;
  // Rounding keeps order, so only a tie can hide a sign. The products' rounding errors then decide.
  const double left_error = Kokkos::fma(a.x, b.y, -left);
  const double right_error = Kokkos::fma(a.y, b.x, -right);
  return left_error > right_error ? 1 : (left_error < right_error ? -1 : 0);
}

/// Returns the side of the line from a to b on which p lies: 1 left, -1 right, 0 on it (or a = b).
KOKKOS_INLINE_FUNCTION int side(Vec2d a, Vec2d b, Vec2d p) { return turn({b.x - a.x, b.y - a.y}, {p.x - a.x, p.y - a.y}); }

/// Returns whether the boxes around two segments share a point.
KOKKOS_INLINE_FUNCTION bool boxes_meet(Vec2d p, Vec2d q, Vec2d a, Vec2d b) {
  const auto apart = [](double p0, double q0, double a0, double b0) {
    return (p0 > a0 && p0 > b0 && q0 > a0 && q0 > b0) || (p0 < a0 && p0 < b0 && q0 < a0 && q0 < b0);
  };
  return !apart(p.x, q.x, a.x, b.x) && !apart(p.y, q.y, a.y, b.y);
}

/// Returns whether the closed segments pq and ab share a point. Either may have no length. A wall blocks a line of sight in this sense:
/// touching it, its end included, and running along it count, so that no line slips through a corner where walls meet.
KOKKOS_INLINE_FUNCTION bool meet(Vec2d p, Vec2d q, Vec2d a, Vec2d b) {
  const int a_side = side(p, q, a);
  const int b_side = side(p, q, b);
  if (a_side * b_side > 0) return false;
  const int p_side = side(a, b, p);
  const int q_side = side(a, b, q);
  if (p_side * q_side > 0) return false;
  const bool collinear = a_side == 0 && b_side == 0 && p_side == 0 && q_side == 0;
  return !collinear || boxes_meet(p, q, a, b);
}

/// Returns whether the insides of the segments pq and ab share one point that is no end of either.
KOKKOS_INLINE_FUNCTION bool cross_properly(Vec2d p, Vec2d q, Vec2d a, Vec2d b) {
  return side(p, q, a) * side(p, q, b) < 0 && side(a, b, p) * side(a, b, q) < 0;
}

/// Returns the square of the distance in metres from p to the segment ab.
KOKKOS_INLINE_FUNCTION double squared_distance_to_segment(Vec2d p, Vec2d a, Vec2d b) {
  const Vec2d along{b.x - a.x, b.y - a.y};
  const Vec2d from{p.x - a.x, p.y - a.y};
  const double squared = along.x * along.x + along.y * along.y;
  const double projected = from.x * along.x + from.y * along.y;
  const double t = projected <= 0. ? 0. : (projected >= squared ? 1. : projected / squared);
  const double x = from.x - t * along.x;
  const double y = from.y - t * along.y;
  return x * x + y * y;
}

/// Returns whether the way from p to q squeezes past an end of the wall ab. The end then comes within `reach` metres of the way, and
/// clearly nearer (5%) to it than p and q are to the wall. An end of the way may itself be that near, for example where a crowd presses on
/// a wall.
KOKKOS_INLINE_FUNCTION bool squeezes_past(Vec2d p, Vec2d q, Vec2d a, Vec2d b, double reach) {
  const double from_a = squared_distance_to_segment(a, p, q);
  const double from_b = squared_distance_to_segment(b, p, q);
  const double nearest = from_a < from_b ? from_a : from_b;
  if (nearest >= reach * reach) return false;
  const double limit = nearest / (0.95 * 0.95);
  return limit < squared_distance_to_segment(p, a, b) && limit < squared_distance_to_segment(q, a, b);
}

}  // namespace plethos::obstacles
