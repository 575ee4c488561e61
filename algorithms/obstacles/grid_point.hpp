#pragma once

#include <cstdint>

namespace plethos::obstacles {

/// A point of the plane in whole micrometres, at most 4e15 from the origin.
struct GridPoint {
  std::int64_t x = 0;
  std::int64_t y = 0;

  friend bool operator==(GridPoint, GridPoint) = default;
};

/// Holds products of two differences of coordinates without rounding.
using Wide = __int128;

/// Returns twice the area of the triangle a b c. It is above zero if the triangle runs counterclockwise, and exact.
inline Wide cross(GridPoint a, GridPoint b, GridPoint c) { return Wide{b.x - a.x} * (c.y - a.y) - Wide{b.y - a.y} * (c.x - a.x); }

}  // namespace plethos::obstacles
