#pragma once

#include <cmath>
#include <optional>
#include <vector>

#include "algorithms/avoidance/rvo/rvo_reference.hpp"

/// The plain version of optimal reciprocal collision avoidance (van den Berg, Guy, Lin and Manocha 2011): one agent, in double precision.
/// It finds optima by trying every possible point. Tests compare the kernel with it, and a reader starts here.
namespace plethos::avoidance::reference::orca {

/// Velocities v with normal . (v - point) >= 0 are allowed. The normal is a unit vector.
struct HalfPlane {
  Vector point, normal;  // m/s, 1

  /// Returns the distance on the forbidden side in m/s; it is negative on the allowed one.
  double violation(Vector v) const { return dot(normal, point - v); }
};

/// Returns the half-plane of section 4.2, equations 4 to 6. The relative velocity leaves the velocity obstacle, cut off at `horizon`
/// seconds, by the least change u. If the discs overlap, u ends the overlap within `time_step` seconds. The discs must neither overlap nor
/// touch, or their motion must say where to part.
inline HalfPlane half_plane(const Agent& self, const Agent& other, double horizon, double time_step) {
  const double share = self.reciprocity / (self.reciprocity + other.reciprocity);
  const Vector way = other.position - self.position;
  const Vector relative = self.velocity - other.velocity;
  const double radii = self.radius + other.radius;
  const double distance = length(way);
  const double time = distance < radii ? time_step : horizon;
  // The nearest point of the obstacle's boundary lies on the disc that cuts it off, or on one of the tangents behind it.
  const Vector center = (1 / time) * way;
  const Vector from_center = relative - center;
  Vector normal = (1 / length(from_center)) * from_center;
  Vector nearest = center + (radii / time) * normal;
  if (distance >= radii) {
    const double sine = radii / distance;
    const double cosine = std::sqrt(1 - sine * sine);
    const Vector ahead = (1 / distance) * way;
    const Vector left{-ahead.y, ahead.x};
    // The disc's arc reaches from one tangent to the other, on the side of the origin.
    if (dot(normal, ahead) >= -sine) {
      const double side = dot(from_center, left) > 0 ? 1 : -1;
      const Vector tangent = cosine * ahead + (side * sine) * left;
      normal = cosine * (side * left) - sine * ahead;
      nearest = dot(relative, tangent) * tangent;
    }
  }
  return {self.velocity + share * (nearest - relative), normal};
}

inline double largest_violation(const std::vector<HalfPlane>& planes, Vector v) {
  double most = -never;
  for (const HalfPlane& plane : planes) most = std::fmax(most, plane.violation(v));
  return most;
}

/// Returns the allowed velocity nearest to the preferred one, at most as fast as `speed`. It is the preferred one, its foot on a bound, or
/// a point where two bounds meet. Returns nothing if there is none.
inline std::optional<Vector> nearest_allowed(const std::vector<HalfPlane>& planes, double speed, Vector preferred) {
  std::optional<Vector> best;
  const auto offer = [&](Vector v) {
    // Bounds that do not meet give NaN, which fails this test.
    if (!(length(v) <= speed + 1e-9) || largest_violation(planes, v) > 1e-9) return;
    if (!best || length(v - preferred) < length(*best - preferred)) best = v;
  };
  offer(preferred);
  if (length(preferred) > 0) offer((speed / length(preferred)) * preferred);
  for (const HalfPlane& plane : planes) {
    offer(preferred + plane.violation(preferred) * plane.normal);
    const double height = plane.violation({0, 0});
    const double half = std::sqrt(speed * speed - height * height);
    const Vector along{-plane.normal.y, plane.normal.x};
    offer(height * plane.normal + half * along);
    offer(height * plane.normal - half * along);
    for (const HalfPlane& other : planes) {
      const double sine = plane.normal.x * other.normal.y - plane.normal.y * other.normal.x;
      if (std::abs(sine) < 1e-12) continue;
      const double a = dot(plane.normal, plane.point);
      const double b = dot(other.normal, other.point);
      offer({(a * other.normal.y - b * plane.normal.y) / sine, (b * plane.normal.x - a * other.normal.x) / sine});
    }
  }
  return best;
}

/// Returns the least possible largest violation within `speed` (section 5.3). It is convex in the velocity, so the search takes thirds in x
/// and, for each x, in y.
inline double least_violation(const std::vector<HalfPlane>& planes, double speed) {
  const auto search = [](double low, double high, const auto& value) {
    for (int i = 0; i < 60; ++i) {
      const double third = (high - low) / 3;
      if (value(low + third) < value(high - third)) {
        high -= third;
      } else {
        low += third;
      }
    }
    return value((low + high) / 2);
  };
  return search(-speed, speed, [&](double x) {
    const double half = std::sqrt(std::fmax(speed * speed - x * x, 0));
    return search(-half, half, [&](double y) { return largest_violation(planes, {x, y}); });
  });
}

}  // namespace plethos::avoidance::reference::orca
