#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/agent.hpp"
#include "core/world.hpp"
#include "scenarios/geometry/free_parts.hpp"

namespace plethos::scenarios {

/// Adds an exit with these outlines to a world, with the landings that suit `agents`, of which there is at least one (find_landings()).
/// `minimum_distance` is that of Parameters, and `free` is of the same world. Returns the goal. Cost: all walls for each edge of the
/// outlines.
std::int32_t add_exit_goal(std::span<const std::vector<Vec2>> outlines, std::span<const AgentRecord> agents, float minimum_distance,
                           const FreeParts& free, World& world);

}  // namespace plethos::scenarios
