#pragma once

#include <string>

#include "core/world.hpp"

namespace plethos::scenarios {

/// Returns the walkable area as well-known text, in metres: the part of the bounds that closed polygons leave free and that walls do not
/// cut off from every goal. It is usually one POLYGON with holes, valid in the OGC's sense, which PedPy reads as a walkable area. Obstacles
/// that overlap or touch are united. An open wall with walkable ground on both sides becomes a rectangle of `wall_thickness` metres ([1e-5,
/// 1]) around its line, half a thickness longer at each end. A wall that bounds the area stays a line. If walls cut goals off from each
/// other, the text is a GEOMETRYCOLLECTION with a POLYGON for each part. Without goals it gives every free part, and POLYGON EMPTY if
/// nothing is free. In a world with walkable ground (World::walkable) the area is the free part of that ground, instead of the bounds, in
/// all its parts. Coordinates are rounded to micrometres. Cost: n log n in the walls if they are short against the world. At most 10,000
/// goals, evenly chosen, are looked up.
std::string walkable_area_wkt(const World& world, double wall_thickness);

}  // namespace plethos::scenarios
