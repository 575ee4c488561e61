#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/obstacles/grid_point.hpp"

namespace plethos::scenarios {

using obstacles::cross;
using obstacles::GridPoint;
using obstacles::Wide;

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
