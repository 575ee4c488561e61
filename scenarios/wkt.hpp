#pragma once

#include <string>

#include "core/world.hpp"

namespace plethos::scenarios {

/// The walkable area as well-known text, in metres: what of the bounds is free of closed polygons and not cut off from every goal by
/// walls. Usually one POLYGON with holes, valid in the OGC's sense, which PedPy reads as a walkable area; obstacles that overlap or touch
/// are united. An open wall with walkable ground on both sides becomes a rectangle of `wall_thickness` metres ([1e-5, 1]) around its line,
/// half a thickness longer at each end; a wall that bounds the area stays a line. Goals that walls cut off from each other give a
/// GEOMETRYCOLLECTION of a POLYGON for each part. Without goals, every free part is given. POLYGON EMPTY if nothing is free. In a world
/// with walkable ground (World::walkable) the area is what of that ground is free, in place of the bounds, all parts of it.
/// Coordinates are rounded to micrometres.
/// Cost: n log n in the walls if they are short against the world; at most 10,000 goals, evenly chosen, are looked up.
std::string walkable_area_wkt(const World& world, double wall_thickness);

}  // namespace plethos::scenarios
