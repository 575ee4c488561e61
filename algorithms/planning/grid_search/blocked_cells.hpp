#pragma once

#include <cstddef>
#include <memory>

#include "core/world.hpp"

namespace plethos::planning {

/// Returns the world's grid. Errors: InputError, which begins with `planner`, for a world without one.
std::shared_ptr<const WorldGrid> require_grid(const World& world, const char* planner);

/// Returns a grid without the cells whose centers lie inside of world.polygons[staying] and following, or nearer to them than `clearance`,
/// in metres. Cost: a copy of the grid; for each of those polygons the cells of its box times its vertices.
WorldGrid without_cells_near(const WorldGrid& grid, const World& world, std::size_t staying, float clearance);

}  // namespace plethos::planning
