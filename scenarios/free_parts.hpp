#pragma once

#include <span>
#include <vector>

#include "algorithms/obstacles/obstacle_index.hpp"
#include "core/world.hpp"

namespace plethos::scenarios {

/// The parts of lines on which discs can stand: their centers keep the radius from every wall, to within a hundredth of a millimetre, and
/// there is free ground on at least one side.
class FreeParts {
 public:
  /// All must outlive this. `obstacles`: made of the same world.
  FreeParts(std::span<const Segment> walls, const obstacles::ObstacleIndex& obstacles) : walls_(walls), obstacles_(obstacles) {}

  /// Of one line, for discs of `radius` metres (>= 0), from its beginning to its end. A part may be a point. Cost: all walls.
  std::vector<Line> of(const Line& line, double radius) const;
  /// Of the edges of an outline: one line for two vertices, else all around.
  std::vector<Line> of(const std::vector<Vec2>& outline, double radius) const;

 private:
  bool is_free(Vec2 p, Vec2 direction) const;

  std::span<const Segment> walls_;
  const obstacles::ObstacleIndex& obstacles_;
};

/// Where agents of these radii (m) head for who leave by an exit of these outlines (Exit::landings): what is free for the largest of them,
/// `margin` metres further from walls where that leaves something; else for the smallest; else for a point. Whole edges if nothing is free.
std::vector<Line> find_landings(const FreeParts& free, std::span<const std::vector<Vec2>> outlines, float smallest_radius,
                                float largest_radius, float margin);

}  // namespace plethos::scenarios
