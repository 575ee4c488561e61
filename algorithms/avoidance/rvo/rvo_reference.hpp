#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/random.hpp"
#include "core/vec2.hpp"

/// The plain version of reciprocal velocity obstacles by sampling (Bleiweiss 2009, section 3): one agent, in double precision, every sample
/// against every neighbor and wall. Tests compare the kernel with it, and a reader starts here.
namespace plethos::avoidance::reference {

using Vector = Vec2d;

struct Agent {
  std::uint64_t id = 0;
  Vector position{}, velocity{}, preferred_velocity{};  // m, m/s, m/s
  double radius = 0;                                    // m
  double maximum_speed = 0;                             // m/s
  double maximum_acceleration = 0;                      // m/s^2
  double reciprocity = 0;                               // [0, 1]; 0: the agent never yields
  double aggression = 0;                                // m: w in the cost
  double lacked = 0;  // [0, 1): the part of its wanted way that it has lacked lately; only perturbations read it
};

struct Wall {
  Vector a, b;  // m
};

inline constexpr double never = std::numeric_limits<double>::infinity();

/// The time at which a point enters the disc around the origin, or leaves it if it starts inside. The point starts at `from` with velocity
/// u. The time solves |from + t u| = radius for t >= 0; it is infinite if that never happens.
struct Contact {
  bool inside;
  double time;          // s
  double approach = 0;  // m^2/s: the speed at which an overlap with a disc deepens
};
inline Contact contact_with_disc(Vector from, Vector u, double radius) {
  const double a = dot(u, u);
  const double b = dot(from, u);
  const double c = dot(from, from) - radius * radius;
  const double discriminant = b * b - a * c;
  const bool inside = c < 0;
  if (a < 1e-12 && inside) return {inside, never};
  if (inside) return {inside, (-b + std::sqrt(discriminant)) / a, std::fmax(-b, 0)};
  if (b >= 0 || discriminant <= 0) return {inside, never};
  return {inside, c / (-b + std::sqrt(discriminant))};
}

/// Returns the same for the Minkowski sum of a segment and a disc. From inside, the point leaves it over its own side of the segment or,
/// beyond an end, out of that end's disc.
inline Contact contact_with_wall(Vector from, Vector u, const Wall& wall, double radius) {
  const Vector along = wall.b - wall.a;
  const double size = length(along);
  const Vector direction = size > 0 ? (1 / size) * along : Vector{1, 0};
  const Vector to_left{-direction.y, direction.x};
  const double height = dot(from - wall.a, to_left);
  const Vector normal = height < 0 ? -1.0 * to_left : to_left;  // towards the agent
  const double gap = std::abs(height) - radius;
  const double place = dot(from - wall.a, direction);
  const double approach = -dot(u, normal);
  const Contact first = contact_with_disc(from - wall.a, u, radius);
  const Contact second = contact_with_disc(from - wall.b, u, radius);

  const bool beside = place >= 0 && place <= size;
  if (beside && gap < 0) return {true, approach < 0 ? gap / approach : never};
  if (first.inside || second.inside) return place < 0 ? first : second;
  double time = std::fmin(first.time, second.time);
  if (gap > 0 && approach > 0) {
    const double side = gap / approach;
    const double at = place + side * dot(u, direction);
    if (at >= 0 && at <= size) time = std::fmin(time, side);
  }
  return {false, time};
}

/// Returns the time to collision for the cost. In an overlap the time from collision counts: parting after a step is as bad as colliding
/// after one, and the sooner the agent parts the better. A velocity that first deepens the overlap is worse than any collision ahead.
/// Otherwise an agent in a dense crowd would rather pass through a neighbor that it overlaps than touch the others.
inline double collision_time(const Contact& contact, double time_step) {
  if (!contact.inside) return contact.time;
  // Costs stay finite and comparable where the agents never part. A deepening overlap counts as a collision of discs that nearly touch.
  return 1 / (std::fmin(contact.time, 1e18) / (time_step * time_step) + contact.approach / 1e-3);
}

/// Returns the cost of the velocity v for `self` (section 3.3). A wall that it meets no sooner than after `horizon` seconds costs nothing,
/// and a nearer one the less; never, as published: every wall costs.
inline double cost(const Agent& self, const std::vector<Agent>& neighbors, const std::vector<Wall>& walls, double time_step, Vector v,
                   double horizon = never) {
  double time = never;
  for (const Agent& other : neighbors) {
    // Each agent of a pair takes its part of the avoidance. An agent that never yields takes none.
    if (self.reciprocity <= 0) continue;
    const double part = self.reciprocity / (self.reciprocity + other.reciprocity);
    // v is in the RVO if (1 / part) v + (1 - 1 / part) v_A is in the velocity obstacle of the other.
    const Vector u = (1 / part) * v + (1 - 1 / part) * self.velocity - other.velocity;
    time = std::fmin(time, collision_time(contact_with_disc(self.position - other.position, u, self.radius + other.radius), time_step));
  }
  for (const Wall& wall : walls) {
    const Contact contact = contact_with_wall(self.position, v, wall, self.radius);
    const double until = collision_time(contact, time_step);
    if (contact.inside || horizon == never) {
      time = std::fmin(time, until);
    } else if (until < horizon) {
      time = std::fmin(time, 1 / (1 / until - 1 / horizon));
    }
  }
  const double deviation = length(self.preferred_velocity - v);
  return time == never ? deviation : deviation + self.aggression / time;
}

/// Returns a point of the unit disc from 32 random bits: the concentric map of Shirley and Chiu, which keeps areas.
inline Vector unit_disc(std::uint32_t bits) {
  const double a = (static_cast<double>(bits & 0xffffu) + 0.5) / 32768 - 1;
  const double b = (static_cast<double>(bits >> 16) + 0.5) / 32768 - 1;
  constexpr double eighth = 0.785398163397448309616;
  if (std::abs(a) > std::abs(b)) return {a * std::cos(eighth * b / a), a * std::sin(eighth * b / a)};
  return {b * std::sin(eighth * a / b), b * std::cos(eighth * a / b)};
}

/// Returns the admissible velocity next to the preferred one.
inline Vector admissible_preferred(const Agent& self, double time_step) {
  const double reach = self.maximum_acceleration * time_step;
  const Vector change = self.preferred_velocity - self.velocity;
  Vector v = self.preferred_velocity;
  if (length(change) > reach) v = self.velocity + (reach / length(change)) * change;
  if (length(v) > self.maximum_speed) v = (self.maximum_speed / length(v)) * v;
  return v;
}

/// Returns the candidates of one agent in one step: the preferred velocity, and the admissible ones of `count` - 1 random velocities, |v| <
/// maximum speed and |v - velocity| < maximum acceleration * time step. If `steady`, which is ours, the present velocity is one too.
inline std::vector<Vector> samples(const Agent& self, double time_step, std::int32_t count, std::uint64_t seed, std::uint32_t step,
                                   bool steady = false) {
  std::vector<Vector> result{admissible_preferred(self, time_step)};
  if (steady && length(self.velocity) <= self.maximum_speed) result.push_back(self.velocity);
  const double reach = self.maximum_acceleration * time_step;
  // Random velocities come from the smaller of the two discs.
  const bool around_velocity = reach < self.maximum_speed;
  for (std::int32_t k = 1; k < count; ++k) {
    const auto word = philox(seed, self.id, step, static_cast<std::uint32_t>(k / 4))[static_cast<std::size_t>(k % 4)];
    const Vector point = unit_disc(word);
    const Vector v = around_velocity ? self.velocity + reach * point : self.maximum_speed * point;
    if (length(v) < self.maximum_speed && length(v - self.velocity) < reach) result.push_back(v);
  }
  return result;
}

}  // namespace plethos::avoidance::reference
