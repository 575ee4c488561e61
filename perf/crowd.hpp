#pragma once

#include <map>
#include <string>

#include "algorithms/avoidance/horizons.hpp"
#include "algorithms/avoidance/rvo/rvo.hpp"
#include "algorithms/neighbors/grid/grid.hpp"
#include "algorithms/neighbors/near_walls/near_walls.hpp"
#include "algorithms/planning/planner.hpp"
#include "algorithms/planning/registry.hpp"
#include "algorithms/simulation/simulation.hpp"
#include "scenarios/methods.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::perf {

/// Returns the scenario with its agents in the places and with the velocities that they have after `steps` steps. `methods` names methods
/// by family; the others are the scenario's own.
scenarios::Scenario advanced(scenarios::Scenario scenario, int steps, const backends::Backend& backend,
                             const std::map<std::string, std::string>& methods = {});

/// s: the horizon within which crowding is counted, the same for all methods.
inline double time_horizon_of(const scenarios::Scenario& scenario) {
  return static_cast<double>(avoidance::horizon_table().read(scenario.methods.values).time_horizon);
}

/// Returns the jittered lattice with random goals that the benchmarks move: about 0.44 agents a square metre. After `steps` steps its
/// velocities and densities are those of a crowd under way. It is made once for each pair of numbers.
const scenarios::Scenario& moving_lattice(std::int64_t agents, int steps, const backends::Backend& backend);

/// The input of one step's avoidance stage, in the memory of an execution.
template <class Execution>
struct Crowd {
  using MemorySpace = typename Execution::memory_space;

  Parameters parameters;
  Agents<MemorySpace> agents, scratch;
  obstacles::Walls<MemorySpace> walls;
  neighbors::Lists<MemorySpace> neighbors, near_walls;
  typename Agents<MemorySpace>::Vectors candidate;
  Kokkos::View<std::uint32_t, MemorySpace> step{"plethos::perf::step"};
  typename Agents<MemorySpace>::Integers items;

  Crowd(const Execution& execution, const scenarios::Scenario& scenario)
      : parameters(scenario.parameters),
        agents(static_cast<std::int32_t>(scenario.agents.size())),
        scratch(agents.count),
        walls(obstacles::make_walls<MemorySpace>(scenario.world.segments(), scenario.world.bounds)),
        neighbors("plethos::perf::neighbors", agents.stride, parameters.neighbors),
        near_walls("plethos::perf::near_walls", agents.stride, walls.count > 0 ? parameters.obstacle_neighbors : 0),
        candidate("plethos::perf::candidate", agents.stride),
        items("plethos::perf::items", agents.stride) {
    Kokkos::deep_copy(step, 1000u);
    copy_agents(agents, make_agents(scenario.agents));
    copy_agents(scratch, agents);
    float largest = 0;
    for (const AgentRecord& record : scenario.agents) largest = std::max(largest, record.radius);
    neighbors::Grid<Execution> grid(parameters, scenario.world.bounds, agents.count, largest);
    grid.build(execution, agents, scratch);
    grid.query(execution, agents, neighbors);
    if (walls.count > 0) neighbors::find_walls(execution, agents, walls, parameters, near_walls);
    const planning::Goals<MemorySpace> goals(scenario.world);
    const auto headings = planning::Headings<MemorySpace>(agents);
    planning::make<Execution>("straight", {}, {})->plan(execution, {agents, headings, goals, step, parameters.time_step, 0, {}});
    execution.fence();
  }

  avoidance::AvoidanceScene<MemorySpace> scene() const {
    return {agents, neighbors, walls, near_walls, parameters, step.data(), {scratch.goal, scratch.state, items}};
  }
};

}  // namespace plethos::perf
