#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/avoidance/rvo/rvo_reference.hpp"

/// The plain version of ClearPath (Guy et al. 2009, section 3): one agent, in double precision, with every crossing of every pair of edges
/// tested against every region. Tests compare the kernel with it, and a reader starts here. Walls stand at the end, since the paper says
/// nothing of them. clearpath_guarded/ has the differences of the guarded method.
namespace plethos::avoidance::reference::clearpath {

inline Vector left_of(Vector a) { return {-a.y, a.x}; }
inline Vector turned(Vector a, double angle) {
  return {std::cos(angle) * a.x - std::sin(angle) * a.y, std::sin(angle) * a.x + std::cos(angle) * a.y};
}

struct Options {
  double time_step = 0.05;            // s
  double time_horizon = 5;            // s, the interval without a collision
  double time_horizon_obstacles = 2;  // s
  double minimum_distance = 0;        // m
  double perturbation = 1;            // guarded: tangent of the angle by which agents that others hold up turn
  bool sides = true;                  // Type-II constraint
  bool within_limits = false;         // regions leave velocities that lead away as fast as the limits admit; those of walls always do
  std::uint64_t seed = 1;
  std::uint32_t step = 0;
};

/// Velocities with normal . v > offset (m/s).
struct HalfPlane {
  Vector normal;
  double offset;

  double depth(Vector v) const { return dot(normal, v) - offset; }
};

/// Forbidden velocities: the intersection of its half-planes. Without half-planes it forbids nothing.
using ForbiddenRegion = std::vector<HalfPlane>;

inline double depth(const ForbiddenRegion& region, Vector v) {
  double least = region.empty() ? -never : never;
  for (const HalfPlane& side : region) least = std::fmin(least, side.depth(v));
  return least;
}
/// Returns the largest depth in any region. It is at most 0 if v is free.
inline double depth(const std::vector<ForbiddenRegion>& regions, Vector v) {
  double most = -never;
  for (const ForbiddenRegion& region : regions) most = std::fmax(most, depth(region, v));
  return most;
}

inline HalfPlane through(Vector point, Vector normal) { return {normal, dot(normal, point)}; }

/// Speed and acceleration admit the velocities that lie in both of two discs.
struct Disc {
  Vector center;
  double radius;
};
inline std::array<Disc, 2> limits(const Agent& self, double time_step) {
  return {{{{}, self.maximum_speed}, {self.velocity, self.maximum_acceleration * time_step}}};
}

/// Returns n . v of the fastest velocity in the direction -n that the limits admit, with a tenth of them to spare.
inline double retreat(const Agent& self, Vector n, double time_step) {
  double most = -never;
  for (const Disc& disc : limits(self, time_step)) most = std::fmax(most, dot(n, disc.center) - 0.9 * disc.radius);
  return most;
}

/// Moves a half-plane so far that the limits admit velocities outside of it.
inline HalfPlane within_limits(HalfPlane side, const Agent& self, double time_step) {
  return {side.normal, std::fmax(side.offset, retreat(self, side.normal, time_step))};
}

/// Returns whether the pair passes on the left: on the side of the line of centers that the relative velocity is on. If it is on neither
/// side, one random bit decides for both agents.
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

/// Returns the agent's own share of the avoidance.
inline double share_of(const Agent& self, const Agent& other) { return self.reciprocity / (self.reciprocity + other.reciprocity); }

/// Returns the apex of the reciprocal velocity obstacle's cone.
inline Vector apex_of(const Agent& self, const Agent& other) {
  const double share = share_of(self, other);
  return (1 - share) * self.velocity + share * other.velocity;
}

/// Returns FVO_L, FVO_R and FVO_T: the cone, cut off by the tangent G to the velocities that collide within the interval (section 3.2,
/// appendix A.1). Discs within the minimum distance count as touching.
inline ForbiddenRegion truncated_cone(const Agent& self, const Agent& other, const Options& options) {
  const Vector apex = apex_of(self, other);
  const Vector way = other.position - self.position;
  const double distance = length(way);
  const Vector ahead = (1 / distance) * way;
  const double radii = std::fmin(self.radius + other.radius + options.minimum_distance, distance);
  if (distance <= radii) return {through(apex, ahead)};
  const double half_angle = std::asin(radii / distance);
  return {through(apex, -1.0 * left_of(turned(ahead, half_angle))), through(apex, left_of(turned(ahead, -half_angle))),
          through(apex + share_of(self, other) * (distance - radii) / options.time_horizon * ahead, ahead)};
}

/// Returns FVO_C: the side on which the pair does not pass of the line that bisects the cone.
inline ForbiddenRegion wrong_side(const Agent& self, const Agent& other, const Options& options) {
  const Vector way = other.position - self.position;
  const Vector left = left_of((1 / length(way)) * way);
  return {through(apex_of(self, other), passes_left(self, other, options) ? -1.0 * left : left)};
}

/// Returns the region of two agents that overlap (section 3.4): a cone around the velocities with which they still overlap after a step.
/// Its sides touch that disc where it crosses the circle of velocities that nine tenths of the acceleration reach, or an eighth of a turn
/// from the axis. Its tip is no further out than the fastest way out.
inline ForbiddenRegion collision_cone(const Agent& self, const Agent& other, const Options& options) {
  const double share = share_of(self, other);
  const Disc reached{self.velocity, 0.9 * self.maximum_acceleration * options.time_step};
  const Disc still{apex_of(self, other) + share / options.time_step * (other.position - self.position),
                   share / options.time_step * (self.radius + other.radius)};
  const Vector way = still.center - reached.center;
  const double between = length(way);
  const Vector axis = (1 / between) * way;
  const double cosine = (between * between + still.radius * still.radius - reached.radius * reached.radius) / (2 * between * still.radius);
  const double angle = std::acos(std::clamp(cosine, std::sqrt(0.5), 1.0));
  const double tip = std::fmax(dot(axis, still.center) - still.radius / std::cos(angle), retreat(self, axis, options.time_step));
  const Vector apex = still.center + (tip - dot(axis, still.center)) * axis;
  return {through(apex, turned(axis, angle)), through(apex, turned(axis, -angle))};
}

/// Returns the regions that a neighbor forbids; none if the agent never yields. Only two agents that both yield agree on a side.
inline std::vector<ForbiddenRegion> regions_of(const Agent& self, const Agent& other, const Options& options) {
  if (self.reciprocity <= 0) return {};
  if (length(other.position - self.position) < self.radius + other.radius) return {collision_cone(self, other, options)};
  std::vector<ForbiddenRegion> regions{truncated_cone(self, other, options)};
  if (options.sides && share_of(self, other) < 1) regions.push_back(wrong_side(self, other, options));
  return regions;
}

/// Finds the closest free velocity (Lemma 1). It is the preferred one, the closest admissible one, or a point of an edge: the closest point
/// of the edge's line, or a crossing with another line or with the bound of the admissible velocities. Returns nothing if none of these is
/// admissible and free.
template <std::size_t Discs>
std::optional<Vector> closest(const std::vector<ForbiddenRegion>& regions, const std::array<Disc, Discs>& discs, Vector preferred) {
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
    const double half_chord = std::sqrt(disc.radius * disc.radius - height * height);
    const Vector foot = disc.center - height * line.normal;
    offer(foot + half_chord * left_of(line.normal));
    offer(foot - half_chord * left_of(line.normal));
  };
  offer(preferred);
  for (const Disc& disc : discs) {
    const Vector way = preferred - disc.center;
    offer(disc.center + disc.radius / length(way) * way);
  }
  if constexpr (Discs == 2) {
    const Vector between = discs[1].center - discs[0].center;
    const double apart = length(between);
    const double squares = discs[0].radius * discs[0].radius - discs[1].radius * discs[1].radius;
    // The discs' circles cross on the line of equal power.
    if (apart > 0)
      offer_crossings({(1 / apart) * between, dot(discs[0].center, between) / apart + (squares / apart + apart) / 2}, discs[0]);
  }

