#pragma once

#include <span>
#include <vector>

#include "core/world.hpp"

namespace plethos::planning {

/// A roadmap's nodes at the obstacles' corners (Bleiweiss 2009, section 3.1: a reduced visibility graph): where a way can bend around
/// an obstacle. They keep `radius` + `margin` metres from the walls of their corner: one node at a corner of at most a right angle's
/// turn, two at a sharper one and at either end of an open chain. A closed polygon has nodes outside its convex corners, an open chain
/// on the outer side of every bend, but where it is solid. Nodes nearer than `radius` to any wall, inside a closed polygon, off the
/// `walkable` ground (World::walkable) or outside the bounds are left out, as are repeated ones. In the order of polygons and vertices.
std::vector<Vec2> corner_nodes(std::span<const Polygon> polygons, const Bounds& bounds, float radius, float margin,
                               std::span<const std::vector<Vec2>> walkable = {});

/// Those of a world for agents of a radius up to `radius`. The margin is what agents need to walk past a corner while they keep
/// `minimum_distance` (Parameters), and a tenth of the radius.
std::vector<Vec2> corner_nodes(const World& world, float radius, float minimum_distance);

}  // namespace plethos::planning
