#pragma once

#include "core/grid_map.hpp"

namespace plethos::obstacles {

/// Joins parts of a grid that only its cells' size keeps apart. `free` is a map of the same size, whose passable cells may be walked on
/// from center to center. Where passable cells of the grid lie in parts that no steps to a side join, and such cells of `free` lead from
/// one part to another, those of a shortest way become passable. Two parts that several gaps join get a way through each, if the gaps are
/// more than `apart` cells from each other. Returns the number of cells that it opens. Cost: a visit of all cells; nothing more where all
/// are joined.
std::int64_t open_gaps(const GridMap& free, std::int32_t apart, WorldGrid& grid);

}  // namespace plethos::obstacles
