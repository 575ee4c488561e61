#pragma once

#include <span>
#include <vector>

#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// A line lies on an outline of the walkable ground if it is this near to it, in metres. An exit there is a door.
constexpr float door_reach = 1e-3f;

/// Turns the outlines so that the ground is to the left of their edges. The ground lies inside of an odd number of them.
void orient_ground(std::vector<std::vector<Vec2>>& outlines);

/// Returns the walls along such outlines: chains that are solid beyond. There is no wall where a door lies on an outline.
std::vector<Polygon> ground_walls(std::span<const std::vector<Vec2>> outlines, std::span<const Line> doors);

/// Returns the number of agents whose discs are not wholly on the walkable ground at the start: they are outside of it, or across its edge.
/// Cost: as ObstacleIndex.
std::int64_t count_outside(const Scenario& scenario);

}  // namespace plethos::scenarios
