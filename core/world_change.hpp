#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/agent.hpp"
#include "core/world.hpp"

namespace plethos {

/// Where an agent is, and how it moves.
struct Place {
  Vec2 position;       ///< m
  Vec2 velocity = {};  ///< m/s
};

/// What changes between two steps. Agents and goals are told apart by their numbers.
struct WorldChange {
  /// Obstacles of World::moving that are others from now on, by their index. Their times count from the first step of the simulation.
  std::vector<std::pair<std::int32_t, MovingObstacle>> obstacles{};
  /// Obstacles that join World::moving.
  std::vector<MovingObstacle> new_obstacles{};
  /// Passable cells of World::grid, by their index (GridMap::index), and what they cost from now on, > 0. Only planners over the grid mind.
  /// What blocks a cell or frees it is a moving obstacle, because agents need a wall there.
  std::vector<std::pair<std::int64_t, std::int32_t>> cells{};
  /// Goals that are points, by their index, and where they are from now on, in metres.
  std::vector<std::pair<std::int32_t, Vec2>> goals{};
  /// Agents that are somewhere else from now on: id, and place. Nothing holds them up at walls and others on the way there.
  std::vector<std::pair<std::int64_t, Place>> places_of_agents{};
  /// Agents that head for another goal: id, and the goal's index. Those that have arrived set out again.
  std::vector<std::pair<std::int64_t, std::int32_t>> goals_of_agents{};
  /// Agents that belong to another group: id, and the group. Planners take the values that it has of their parameters
  /// (MethodChoices::group_values).
  std::vector<std::pair<std::int64_t, std::int32_t>> groups_of_agents{};
  /// Agents that leave the scene, by their id.
  std::vector<std::int64_t> leaving{};
  /// Agents that join it. Each gets the lowest id that is free, in their order: ids of agents that were absent from the start, or have
  /// left.
  std::vector<AgentRecord> joining{};
};

}  // namespace plethos
