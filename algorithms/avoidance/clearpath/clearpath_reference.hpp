#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "algorithms/avoidance/perturbation_reference.hpp"

/// ClearPath (Guy et al. 2009, section 3), plainly: one agent, in double precision, every crossing of every pair of edges against every
/// region. What the kernel is compared with, and the place to start reading.
namespace plethos::avoidance::reference::clearpath {

inline double cross(Vector a, Vector b) { return a.x * b.y - a.y * b.x; }
inline Vector left_of(Vector a) { return {-a.y, a.x}; }
inline Vector turned(Vector a, double angle) {
  return {std::cos(angle) * a.x - std::sin(angle) * a.y, std::sin(angle) * a.x + std::cos(angle) * a.y};
}

struct Options {
  double time_step = 0.05;            // s
  double time_horizon = 5;            // s
  double time_horizon_obstacles = 2;  // s
  double minimum_distance = 0;        // m
  double perturbation = 1;            // tangent of the angle by which agents that others hold up turn at most
  bool guaranteed = false;            // ClearPath-1: Type-II constraint and guards
  bool within_limits = false;         // regions leave what leads away as fast as speed and acceleration admit
  std::uint64_t seed = 1;
  std::uint32_t step = 0;
};

/// Velocities with normal . v > offset (m/s).
struct HalfPlane {
  Vector normal;
  double offset;

