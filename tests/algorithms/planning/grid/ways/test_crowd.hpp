#pragma once

#include <memory>
#include <string>
#include <vector>

#include "algorithms/simulation/simulation.hpp"
#include "scenarios/geometry/grid_outlines.hpp"
#include "tests/algorithms/planning/grid/map/test_maps.hpp"

namespace plethos::tests {

/// A world and the agents that walk in it.
struct GridCrowd {
  World world{};
  std::vector<AgentRecord> agents{};
  Parameters parameters{};

  /// Adds an agent with a goal of its own.
  void add(AgentRecord agent, Vec2 goal) {
    agent.goal = static_cast<std::int32_t>(world.goals.size());
    world.goals.push_back(goal);
    agents.push_back(agent);
  }
  std::unique_ptr<simulation::Simulation> simulation(const backends::Backend& backend, const std::string& planner,
                                                     const ParameterValues& values = {}) const {
    return simulation::Simulation::create(backend, parameters, world, agents,
                                          {.avoidance = "orca", .neighbors = "grid", .planner = planner, .values = values});
  }
  /// Simulates agents that nothing but the planner moves.
  std::unique_ptr<simulation::Simulation> planned(const backends::Backend& backend, const std::string& planner,
                                                  const ParameterValues& values, const std::vector<ParameterValues>& of_groups = {}) const {
    return simulation::Simulation::create(
        backend, parameters, world, agents,
        {.avoidance = "none", .neighbors = "grid", .planner = planner, .values = values, .group_values = of_groups});
  }
};

/// Returns the world of a map, with walls around what is blocked, and nobody in it.
inline GridCrowd crowd_in(const WorldGrid& map) {
  GridCrowd crowd{.world = world_of(map)};
  crowd.world.polygons = scenarios::grid_outlines(*crowd.world.grid, 1);
  const auto width = static_cast<float>(crowd.world.grid->width);
  const auto height = static_cast<float>(crowd.world.grid->height);
  crowd.world.bounds = {{0, 0}, {width, height}};
  crowd.parameters.neighbors = 8;
  crowd.parameters.leave_on_arrival = true;
  return crowd;
}

inline GridCrowd crowd_in(const std::vector<std::string>& rows) { return crowd_in(map_of(rows)); }

/// Returns a fast agent that walks from the first cell of a serpentine(41) to the last, whose way bends more often than is listed.
inline GridCrowd walker_in_serpentine() {
  GridCrowd crowd = crowd_in(serpentine(41));
  crowd.world.goals = {crowd.world.grid->center({40, 40})};
  crowd.agents = {{.position = crowd.world.grid->center({0, 0}), .radius = 0.2f, .preferred_speed = 5, .maximum_speed = 5}};
  return crowd;
}

/// Returns three agents that walk far from each other from the west of an open square to the east, each in a row of its own.
inline GridCrowd walkers_in_three_rows() {
  GridCrowd crowd = crowd_in(std::vector<std::string>(40, std::string(40, '.')));
  for (const std::int32_t row : {2, 20, 37}) {
    crowd.add({.position = crowd.world.grid->center({1, row}), .radius = 0.2f}, crowd.world.grid->center({38, row}));
  }
  return crowd;
}

/// Returns a box that stands in the middle of the second one's way from the first second to the second.
inline MovingObstacle box_in_second_row() {
  return MovingObstacle{.outline = {.vertices = {{20.1f, 19.1f}, {20.9f, 19.1f}, {20.9f, 19.9f}, {20.1f, 19.9f}}}, .from = 1, .until = 2};
}

/// Returns one of the planner's counters; 0 if it has none of that name.
inline std::uint64_t counted(simulation::Simulation& simulation, const std::string& name) {
  for (const planning::Counter& counter : simulation.measurements().planner_report().counters) {
    if (counter.name == name) return counter.value;
  }
  return 0;
}

}  // namespace plethos::tests
