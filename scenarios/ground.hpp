#pragma once

#include <span>
#include <vector>

#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// A line this near to an outline of the walkable ground, in metres, lies on it: so an exit there is a door.
constexpr float door_reach = 1e-3f;

/// Turns the outlines so that the ground, which is what lies inside of an odd number of them, is to the left of their edges.
void orient_ground(std::vector<std::vector<Vec2>>& outlines);

/// The walls along such outlines: chains that are solid beyond. Where a door lies on an outline, there is none.
std::vector<Polygon> ground_walls(std::span<const std::vector<Vec2>> outlines, std::span<const Line> doors);

/// Agents whose discs are not wholly on the walkable ground at the start: outside of it, or across its edge. Cost: as ObstacleIndex.
std::int64_t count_outside(const Scenario& scenario);

}  // namespace plethos::scenarios
