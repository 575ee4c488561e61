#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "scenarios/free_parts.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// Adds an exit with these outlines to the scenario's world, with the landings that suit `agents`, of which there is at least one
/// (find_landings()). `free` is of the same world. Returns the goal. Cost: all walls for each edge of the outlines.
std::int32_t add_exit_goal(Scenario& scenario, std::span<const std::vector<Vec2>> outlines, std::span<const AgentRecord> agents,
                           const FreeParts& free);

}  // namespace plethos::scenarios
