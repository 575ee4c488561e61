#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/vec2.hpp"

namespace plethos {

/// The most cells that a map may have.
inline constexpr std::int64_t maximum_map_cells = 100'000'000;

/// A cell of a map: column x counts from the left, row y from the top.
struct GridCell {
  std::int32_t x = 0;
  std::int32_t y = 0;

  friend constexpr bool operator==(GridCell, GridCell) = default;
};

/// A map of square cells, each passable or blocked. Column x counts from the left; row y counts from the top, as files list them.
struct GridMap {
  std::int32_t width = 0;   ///< cells, > 0
  std::int32_t height = 0;  ///< cells, > 0
  /// width * height cells, row by row from the top: 1 is passable, 0 is blocked.
  std::vector<std::uint8_t> passable;
  /// What it costs to pass each cell, > 0, in the order of `passable`; that of a blocked cell means nothing. Empty: every cell costs 1.
  std::vector<std::int32_t> cost{};

  /// Returns whether a cell is passable. It is false for cells outside: a map is surrounded by walls.
  bool is_passable(std::int32_t x, std::int32_t y) const {
    return x >= 0 && x < width && y >= 0 && y < height && passable[index(x, y)] != 0;
  }
  bool is_passable(GridCell cell) const { return is_passable(cell.x, cell.y); }
  /// Returns the cost of the cell at an index.
  std::int32_t cost_at(std::size_t index) const { return cost.empty() ? 1 : cost[index]; }
  /// Returns the index in `passable` of a cell of the map.
  std::size_t index(std::int32_t x, std::int32_t y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
  }
  /// Returns the cell at an index of `passable`.
  GridCell cell(std::size_t index) const {
    const auto columns = static_cast<std::size_t>(width);
    return {static_cast<std::int32_t>(index % columns), static_cast<std::int32_t>(index / columns)};
  }
};

/// The least and the greatest cost of a map's passable cells; both are 1 if it has none.
struct CostRange {
  std::int32_t least = 1;
  std::int32_t most = 1;
};

/// Returns the range of a map's costs. Cost: one visit of every cell.
CostRange cost_range(const GridMap& map);

/// A map that lies in the world. The rows run from north to south, and row 0 is the northernmost.
struct WorldGrid : GridMap {
  Vec2 origin{};        ///< m: the lower left corner of the map, which is that of its last row
  float cell_size = 1;  ///< m, > 0: the side of a cell
  float clearance = 0;  ///< m: wherever the center of a disc of this radius lies in a passable cell, the disc touches no wall

  /// Returns the center of a cell in metres. The cell may lie outside of the map.
  Vec2 center(GridCell cell) const;
  /// Returns the cell that holds p (m). A point on an edge belongs to the cell to the right of it or above it, and on the map's own right
  /// or upper edge to the last column or the first row. For points outside of the map it is a cell outside, by one column or row.
  GridCell cell_at(Vec2 p) const;
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
