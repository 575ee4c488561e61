#include <cmath>

#include "algorithms/simulation/simulation.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/methods.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {

PLETHOS_SCALAR_MATRIX_TEST("all structures take at most 192 + 8 k bytes an agent, Bleiweiss' agent and proximity list") {
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
    for (const int k : {10, 32, 64}) {
      CAPTURE(neighbors);
      CAPTURE(k);
      Parameters parameters{.neighbors = k};
      const simulation::MethodChoices methods{"rvo", neighbors};
      const auto simulation = simulation::Simulation::create(backend, parameters, world, agents, methods);
      CHECK(static_cast<double>(simulation->bytes()) / count <= 192 + 8 * k);
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
    const simulation::MethodChoices methods = scenarios::choose_methods(scenario.methods, {{"neighbors", neighbors}});
    REQUIRE(methods.planner == "roadmap");
    const auto simulation = simulation::Simulation::create(backends::make_backend({"openmp", "scalar", 0}), scenario.parameters,
                                                           scenario.world, scenario.agents, methods);
    CHECK(static_cast<double>(simulation->bytes()) / 20000 <= 192 + 8 * scenario.parameters.neighbors);
  }
}

}  // namespace plethos::tests
