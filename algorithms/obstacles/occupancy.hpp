#pragma once

#include "core/world.hpp"

namespace plethos::obstacles {

/// Returns the grid of the places at which discs can stand. It covers world.bounds, which must be finite, from their lower left corner on;
/// its last column and its top row may reach beyond them.
///
/// A cell is passable only if the center of a disc of radius `clearance` can lie anywhere in it, edges included: the disc touches no wall,
/// and its center lies in no closed polygon and on walkable ground. The disc may reach over an edge of the ground without a wall, as in a
/// door. All other cells are blocked, and those that are passable by no more than the rounding of float32 positions, 4e-7 of the largest
/// coordinate, so that a cell looked up in float32 is safe, too.
///
/// Errors: InputError "grid: KEY: found X, expected Y" if `cell_size` (m) is not finite or not positive, or makes more than
/// maximum_map_cells cells, and if `clearance` (m) is not finite or negative. Cost: linear in the cells of the grid, in those near each
/// wall and in those inside of each polygon; and n log n for the n edges of a polygon that cross one row. Memory: a byte a cell.
WorldGrid rasterize(const World& world, float cell_size, float clearance);

/// Returns that grid with rows of cells through the gaps that it closes, though the disc passes them, as doors of turned buildings: where
/// such gaps part ground that no other way joins. Of the cells in these rows the centers alone keep `clearance`, and half a cell, from
/// walls. Errors and cost: as rasterize(), twice, and as open_gaps().
WorldGrid rasterize_with_gaps(const World& world, float cell_size, float clearance);

}  // namespace plethos::obstacles