  std::vector<HalfPlane> lines;
  for (const ForbiddenRegion& region : regions) lines.insert(lines.end(), region.begin(), region.end());
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

/// Returns the highest speed from which an agent comes to rest within `gap`. Each step lowers its speed by at most `reach`.
inline double braking_speed(double gap, double reach, double time_step) {
  if (gap <= 0) return gap / time_step;
  double speed = never;
  for (int k = 0; k < 8; ++k) speed = std::fmin(speed, gap / time_step / (k + 1) + reach * k / 2);
  return speed;
}

inline Vector way_to(const Wall& wall, Vector from) {
  const Vector along = wall.b - wall.a;
  const double squared = dot(along, along);
  const double place = squared > 0 ? std::clamp(dot(from - wall.a, along) / squared, 0.0, 1.0) : 0;
  return wall.a + place * along - from;
}

/// Returns the velocities that a wall forbids: directions that meet the segment swept by the disc, as far as the horizon goes.
inline ForbiddenRegion region_of(const Agent& self, const Wall& wall, const Options& options) {
  const Vector way = way_to(wall, self.position);
  const double distance = length(way);
  const Vector ahead = (1 / distance) * way;
  const auto limited = [&](const HalfPlane& side) {
    return options.within_limits ? clearpath::within_limits(side, self, options.time_step) : side;
  };
  if (distance < self.radius) return {limited(through((distance - self.radius) / options.time_step * ahead, ahead))};
  const double radius = self.radius + options.minimum_distance;
  if (distance <= radius) return {limited(through({}, ahead))};
  // Angles of the tangents to the discs around the ends, relative to the way to the nearest point.
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

/// Returns the region that keeps an agent able to stop at a wall; it is empty if the agent can stop from its maximum speed.
inline ForbiddenRegion guard_of(const Agent& self, const Wall& wall, const Options& options) {
  const Vector way = way_to(wall, self.position);
  const double distance = length(way);
  const double gap = distance < self.radius ? distance - self.radius : std::fmax(distance - self.radius - options.minimum_distance, 0);
  const double speed = braking_speed(gap, self.maximum_acceleration * options.time_step, options.time_step);
  if (speed >= self.maximum_speed) return {};
  const Vector ahead = (1 / distance) * way;
  return {within_limits(through(speed * ahead, ahead), self, options.time_step)};
}

}  // namespace plethos::avoidance::reference::clearpath
