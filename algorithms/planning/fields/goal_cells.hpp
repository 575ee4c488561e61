#pragma once

#include <cstdint>
#include <vector>

#include "core/world.hpp"

namespace plethos::planning {

/// Returns the passable cells of a grid that a goal of the world lies in, each once, in rising order: one for a point, and for an exit
/// those along its landings. Where such a cell is blocked, it is the passable one around it whose center is nearest; without any, none.
/// Cost: the cells.
std::vector<std::int32_t> goal_cells(const WorldGrid& grid, const World& world, std::int32_t goal);

}  // namespace plethos::planning
