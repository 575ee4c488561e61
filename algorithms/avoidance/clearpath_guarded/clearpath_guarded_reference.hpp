#pragma once

#include <cmath>
#include <vector>

#include "algorithms/avoidance/clearpath/clearpath_reference.hpp"
#include "algorithms/avoidance/perturbation_reference.hpp"

/// The plain version of clearpath-guarded: the constraints that replace the paper's.
namespace plethos::avoidance::reference::clearpath::guarded {

/// Returns the truncated cone of `other`, without the side that the pair does not pass on.
inline ForbiddenRegion region_of(const Agent& self, const Agent& other, const Options& options) {
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
  // The agent takes its share of the change that parts the two within a step.
  if (distance < touch) return {limited(through(apex - share * (touch - distance) / options.time_step * ahead, ahead))};
  const double radii = touch + options.minimum_distance;
  if (distance <= radii) return {limited(through(apex, ahead))};
  const double half_angle = std::asin(radii / distance);
  const HalfPlane left = through(apex, -1.0 * left_of(turned(ahead, half_angle)));
  const HalfPlane right = through(apex, left_of(turned(ahead, -half_angle)));
  const HalfPlane truncation = limited(through(apex + share * (distance - radii) / options.time_horizon * ahead, ahead));
  if (share < 1) {
    return {passes_left(self, other, options) ? left : right, truncation};
  }
  return {left, right, truncation};
}

/// Returns the region that keeps an agent able to stop within its share of the gap, whatever the other does. An agent that does not yield
/// is expected to keep its velocity.
inline ForbiddenRegion guard_of(const Agent& self, const Agent& other, const Options& options) {
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

/// Returns the preference of an agent whose preferred velocity is not free. `beside_walls` says whether walls are near it.
inline Vector preference_when_blocked(const Agent& self, const std::vector<Agent>& neighbors, bool beside_walls, const Options& options) {
  const auto wanted = closest({}, limits(self, options.time_step), self.preferred_velocity);
  BlockedBy blocked;
  blocked.beside_walls = beside_walls;
  for (std::size_t j = 0; wanted && j < neighbors.size(); ++j) {
    if (depth(region_of(self, neighbors[j], options), *wanted) > 1e-5) blocked.add(neighbors[j]);
    if (j < 8 && depth(guard_of(self, neighbors[j], options), *wanted) > 1e-5) blocked.add(neighbors[j]);
  }
  return perturbed(self, blocked, {options.perturbation, 3, options.time_step, options.seed, options.step});
}

}  // namespace plethos::avoidance::reference::clearpath::guarded
