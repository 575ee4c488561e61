#pragma once

#include <vector>

#include "core/grid_map.hpp"
#include "core/polygon.hpp"

namespace plethos::scenarios {

/// Returns the walls of a map as the fewest straight segments: outlines of the blocked cells, in metres, with the lower left corner of the
/// map at the origin and y upwards. The outside of the map counts as blocked. A blocked island becomes a closed polygon, clockwise. The
/// outline of a passable region, and of an island with a passable court, becomes an open chain whose last vertex is its first, because its
/// inside is not solid. No outline meets itself, and outlines meet only in corners. Cost: n log n in the wall cells, plus one visit of
/// every cell.
std::vector<Polygon> grid_outlines(const GridMap& map, float cell_size);

}  // namespace plethos::scenarios
