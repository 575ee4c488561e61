#include <cmath>
#include <utility>

#include "algorithms/simulation/simulation.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/methods.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

/// Returns values with which the lists of a search hold for several steps or not, if it can let them.
ParameterValues held(const std::string& neighbors, bool hold) {
  const bool can_hold = find_parameter(simulation::method_family("neighbors").find(neighbors).parameters, "skin") != nullptr;
  return hold || !can_hold ? ParameterValues() : ParameterValues{{"skin", 0}};
}

}  // namespace

PLETHOS_SCALAR_MATRIX_TEST("all structures take at most 192 + 8 k bytes an agent, Bleiweiss' agent and proximity list, unless lists hold") {
  constexpr int count = 40000;
  const auto side = static_cast<int>(std::sqrt(count));
  World world;
  std::vector<AgentRecord> agents(count);
  for (int i = 0; i < count; ++i) {
    agents[static_cast<std::size_t>(i)].position = {static_cast<float>(i % side), static_cast<float>(i / side)};
    agents[static_cast<std::size_t>(i)].goal = i;
    world.goals.push_back({0, 0});
  }
  world.polygons = {{{{-1, -1}, {-1, 2}, {-2, 2}}}};
  world.bounds = {{-3, -3}, {static_cast<float>(side), static_cast<float>(side)}};
  for (const std::string& neighbors : simulation::method_family("neighbors").names()) {
    for (const auto& [k, hold] : {std::pair(10, false), {32, false}, {64, false}, {10, true}, {64, true}}) {
      CAPTURE(neighbors);
      CAPTURE(k);
      CAPTURE(hold);
      Parameters parameters{.neighbors = k};
      simulation::MethodChoices methods{"rvo", neighbors};
      methods.values = held(neighbors, hold);
      const auto simulation = simulation::Simulation::create(backend, parameters, world, agents, methods);
      // Lists that hold take more: candidates of 4 bytes each, and what says how long they are good.
      const int of_walls = 8 + 4 * (parameters.obstacle_neighbors + 6);
      CHECK(static_cast<double>(simulation->bytes()) / count <= 192 + 8 * k + (hold ? 28 + 4 * (2 * k + 2) + of_walls : 0));
      const std::uint64_t estimated = simulation::estimated_bytes(parameters, world, agents.size(), methods);
      CHECK(simulation->bytes() <= estimated);
      CHECK(static_cast<double>(estimated) <= 1.1 * static_cast<double>(simulation->bytes()));
      std::uint64_t sum = 0;
      for (const simulation::MemoryPart& part : simulation->memory()) sum += part.bytes;
      CHECK(sum == simulation->bytes());
    }
  }
}

TEST_CASE("so do Bleiweiss' 20,000 agents with their roadmap") {
  const scenarios::Scenario scenario = scenarios::make_scenario({.name = "evacuation", .agents = 20000});
  REQUIRE(scenario.methods.roadmap_nodes.size() == 429);
  for (const std::string& neighbors : simulation::method_family("neighbors").names()) {
    CAPTURE(neighbors);
    simulation::MethodChoices methods = scenarios::choose_methods(scenario.methods, {{"neighbors", neighbors}});
    methods.values = held(neighbors, false);
    REQUIRE(methods.planner == "roadmap");
    const auto simulation = simulation::Simulation::create(backends::make_backend({"openmp", "scalar", 0}), scenario.parameters,
                                                           scenario.world, scenario.agents, methods);
    CHECK(static_cast<double>(simulation->bytes()) / 20000 <= 192 + 8 * scenario.parameters.neighbors);
  }
}

}  // namespace plethos::tests
