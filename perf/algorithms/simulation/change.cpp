#include <benchmark/benchmark.h>

#include "core/world_change.hpp"
#include "perf/configurations.hpp"
#include "perf/crowd.hpp"

namespace plethos::perf {
namespace {

/// Times that a cell of a map of `side` x `side` cells costs something else, with planner astar and a few agents.
void change_cell(benchmark::State& state, const backends::Backend& backend, std::int32_t side) {
  World world;
  WorldGrid grid;
  grid.width = grid.height = side;
  grid.passable.assign(static_cast<std::size_t>(side) * static_cast<std::size_t>(side), 1);
  world.grid = std::make_shared<const WorldGrid>(grid);
  const auto extent = static_cast<float>(side);
  world.bounds = {{0, 0}, {extent, extent}};
  std::vector<AgentRecord> agents(16);
  for (std::size_t i = 0; i < agents.size(); ++i) {
    agents[i].position = grid.center({1, static_cast<std::int32_t>(2 * i)});
    agents[i].radius = 0.25f;
    agents[i].goal = static_cast<std::int32_t>(i);
    world.goals.push_back(grid.center({side - 2, static_cast<std::int32_t>(2 * i)}));
  }
  const auto simulation = simulation::Simulation::create(backend, {}, world, agents, {"none", "grid", "none", "astar"});
  simulation->advance(2);
  WorldChange change;
  change.cells = {{static_cast<std::int64_t>(grid.index(side / 2, side / 2)), 2}};
  // The first cost is dearer.
  simulation->apply(change);
  for ([[maybe_unused]] auto _ : state) {
    change.cells[0].second = 5 - change.cells[0].second;
    simulation->apply(change);
  }
}

/// Times that one of `agents` agents heads for another goal.
void change_goal(benchmark::State& state, const backends::Backend& backend, std::int64_t agents) {
  const scenarios::Scenario& scenario = moving_lattice(agents, 0, fastest_backend());
  const auto simulation =
      simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents, {"none", "grid", "none", "straight"});
  simulation->advance(2);
  WorldChange change;
  change.goals_of_agents = {{agents / 2, 0}};
  for ([[maybe_unused]] auto _ : state) {
    change.goals_of_agents[0].second ^= 1;
    simulation->apply(change);
  }
}

const Registration registration([](const backends::Backend& backend, const std::string& name) {
  // Vector lanes have no part in it.
  if (backend.target) return;
  for (const std::int32_t side : {256, 2048})
    add_benchmark<benchmark::kMicrosecond>("change_cell/" + name + "/side:" + std::to_string(side), change_cell, backend, side);
  for (const std::int64_t agents : {10000, 1000000}) {
    add_benchmark<benchmark::kMicrosecond>("change_goal/" + name + "/agents:" + std::to_string(agents), change_goal, backend, agents);
  }
});

}  // namespace
}  // namespace plethos::perf
