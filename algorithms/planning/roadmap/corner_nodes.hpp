#pragma once

#include <span>
#include <vector>

#include "core/world.hpp"

namespace plethos::planning {

/// Returns a roadmap's nodes at the obstacles' corners (Bleiweiss 2009, section 3.1: a reduced visibility graph), where a way can bend
/// around an obstacle. They keep `radius` + `margin` metres from the walls of their corner. A corner of at most a right angle's turn has
/// one node; a sharper one, and either end of an open chain, has two. A closed polygon has nodes outside its convex corners. An open chain
/// has them on the outer side of every bend, unless that side is solid. Nodes are left out if they are repeated, nearer than `radius` to
/// any wall, inside a closed polygon, off the `walkable` ground (World::walkable) or outside the bounds. Their order is that of polygons
/// and vertices.
std::vector<Vec2> corner_nodes(std::span<const Polygon> polygons, const Bounds& bounds, float radius, float margin,
                               std::span<const std::vector<Vec2>> walkable = {}, std::size_t first = 0);

/// Returns the nodes of a world for agents of a radius up to `radius`. With the margin they can walk past a corner while they keep
/// `minimum_distance` (Parameters) and a tenth of the radius. Polygons before the one of index `first` have no nodes, but stand in the way
/// of others'.
std::vector<Vec2> corner_nodes(const World& world, float radius, float minimum_distance, std::size_t first = 0);

}  // namespace plethos::planning
