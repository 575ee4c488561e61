#pragma once

#include <cstdint>
#include <vector>

namespace plethos {

/// A map of square cells, each passable or blocked. Column x counts from the left; row y counts from the top, as files list them.
struct GridMap {
  std::int32_t width = 0;   ///< cells, > 0
  std::int32_t height = 0;  ///< cells, > 0
  /// width * height cells, row by row from the top: 1 is passable, 0 is blocked.
  std::vector<std::uint8_t> passable;

  /// Returns whether a cell is passable. It is false for cells outside: a map is surrounded by walls.
  bool is_passable(std::int32_t x, std::int32_t y) const {
    return x >= 0 && x < width && y >= 0 && y < height && passable[index(x, y)] != 0;
  }
  /// Returns the index in `passable` of a cell of the map.
  std::size_t index(std::int32_t x, std::int32_t y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
  }
};

/// The regions of a map. The passable cells of a region can be reached from each other by steps to the left, right, up and down. Diagonal
/// steps that cut no corner reach no more.
struct GridRegions {
  std::vector<std::int32_t> label;  ///< region of each cell, in the order of GridMap::passable; -1 for a blocked cell
  std::vector<std::int64_t> size;   ///< cells of each region

  /// Returns the region with the most cells, the first of equal ones; -1 if nothing is passable.
  std::int32_t largest() const;
};

/// Finds the regions of a map. Cost: one visit of every cell.
GridRegions connected_regions(const GridMap& map);

}  // namespace plethos
