#pragma once

#include <span>
#include <vector>

#include "algorithms/obstacles/obstacle_index.hpp"
#include "core/world.hpp"

namespace plethos::scenarios {

/// The parts of lines on which discs can stand. Their centers keep the radius from every wall, to within a hundredth of a millimetre, and
/// at least one side of the line is free ground.
class FreeParts {
 public:
  /// `walls` and `obstacles` must be of the same world and outlive the object.
  FreeParts(std::span<const Segment> walls, const obstacles::ObstacleIndex& obstacles) : walls_(walls), obstacles_(obstacles) {}

  /// Returns the parts of one line for discs of `radius` metres (>= 0), from its beginning to its end. A part may be a point. Cost: all
  /// walls.
  std::vector<Line> of(const Line& line, double radius) const;
  /// Returns the parts of the edges of an outline. Two vertices are one line; more are a closed outline.
  std::vector<Line> of(const std::vector<Vec2>& outline, double radius) const;

 private:
  bool is_free(Vec2 p, Vec2 direction) const;

  std::span<const Segment> walls_;
  const obstacles::ObstacleIndex& obstacles_;
};

/// Returns the places for which agents of these radii (m) head if they leave by an exit with these outlines (Exit::landings). These are the
/// free parts for the largest agent, `margin` metres further from walls if that leaves something; otherwise those for the smallest agent;
/// otherwise those for a point. If nothing is free, they are whole edges.
std::vector<Line> find_landings(const FreeParts& free, std::span<const std::vector<Vec2>> outlines, float smallest_radius,
                                float largest_radius, float margin);

}  // namespace plethos::scenarios
