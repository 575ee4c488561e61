#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/agents.hpp"
#include "core/world.hpp"
#include "core/world_change.hpp"

namespace plethos::simulation {

/// Throws InputError if a change names what the world does not have, or brings an obstacle or a goal that cannot be.
void check_change(const WorldChange& change, const World& world);

/// Returns the world's grid with the costs of a change that check_change() has found fit. Without any it is the same one. Cost: a copy of
/// the grid.
std::shared_ptr<const WorldGrid> change_cells(const WorldChange& change, const World& world);

/// Changes the obstacles and goals of a world that check_change() has found fit. It moves nothing yet.
void change_world(const WorldChange& change, World& world);

/// Returns whether a change is one of agents.
bool changes_agents(const WorldChange& change);

/// What a change of agents has to fit.
struct AgentLimits {
  std::size_t goals, groups;
  float largest_radius;  ///< m, that the simulation was made for
};

/// Changes all agents of a simulation, in any order. `reciprocity` is each agent's own, by id, as those that have arrived hold 0; agents
/// that join set theirs. `groups`: as Crowd::groups. Errors: InputError for an id that is not there, a goal or a group that there is not,
/// an agent that is too large, or more agents than there are free ids. All may be changed in part then.
void change_agents(const WorldChange& change, const AgentLimits& limits, const Agents<Kokkos::HostSpace>& agents,
                   std::span<float> reciprocity, std::vector<std::int32_t>& groups);

/// Returns how many agents a step does not move, beyond the number that has arrived so far: absent ones count, and those that have arrived
/// and are absent or under way again count less.
std::int64_t count_idle(const Agents<Kokkos::HostSpace>& agents, std::int64_t arrived);

}  // namespace plethos::simulation
