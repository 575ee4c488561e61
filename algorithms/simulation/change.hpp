#pragma once

#include <memory>
#include <span>

#include "algorithms/simulation/snapshot.hpp"
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

/// Changes the agents of a snapshot. `reciprocity` is each agent's own, by id, as those that have arrived hold 0; agents that join set
/// theirs. `largest_radius`, in metres, is the largest that the simulation was made for. Errors: InputError for an id that is not there, a
/// goal that is none of `goals`, a group that is none of `groups`, an agent that is too large, or more agents than there are free ids. The
/// snapshot may be changed in part then.
void change_agents(const WorldChange& change, std::size_t goals, std::size_t groups, float largest_radius, std::span<float> reciprocity,
                   Snapshot& snapshot);

/// Returns whether a change is one of agents.
bool changes_agents(const WorldChange& change);

/// Returns how many agents of a snapshot are not moved by a step, beyond the number that has arrived so far: absent ones count, and those
/// that have arrived and are absent or under way again count less.
std::int64_t count_idle(std::span<const AgentRecord> agents, std::int64_t arrived);

}  // namespace plethos::simulation
