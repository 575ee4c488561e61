#pragma once

#include <span>

#include "algorithms/neighbors/lists.hpp"
#include "algorithms/obstacles/walls.hpp"
#include "algorithms/planning/goals.hpp"
#include "algorithms/planning/headings.hpp"
#include "algorithms/simulation/counters.hpp"
#include "algorithms/simulation/memory.hpp"
#include "algorithms/simulation/workspace.hpp"
#include "core/agents.hpp"
#include "core/parameters.hpp"
#include "core/world.hpp"

namespace plethos::simulation {

/// What the stages of a step work on: the agents, what they know, and the world around them.
template <class MemorySpace>
struct Crowd {
  Parameters parameters;
  World world;
  std::uint64_t world_version = 1;  // grows when the world changes
  float largest_radius = 0;         // m
  Agents<MemorySpace> agents;
  Workspace<MemorySpace> workspace;
  planning::Goals<MemorySpace> goals;
  obstacles::Walls<MemorySpace> walls;
  neighbors::Lists<MemorySpace> neighbors, near_walls;
  /// Whether the lists are those of the agents' present positions.
  bool perceived = false;
  Counters<MemorySpace> counters;

  /// Where agents head, from the stage `plan` to the stage `steer`.
  planning::Headings<MemorySpace> headings() const { return workspace.headings(agents, counters.lost); }

  /// `words` of each agent's memory are the methods'. wall_index(segments) says what so many are looked up in.
  template <class WallIndexFor>
  Crowd(const Parameters& parameters_of_run, const World& world_of_run, std::span<const AgentRecord> records, std::int32_t words,
        const WallIndexFor& wall_index)
      : parameters(parameters_of_run),
        world(world_of_run),
        largest_radius(plethos::largest_radius(records)),
        agents(static_cast<std::int32_t>(records.size()), words) {
    copy_agents(agents, make_agents(records, words));
    workspace = Workspace<MemorySpace>(agents);
    goals = planning::Goals<MemorySpace>(world);
    const std::vector<Segment> segments = world.segments();
    walls = obstacles::make_walls<MemorySpace>(segments, world.bounds, wall_index(segments.size()));
    neighbors = neighbors::Lists<MemorySpace>("plethos::neighbors", agents.stride, parameters.neighbors);
    near_walls = neighbors::Lists<MemorySpace>("plethos::near_walls", agents.stride, wall_capacity(parameters, segments.size()));
  }
};

}  // namespace plethos::simulation
