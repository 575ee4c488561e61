#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/grid_map.hpp"

namespace plethos::planning::reference {

/// A leaf of a quadtree: the square of cells whose north-western one is (x, y).
struct PlainLeaf {
  std::int32_t x, y, side;
  std::int32_t blocked;  ///< cells

  friend bool operator==(const PlainLeaf&, const PlainLeaf&) = default;
};

/// Returns the leaves of a quadtree over a map, by the rules of QuadTree: divided from the root on, one quad after the other. `root`: cells
/// of a side of the world, `smallest`: of a side of the deepest quads. Cost: a visit of all cells for each level.
inline void append_leaves(const GridMap& map, std::int32_t x, std::int32_t y, std::int32_t side, std::int32_t smallest,
                          std::vector<PlainLeaf>& leaves) {
  std::int32_t blocked = 0;
  for (std::int32_t row = y; row < y + side; ++row) {
    for (std::int32_t column = x; column < x + side; ++column) blocked += map.is_passable(column, row) ? 0 : 1;
  }
  if (blocked == 0 || blocked == side * side || side == smallest) {
    leaves.push_back({x, y, side, blocked});
    return;
  }
  const std::int32_t half = side / 2;
  append_leaves(map, x, y, half, smallest, leaves);
  append_leaves(map, x + half, y, half, smallest, leaves);
  append_leaves(map, x, y + half, half, smallest, leaves);
  append_leaves(map, x + half, y + half, half, smallest, leaves);
}

/// Whether two squares meet along a side of some length.
inline bool lie_beside(const PlainLeaf& a, const PlainLeaf& b) {
  const std::int32_t across = std::min(a.x + a.side, b.x + b.side) - std::max(a.x, b.x);
  const std::int32_t down = std::min(a.y + a.side, b.y + b.side) - std::max(a.y, b.y);
  return (across == 0 && down > 0) || (across > 0 && down == 0);
}
/// Whether two squares meet at a corner only.
inline bool lie_aslant(const PlainLeaf& a, const PlainLeaf& b) {
  return std::min(a.x + a.side, b.x + b.side) == std::max(a.x, b.x) && std::min(a.y + a.side, b.y + b.side) == std::max(a.y, b.y);
}

}  // namespace plethos::planning::reference
