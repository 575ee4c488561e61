#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/world.hpp"

namespace plethos::verify {

/// Discs as columns of equal length: centers and radii in metres.
struct Discs {
  std::span<const float> x, y, radius;
};

/// How often a property is violated, and where most.
struct Violations {
  std::int64_t count = 0;
  std::int32_t worst = -1;  ///< index of an item; -1: none
  std::int32_t other = -1;  ///< the second of a pair
  double amount = 0;        ///< by how much, in the property's unit
};

/// Pairs of discs that overlap by more than `tolerance` metres; the amount is the depth in metres. Cost: n log n, plus the pairs whose
/// extents in x overlap.
Violations overlaps(const Discs& discs, double tolerance = 0);

/// Points that are further than `tolerance` metres outside, or not finite (by an infinite amount); the amount is in metres.
Violations outside_bounds(std::span<const float> x, std::span<const float> y, const Bounds& bounds, double tolerance = 0);

/// Discs that overlap a segment by more than `tolerance` metres; the amount is the depth in metres, `other` the segment. Cost: discs times
/// segments.
Violations wall_overlaps(const Discs& discs, std::span<const Segment> segments, double tolerance = 0);

/// Where discs were before a step and are after it, in metres. Columns of equal length.
struct Moves {
  std::span<const float> before_x, before_y, after_x, after_y;
};

/// Centers whose straight way crosses a segment, from one side to the other; the amount is the length of the way in metres, `other` the
/// segment. Ways that only touch one do not count. Cost: moves times segments.
Violations wall_crossings(const Moves& moves, std::span<const Segment> segments);

/// Velocities before and after a step, in m/s, and what limits them. Columns of equal length.
struct VelocityChange {
  std::span<const float> before_x, before_y, after_x, after_y;
  std::span<const float> maximum_speed;         ///< m/s
  std::span<const float> maximum_acceleration;  ///< m/s^2
  float time_step;                              ///< s
};

/// Velocities that exceed the maximum speed, or differ from those before by more than the acceleration allows, by more than the part
/// `tolerance`; the amount is in m/s. Agents that have stopped are admissible: whoever arrives stands at once.
Violations inadmissible_velocities(const VelocityChange& change, double tolerance = 1e-5);

/// Lists in columns: the j-th entry of item i is index[j * stride + i].
struct ListColumns {
  std::span<const std::int32_t> count, index;
  std::size_t stride;
  std::int32_t capacity;
};

/// What lists of neighbors are made of. Columns of equal length.
struct NeighborProblem {
  std::span<const float> x, y;            ///< m
  std::span<const std::uint64_t> id;      ///< decides ties
  std::span<const std::uint8_t> present;  ///< 0: is nobody's neighbor and has none
  float distance;                         ///< m
};

/// Whether every `every`-th list holds the nearest, in order (squared distance as float32, id): empty, or what is wrong in the first list
/// that does not. Cost: agents squared / every.
std::string neighbor_mistake(const NeighborProblem& problem, const ListColumns& lists, std::size_t every = 1);

/// What lists of walls are made of.
struct WallProblem {
  std::span<const float> x, y;           ///< m
  std::span<const std::uint8_t> avoids;  ///< 0: has an empty list
  std::span<const Segment> segments;
  float distance;  ///< m
};

/// The same for walls that are not solid on the agent's side, in order (squared distance as float32, index). Cost: agents times segments /
/// every.
std::string wall_mistake(const WallProblem& problem, const ListColumns& lists, std::size_t every = 1);

}  // namespace plethos::verify
