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

/// Returns twice the area of the triangle a b c. It is above zero if the triangle runs counterclockwise, and exact.
inline Wide cross(GridPoint a, GridPoint b, GridPoint c) { return Wide{b.x - a.x} * (c.y - a.y) - Wide{b.y - a.y} * (c.x - a.x); }

/// A straight line from a to b.
struct GridSegment {
  GridPoint a, b;
};

/// Segments after they were cut where they meet.
struct Noding {
  struct Piece {
    std::uint32_t from, to;  ///< vertices, never the same one
    std::uint32_t segment;   ///< the piece is a part of this segment, and has its direction from a to b
  };
  std::vector<GridPoint> vertices;  ///< ends of pieces, each one once
  std::vector<Piece> pieces;
};

/// Cuts segments wherever they cross, touch or overlap, so that two pieces have at most ends in common, or are the same line. A crossing is
/// rounded to a grid point, and a piece bends to a vertex that lies within half a micrometre of it. A bent piece may meet pieces that its
/// segment did not meet, so the rounds go on until no pieces meet (iterated snap rounding; Halperin and Packer 2002). Signs of areas are
/// exact, so the result does not depend on rounding. Cost: n log n if the segments are short against the whole.
Noding node_segments(std::span<const GridSegment> segments);

}  // namespace plethos::scenarios
