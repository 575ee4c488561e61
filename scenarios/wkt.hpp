#pragma once

#include <string>

#include "core/world.hpp"

namespace plethos::scenarios {

/// The walkable area as well-known text, in metres: what of the bounds is free of closed polygons and not cut off from every goal by
/// walls. Usually one POLYGON with holes, valid in the OGC's sense, which PedPy reads as a walkable area; obstacles that overlap or touch
/// are united. Goals that walls cut off from each other give a GEOMETRYCOLLECTION of a POLYGON for each part. Open walls that
/// enclose nothing have no area and are left out. Without goals, every free part is given. POLYGON EMPTY if nothing is free.
/// Cost: n log n in the walls if they are short against the world; at most 10,000 goals, evenly chosen, are looked up.
std::string walkable_area_wkt(const World& world);

}  // namespace plethos::scenarios
