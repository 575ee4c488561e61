#pragma once

#include <vector>

#include "core/grid_map.hpp"
#include "core/world.hpp"

namespace plethos::scenarios {

/// The walls of a map, as the fewest straight segments: outlines of what is blocked, in metres, the lower left corner of the map at
/// the origin and y upwards. What lies outside the map counts as blocked. A blocked island becomes a closed polygon, clockwise. The
/// outline of a passable region, and of an island with a passable court, becomes an open chain whose last vertex is its first: its
/// inside is not solid. No outline meets itself; outlines meet only in corners. Cost: n log n in the wall cells, plus one visit of
/// every cell.
std::vector<Polygon> grid_outlines(const GridMap& map, float cell_size);

}  // namespace plethos::scenarios
