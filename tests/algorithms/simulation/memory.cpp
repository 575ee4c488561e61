#include <doctest/doctest.h>

#include <cmath>

#include "algorithms/simulation/simulation.hpp"
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
  for (const std::string& neighbors : simulation::neighbor_names()) {
    for (const int k : {10, 32, 64}) {
      CAPTURE(neighbors);
      CAPTURE(k);
      Parameters parameters;
      parameters.neighbors = k;
      const auto simulation = simulation::Simulation::create(backend, parameters, world, agents, {"rvo", neighbors});
      CHECK(static_cast<double>(simulation->bytes()) / count <= 192 + 8 * k);
      std::uint64_t sum = 0;
      for (const simulation::MemoryPart& part : simulation->memory()) sum += part.bytes;
      CHECK(sum == simulation->bytes());
    }
  }
}

}  // namespace plethos::tests
