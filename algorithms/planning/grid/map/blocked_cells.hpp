#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/world.hpp"

namespace plethos::planning {

/// Returns the world's grid. Errors: InputError, which begins with `planner`, for a world without one.
std::shared_ptr<const WorldGrid> require_grid(const World& world, const char* planner);

/// Appends to `cells` the indices of the passable cells whose centers lie inside of world.polygons[staying] and following, or nearer to
/// them than `clearance`, in metres. A cell that is near to several polygons is appended once for each. Cost: for each of those polygons
/// the cells of its box times its vertices.
void append_cells_near(const WorldGrid& grid, const World& world, std::size_t staying, float clearance, std::vector<std::int32_t>& cells);

/// Returns the world with those cells blocked in its grid, if it has one. Cost: a copy of both, and as append_cells_near().
World with_blocked_cells(const World& world, std::size_t staying, float clearance);

}  // namespace plethos::planning
