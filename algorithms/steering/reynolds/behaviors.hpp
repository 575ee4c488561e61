#pragma once

#include <Kokkos_Core.hpp>

namespace plethos::steering {

/// A point in metres, a velocity in m/s or an acceleration in m/s^2.
struct Vector {
  float x, y;

  KOKKOS_INLINE_FUNCTION friend Vector operator+(Vector a, Vector b) { return Vector{a.x + b.x, a.y + b.y}; }
  KOKKOS_INLINE_FUNCTION friend Vector operator-(Vector a, Vector b) { return Vector{a.x - b.x, a.y - b.y}; }
  KOKKOS_INLINE_FUNCTION friend Vector operator*(float s, Vector a) { return Vector{s * a.x, s * a.y}; }
};
KOKKOS_INLINE_FUNCTION float dot(Vector a, Vector b) { return Kokkos::fma(a.x, b.x, a.y * b.y); }
KOKKOS_INLINE_FUNCTION float length(Vector a) { return Kokkos::sqrt(dot(a, a)); }
/// Returns a vector of the wanted length in the direction of a, or zero if a is zero.
KOKKOS_INLINE_FUNCTION Vector of_length(Vector a, float wanted) {
  const float found = length(a);
  return found > 0.f ? (wanted / found) * a : Vector{0.f, 0.f};
}
/// Returns a, cut to the length `most`.
KOKKOS_INLINE_FUNCTION Vector at_most(Vector a, float most) {
  const float found = length(a);
  return found > most ? (most / found) * a : a;
}

/// A character as its neighbors see it: m, m/s, m.
struct Walker {
  Vector position, velocity;
  float radius;
};

/// The behaviors of Reynolds 1999, "Steering Behaviors For Autonomous Characters", each by itself. Steering is the wanted velocity less the
/// present one. The caller decides how fast it is applied.

/// Seek: returns the steering towards a point at the full speed, in m/s.
KOKKOS_INLINE_FUNCTION Vector seek(const Walker& self, Vector target, float speed) {
  return of_length(target - self.position, speed) - self.velocity;
}

/// Arrive: does the same, but within `slowing` metres of the point the wanted speed falls in proportion to the distance, to zero in the
/// point.
KOKKOS_INLINE_FUNCTION Vector arrive(const Walker& self, Vector target, float speed, float slowing) {
  const Vector offset = target - self.position;
  const float distance = length(offset);
  return of_length(offset, distance < slowing ? speed * (distance / slowing) : speed) - self.velocity;
}

/// Separation: returns the direction away from a neighbor whose disc is nearer than `reach` metres, over the distance of the centers, in
/// 1/m. The caller adds up the neighbors'.
KOKKOS_INLINE_FUNCTION Vector separation(const Walker& self, const Walker& other, float reach) {
  const Vector away = self.position - other.position;
  const float distance = length(away);
  if (!(distance > 0.f) || distance - (self.radius + other.radius) >= reach) return Vector{0.f, 0.f};
  return of_length(away, 1.f / distance);
}

/// The nearest approach of two characters that keep their velocities.
struct Encounter {
  float time;     // s from now; negative if they part
  Vector offset;  // m, from the first character to the second at that time
};
KOKKOS_INLINE_FUNCTION Encounter nearest_approach(const Walker& self, const Walker& other) {
  const Vector offset = other.position - self.position;
  const Vector relative = self.velocity - other.velocity;
  const float speed_squared = dot(relative, relative);
  if (!(speed_squared > 0.f)) return Encounter{-1.f, offset};
  const float time = dot(offset, relative) / speed_squared;
  return Encounter{time, offset - time * relative};
}

/// Unaligned collision avoidance: returns a unit vector away from the other character's place at the nearest approach. The caller passes
/// the encounter that comes first. A head-on encounter has no such side. There the vector points to the right of the relative velocity, so
/// that both pass on the same hand.
KOKKOS_INLINE_FUNCTION Vector avoid(const Walker& self, const Walker& other, const Encounter& encounter) {
  const float radii = self.radius + other.radius;
  if (length(encounter.offset) > 1e-3f * radii) return of_length(encounter.offset, -1.f);
  const Vector relative = self.velocity - other.velocity;
  return of_length(Vector{relative.y, -relative.x}, 1.f);
}

/// Path following: says whether a character that goes on for `prediction` seconds would be further than `radius` metres from the line from
/// a to b, and which point of the line it then has to seek.
struct PathCorrection {
  bool needed;
  Vector target;
};
KOKKOS_INLINE_FUNCTION PathCorrection follow(const Walker& self, Vector a, Vector b, float radius, float prediction) {
  const Vector future = self.position + prediction * self.velocity;
  const Vector along = b - a;
  const float squared = dot(along, along);
  const float at = squared > 0.f ? dot(future - a, along) / squared : 1.f;
  const float share = at < 0.f ? 0.f : at > 1.f ? 1.f : at;
  const Vector target = a + share * along;
  return PathCorrection{length(future - target) > radius, target};
}

}  // namespace plethos::steering
