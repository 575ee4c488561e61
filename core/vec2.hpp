#pragma once

#include <algorithm>
#include <cmath>

namespace plethos {

/// A point or vector in the plane, in metres or metres per second.
struct Vec2 {
  float x = 0;
  float y = 0;

  friend constexpr bool operator==(Vec2 a, Vec2 b) = default;
  friend constexpr Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
  friend constexpr Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
  friend constexpr Vec2 operator*(float s, Vec2 a) { return {s * a.x, s * a.y}; }
};

constexpr float dot(Vec2 a, Vec2 b) { return a.x * b.x + a.y * b.y; }
/// Returns the z component of the cross product. It is positive if b lies to the left of a.
constexpr float cross(Vec2 a, Vec2 b) { return a.x * b.y - a.y * b.x; }
inline float length(Vec2 a) { return std::sqrt(dot(a, a)); }

/// Returns the distance in metres from p to the segment from a to b; a = b is a point.
inline float distance_to_segment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 direction = b - a;
  const float squared = dot(direction, direction);
  const float t = squared > 0 ? std::fmin(1.f, std::fmax(0.f, dot(p - a, direction) / squared)) : 0.f;
  return length(p - (a + t * direction));
}

/// A point or vector in the plane in double precision, for reference code, checks and exact geometry.
struct Vec2d {
  double x = 0;
  double y = 0;

  friend constexpr bool operator==(Vec2d a, Vec2d b) = default;
  friend constexpr Vec2d operator+(Vec2d a, Vec2d b) { return {a.x + b.x, a.y + b.y}; }
  friend constexpr Vec2d operator-(Vec2d a, Vec2d b) { return {a.x - b.x, a.y - b.y}; }
  friend constexpr Vec2d operator*(double s, Vec2d a) { return {s * a.x, s * a.y}; }
};

constexpr double dot(Vec2d a, Vec2d b) { return a.x * b.x + a.y * b.y; }
/// Returns the z component of the cross product. It is positive if b lies to the left of a.
constexpr double cross(Vec2d a, Vec2d b) { return a.x * b.y - a.y * b.x; }
inline double length(Vec2d a) { return std::sqrt(dot(a, a)); }
constexpr Vec2d in_double(Vec2 a) { return {a.x, a.y}; }
/// Returns twice the area of the triangle. It is positive if c lies to the left of the line from a to b.
constexpr double turn(Vec2d a, Vec2d b, Vec2d c) { return cross(b - a, c - a); }
/// Returns how far along a segment its point nearest to p lies, from 0 to 1. `from_start` leads from the segment's start to p, and `along`
/// to its end; a segment of no length is a point.
constexpr double share_along(Vec2d from_start, Vec2d along) {
  const double squared = dot(along, along);
  return squared > 0 ? std::clamp(dot(from_start, along) / squared, 0., 1.) : 0.;
}

}  // namespace plethos
