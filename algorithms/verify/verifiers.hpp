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

/// The number of violations of a property, and the largest one.
struct Violations {
  std::int64_t count = 0;
  std::int32_t worst = -1;  ///< index of an item; -1: none
  std::int32_t other = -1;  ///< the second of a pair
  double amount = 0;        ///< the size of the largest violation, in the property's unit
};

/// Counts pairs of discs that overlap by more than `tolerance` metres. The amount is the depth in metres. Cost: n log n, plus the pairs
/// whose extents in x overlap.
Violations overlaps(const Discs& discs, double tolerance = 0);

/// Counts points that are further than `tolerance` metres outside, or not finite (an infinite amount). The amount is in metres.
Violations outside_bounds(std::span<const float> x, std::span<const float> y, const Bounds& bounds, double tolerance = 0);

/// Counts discs that overlap a segment by more than `tolerance` metres. The amount is the depth in metres, and `other` is the segment.
/// Cost: discs times segments.
Violations wall_overlaps(const Discs& discs, std::span<const Segment> segments, double tolerance = 0);

/// Places of discs before and after a step, in metres, as columns of equal length.
struct Moves {
  std::span<const float> before_x, before_y, after_x, after_y;
};

/// Counts centers whose straight way crosses a segment, from one side to the other. The amount is the length of the way in metres, and
/// `other` is the segment. Ways that only touch a segment do not count. Cost: moves times segments.
Violations wall_crossings(const Moves& moves, std::span<const Segment> segments);

/// Velocities before and after a step, in m/s, and their limits, as columns of equal length.
struct VelocityChange {
  std::span<const float> before_x, before_y, after_x, after_y;
  std::span<const float> maximum_speed;         ///< m/s
  std::span<const float> maximum_acceleration;  ///< m/s^2
  float time_step;                              ///< s
};

/// Counts velocities that exceed the maximum speed, or that change by more than the acceleration allows. Excess up to the share `tolerance`
/// does not count. The amount is in m/s. An agent that stands is admissible, because an agent stands as soon as it arrives.
Violations inadmissible_velocities(const VelocityChange& change, double tolerance = 1e-5);

/// Lists in columns: the j-th entry of item i is index[j * stride + i].
struct ListColumns {
  std::span<const std::int32_t> count, index;
  std::size_t stride;
  std::int32_t capacity;
};

/// The input of a search for neighbors, as columns of equal length.
struct NeighborProblem {
  std::span<const float> x, y;            ///< m
  std::span<const std::uint64_t> id;      ///< decides ties
  std::span<const std::uint8_t> present;  ///< 0: the agent is nobody's neighbor and has none
  float distance;                         ///< m
};

/// Checks that every `every`-th list holds the nearest, in order (squared distance as float32, id). Returns the mistake in the first wrong
/// list, or an empty text. Cost: agents squared / every.
std::string neighbor_mistake(const NeighborProblem& problem, const ListColumns& lists, std::size_t every = 1);

/// The input of a search for walls.
struct WallProblem {
  std::span<const float> x, y;           ///< m
  std::span<const std::uint8_t> avoids;  ///< 0: its list is empty
  std::span<const Segment> segments;
  float distance;  ///< m
};

/// Does the same for walls that are not solid on the agent's side, in order (squared distance as float32, index). Cost: agents times
/// segments / every.
std::string wall_mistake(const WallProblem& problem, const ListColumns& lists, std::size_t every = 1);

}  // namespace plethos::verify
