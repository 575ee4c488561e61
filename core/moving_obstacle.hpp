#pragma once

#include <limits>
#include <vector>

#include "core/polygon.hpp"

namespace plethos {

/// An obstacle that moves along a path, or that is there for some time only. Where it is depends on the time alone, so a run can go on from
/// any step.
struct MovingObstacle {
  Polygon outline;           ///< where it is before it sets out
  std::vector<Vec2> path{};  ///< m: the displacements from there that it reaches one after the other, in straight lines; none: it stays
  double speed = 0;          ///< m/s, > 0 with a path
  double start = 0;          ///< s: when it sets out
  bool repeats = false;      ///< whether it sets out again when it has reached the end of its path, which is {0, 0} then
  double from = 0;           ///< s: when it appears
  double until = std::numeric_limits<double>::infinity();  ///< s: when it vanishes

  bool is_there(double time) const { return time >= from && time < until; }
  /// Returns how far it is from where it was before it set out, in metres. `time` in s. Cost: one pass over the path.
  Vec2 displacement(double time) const;
  /// Returns its outline, moved by displacement(time).
  Polygon at(double time) const;

  friend bool operator==(const MovingObstacle&, const MovingObstacle&) = default;
};

}  // namespace plethos