  double depth(Vector v) const { return dot(normal, v) - offset; }
};

/// Forbidden velocities: what lies in all of its half-planes; none, if there are none.
using Region = std::vector<HalfPlane>;

inline double depth(const Region& region, Vector v) {
  double least = region.empty() ? -never : never;
  for (const HalfPlane& side : region) least = std::fmin(least, side.depth(v));
  return least;
}
/// The deepest of all regions: at most 0 if v is free.
inline double depth(const std::vector<Region>& regions, Vector v) {
  double most = -never;
  for (const Region& region : regions) most = std::fmax(most, depth(region, v));
  return most;
}

inline HalfPlane through(Vector point, Vector normal) { return {normal, dot(normal, point)}; }

/// The velocities that speed and acceleration admit: in both discs.
struct Disc {
  Vector center;
  double radius;
};
inline std::array<Disc, 2> limits(const Agent& self, double time_step) {
  return {{{{}, self.maximum_speed}, {self.velocity, self.maximum_acceleration * time_step}}};
}

/// The n . v of the fastest way in the direction -n that the limits admit, with a tenth of them to spare.
inline double retreat(const Agent& self, Vector n, double time_step) {
  double most = -never;
  for (const Disc& disc : limits(self, time_step)) most = std::fmax(most, dot(n, disc.center) - 0.9 * disc.radius);
  return most;
}

/// Moves a half-plane so far that the limits admit velocities outside of it.
inline HalfPlane within_limits(HalfPlane side, const Agent& self, double time_step) {
  return {side.normal, std::fmax(side.offset, retreat(self, side.normal, time_step))};
}

/// The highest speed from which an agent comes to rest within `gap`: in steps, in each of which its speed falls by `reach` at most.
inline double braking_speed(double gap, double reach, double time_step) {
  if (gap <= 0) return gap / time_step;
  double speed = never;
  for (int k = 0; k < 8; ++k) speed = std::fmin(speed, gap / time_step / (k + 1) + reach * k / 2);
  return speed;
}

/// Whether the pair passes on the left: of the line of centers, the side that the relative velocity is on. Where it is on none, one random
/// bit decides for both.
inline bool passes_left(const Agent& self, const Agent& other, const Options& options) {
  const Vector way = other.position - self.position;
  const double across = cross((1 / length(way)) * way, self.velocity - other.velocity);
  if (std::abs(across) >= 1e-6) return across > 0;
  const std::uint64_t first = std::min(self.id, other.id);
  const std::uint64_t second = std::max(self.id, other.id);
  const std::uint64_t low_words = (first & 0xffffffffu) | second << 32;
  const auto high_words = static_cast<std::uint32_t>(first >> 32 << 16 ^ second >> 32);
  // No step has this number.
  return (philox(options.seed, low_words, 0xfffffffeu, high_words)[0] & 0x80000000u) == 0;
}

/// Truncated cone of `other` (sections 3.2 and A.1). Who never yields forbids nothing.
inline Region region_of(const Agent& self, const Agent& other, const Options& options) {
  if (self.reciprocity <= 0) return {};
  const double share = self.reciprocity / (self.reciprocity + other.reciprocity);
  const Vector apex = (1 - share) * self.velocity + share * other.velocity;
  const Vector way = other.position - self.position;
  const double distance = length(way);
  const Vector ahead = (1 / distance) * way;
  const double touch = self.radius + other.radius;
  const auto limited = [&](const HalfPlane& side) {
    return options.within_limits ? clearpath::within_limits(side, self, options.time_step) : side;
  };
  // The share of what parts the two within a step.
  if (distance < touch) return {limited(through(apex - share * (touch - distance) / options.time_step * ahead, ahead))};
  const double radii = touch + options.minimum_distance;
  if (distance <= radii) return {limited(through(apex, ahead))};
  const double half_angle = std::asin(radii / distance);
  const HalfPlane left = through(apex, -1.0 * left_of(turned(ahead, half_angle)));
  const HalfPlane right = through(apex, left_of(turned(ahead, -half_angle)));
  const HalfPlane truncation = limited(through(apex + share * (distance - radii) / options.time_horizon * ahead, ahead));
  if (options.guaranteed && share < 1) {
    return {passes_left(self, other, options) ? left : right, truncation};
  }
  return {left, right, truncation};
}

/// Not part of the paper: what keeps an agent able to stop within its share of the gap, whatever the other does; one that does not yield
/// is expected to go on as it does.
inline Region guard_of(const Agent& self, const Agent& other, const Options& options) {
  if (self.reciprocity <= 0) return {};
  const double share = self.reciprocity / (self.reciprocity + other.reciprocity);
  const Vector way = other.position - self.position;
  const double distance = length(way);
  const double touch = self.radius + other.radius;
  const double gap = distance < touch ? distance - touch : std::fmax(distance - touch - options.minimum_distance, 0);
  const double speed = braking_speed(share * gap, self.maximum_acceleration * options.time_step, options.time_step);
  const Vector ahead = (1 / distance) * way;
  return {within_limits(through((share < 1 ? Vector{} : other.velocity) + speed * ahead, ahead), self, options.time_step)};
}

inline Vector way_to(const Wall& wall, Vector from) {
  const Vector along = wall.b - wall.a;
  const double squared = dot(along, along);
  const double place = squared > 0 ? std::clamp(dot(from - wall.a, along) / squared, 0.0, 1.0) : 0;
  return wall.a + place * along - from;
}

inline Region guard_of(const Agent& self, const Wall& wall, const Options& options) {
  const Vector way = way_to(wall, self.position);
  const double distance = length(way);
  const double gap = distance < self.radius ? distance - self.radius : std::fmax(distance - self.radius - options.minimum_distance, 0);
  const double speed = braking_speed(gap, self.maximum_acceleration * options.time_step, options.time_step);
  const Vector ahead = (1 / distance) * way;
  return {within_limits(through(speed * ahead, ahead), self, options.time_step)};
}

inline Region region_of(const Agent& self, const Wall& wall, const Options& options) {
  const Vector way = way_to(wall, self.position);
  const double distance = length(way);
  const Vector ahead = (1 / distance) * way;
  const auto limited = [&](const HalfPlane& side) {
    return options.within_limits ? clearpath::within_limits(side, self, options.time_step) : side;
  };
  if (distance < self.radius) return {limited(through((distance - self.radius) / options.time_step * ahead, ahead))};
  const double radius = self.radius + options.minimum_distance;
  if (distance <= radius) return {limited(through({}, ahead))};
  // Angles of the tangents to the discs around the ends, from the way to the nearest point.
  double left = -never;
  double right = never;
  for (const Vector end : {wall.a - self.position, wall.b - self.position}) {
    const double middle = std::atan2(cross(ahead, end), dot(ahead, end));
    const double half_angle = std::asin(std::fmin(radius / length(end), 1));
    left = std::fmax(left, middle + half_angle);
    right = std::fmin(right, middle - half_angle);
  }
  return {through({}, -1.0 * left_of(turned(ahead, left))), through({}, left_of(turned(ahead, right))),
          limited(through((distance - radius) / options.time_horizon_obstacles * ahead, ahead))};
}

/// Lemma 1: the closest free velocity is the preferred one, the admissible one next to it, or a point of an edge: the closest of the edge's
/// line, or where that meets another line or the bound of what is admissible. Nothing if none of these is admissible and free.
inline std::optional<Vector> closest(const std::vector<Region>& regions, const std::array<Disc, 2>& discs, Vector preferred) {
  std::optional<Vector> best;
  double least = never;
  const auto offer = [&](Vector v) {
    const double distance = length(v - preferred);
    if (!(distance < least)) return;
    for (const Disc& disc : discs) {
      if (length(v - disc.center) > disc.radius + 1e-9) return;
    }
    if (depth(regions, v) > 1e-9) return;
    least = distance;
    best = v;
  };
  const auto offer_crossings = [&](const HalfPlane& line, const Disc& disc) {
    const double height = line.depth(disc.center);
    const double half = std::sqrt(disc.radius * disc.radius - height * height);
    const Vector foot = disc.center - height * line.normal;
    offer(foot + half * left_of(line.normal));
    offer(foot - half * left_of(line.normal));
  };
  offer(preferred);
  for (const Disc& disc : discs) {
    const Vector way = preferred - disc.center;
    offer(disc.center + disc.radius / length(way) * way);
  }
  const Vector between = discs[1].center - discs[0].center;
  const double apart = length(between);
  const double squares = discs[0].radius * discs[0].radius - discs[1].radius * discs[1].radius;
  // Where the discs' circles cross: the line of equal power.
  if (apart > 0) offer_crossings({(1 / apart) * between, dot(discs[0].center, between) / apart + (squares / apart + apart) / 2}, discs[0]);

  std::vector<HalfPlane> lines;
  for (const Region& region : regions) lines.insert(lines.end(), region.begin(), region.end());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    offer(preferred - lines[i].depth(preferred) * lines[i].normal);
    for (const Disc& disc : discs) offer_crossings(lines[i], disc);
    for (std::size_t j = 0; j < i; ++j) {
      const double sine = cross(lines[i].normal, lines[j].normal);
      if (std::abs(sine) < 1e-12) continue;
      offer((1 / sine) * (lines[j].offset * Vector{-lines[i].normal.y, lines[i].normal.x} -
                          lines[i].offset * Vector{-lines[j].normal.y, lines[j].normal.x}));
    }
  }
  return best;
}

/// What an agent prefers whose preferred velocity is not free.
inline Vector preference_when_blocked(const Agent& self, const std::vector<Agent>& neighbors, const Options& options) {
  const auto wanted = closest({}, limits(self, options.time_step), self.preferred_velocity);
  BlockedBy blocked;
  for (std::size_t j = 0; wanted && j < neighbors.size(); ++j) {
    if (depth(region_of(self, neighbors[j], options), *wanted) > 1e-5) blocked.add(neighbors[j]);
    if (options.guaranteed && j < 8 && depth(guard_of(self, neighbors[j], options), *wanted) > 1e-5) blocked.add(neighbors[j]);
  }
  return perturbed(self, blocked, {options.perturbation, options.time_step, options.seed, options.step});
}

}  // namespace plethos::avoidance::reference::clearpath
