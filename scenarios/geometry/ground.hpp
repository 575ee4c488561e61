#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/agent.hpp"
#include "core/world.hpp"

namespace plethos::scenarios {

/// Returns how near to an outline of the walkable ground a line lies on it, in metres: a millimetre, or a twentieth of the largest agent's
/// radius, since files round their numbers, and have other units, too. It is more where float32 is that coarse. An exit there is a door.
float door_reach(std::span<const std::vector<Vec2>> outlines, float largest_radius);

/// Turns the outlines so that the ground is to the left of their edges. The ground lies inside of an odd number of them.
void orient_ground(std::vector<std::vector<Vec2>>& outlines);

/// Returns the line moved onto the edge of the outlines on which it lies, to within `reach` metres. One that lies on none, or within a
/// millimetre, stays as it is.
Line on_outline(std::span<const std::vector<Vec2>> outlines, const Line& line, float reach);

/// Returns the walls along such outlines: chains that are solid beyond. There is no wall where a door lies on an outline, `reach` metres
/// off it at most.
std::vector<Polygon> ground_walls(std::span<const std::vector<Vec2>> outlines, std::span<const Line> doors, float reach);

/// Returns the number of agents whose discs are not wholly on the walkable ground at the start: they are outside of it, or across its edge.
/// Cost: as ObstacleIndex.
std::int64_t count_outside(const World& world, std::span<const AgentRecord> agents);

}  // namespace plethos::scenarios
