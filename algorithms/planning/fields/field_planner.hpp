#pragma once

#include <memory>

#include "algorithms/planning/fields/fields.hpp"
#include "algorithms/planning/planner_setup.hpp"

namespace plethos::planning {

/// Returns a planner that lets agents follow fields over the world's grid, one for each goal, which all agents with that goal share
/// (Garcia, Kapadia and Badler 2014, sections III and VIII). An agent heads for the furthest place of its way that it can walk to straight,
/// of those at which the way bends. Fields are computed as far as agents need them. Moving obstacles block the cells that they come near;
/// what depended on those is computed again. Agents may choose among goals (World::choices): each of these has a field, and the least value
/// at an agent's cell says which goal is nearest. Crowding makes cells dearer where people are, between steps. Cost of a step: for each
/// agent a look along a line, and by turns the places of its way. Errors: InputError for a world without a grid, and as Fields::check() and
/// Fields::spread(); MachineError for more goals than fit into the memory.
template <class Execution>
std::unique_ptr<Planner<Execution>> make_field_planner(const PlannerSetup& setup, std::unique_ptr<FollowedFields<Execution>> fields);

}  // namespace plethos::planning
