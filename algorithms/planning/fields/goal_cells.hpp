#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/world.hpp"

namespace plethos::planning {

/// Returns the passable cells of a grid that a goal of the world lies in, each once, in rising order: one for a point, and for an exit
/// those along its landings. Where such a cell is blocked, as where a door lies on the border of cells, it is the cell that near_cell()
/// finds; without any, none. `walls`: World::segments(). Cost: the cells, and for each blocked one the walls.
std::vector<std::int32_t> goal_cells(const WorldGrid& grid, const World& world, std::span<const Segment> walls, std::int32_t goal);

/// Returns the passable cell that a place (m) belongs to, or nothing: near_cell(). Cost: if its own cell is blocked, the walls.
std::vector<std::int32_t> cells_of_place(const WorldGrid& grid, std::span<const Segment> walls, Vec2 place);

}  // namespace plethos::planning
