#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/agent.hpp"
#include "core/world.hpp"

namespace plethos::scenarios {

/// Which goals can be reached over a world's grid, by steps between passable cells beside each other.
class GridReach {
 public:
  /// `world` has a grid, and must outlive the object. Cost: a visit of each cell.
  explicit GridReach(const World& world);

  /// Returns whether there is a way from a place to a goal, or to one of those that an agent with that goal chooses among. Both stand for
  /// the passable cell that they belong to, as planners see it (planning/grid/map/near_cell.hpp). Cost: the first time, the goal's
  /// cells.
  bool reaches(Vec2 place, std::int32_t goal);

 private:
  const std::vector<std::int32_t>& parts_of(std::int32_t goal);

  const World& world_;
  std::vector<Segment> walls_;
  GridRegions regions_;
  std::vector<std::optional<std::vector<std::int32_t>>> goals_;  // the regions in which each goal lies
};

/// Agents that do not get from their starts to their goals over the grid.
struct ClosedByGrid {
  std::int64_t agents = 0;
  std::int64_t travelers = 0;
  double widest = 0;  ///< m: the widest of the gaps between walls that agents pass and the grid closes; 0: none was found
};

/// Finds them; those that walls alone keep from their goals count, too. Without a grid there are none. Cost: as GridReach, and find_gaps()
/// if there are any.
ClosedByGrid find_closed_by_grid(const World& world, std::span<const AgentRecord> agents);

/// Returns a sentence on what the grid closes, such as "cells of 1 m close gaps of up to 1.6 m between walls; a smaller cell_size in [grid]
/// opens them".
std::string closed_text(const World& world, double widest);

}  // namespace plethos::scenarios
