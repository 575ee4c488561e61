#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace plethos::scenarios {

/// A point of the plane in whole micrometres, at most 4e15 from the origin.
struct GridPoint {
  std::int64_t x = 0;
  std::int64_t y = 0;

  friend bool operator==(GridPoint, GridPoint) = default;
};

/// Holds products of two differences of coordinates without rounding.
using Wide = __int128;

/// Twice the area of the triangle a b c, above zero if it runs counterclockwise. Exact.
inline Wide cross(GridPoint a, GridPoint b, GridPoint c) { return Wide{b.x - a.x} * (c.y - a.y) - Wide{b.y - a.y} * (c.x - a.x); }

/// A straight line from a to b.
struct GridSegment {
  GridPoint a, b;
};

/// Segments that were cut where they meet.
struct Noding {
  struct Piece {
    std::uint32_t from, to;  ///< vertices; never the same
    std::uint32_t segment;   ///< of which it is a part, from its a to its b
  };
  std::vector<GridPoint> vertices;  ///< ends of pieces, each once
  std::vector<Piece> pieces;
};

/// Cuts segments wherever they cross, touch or overlap, so that two pieces have at most ends in common, or are the same line.
/// A crossing is rounded to a grid point, and a piece bends to a vertex that lies within half a micrometre of it. What bends may meet
/// others that the segment did not meet, so the pieces are looked at again until none meet (iterated snap rounding; Halperin and Packer
/// 2002). Signs of areas are exact, so nothing about the result is left to rounding. Cost: n log n if the segments are short against the
/// whole.
Noding node_segments(std::span<const GridSegment> segments);

}  // namespace plethos::scenarios
