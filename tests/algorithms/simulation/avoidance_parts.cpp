#include <algorithm>

#include "algorithms/simulation/measurements.hpp"
#include "scenarios/catalog.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {

PLETHOS_MATRIX_TEST("timing the parts of the avoidance stage moves no agent") {
  const scenarios::Scenario scenario = scenarios::make_scenario({.name = "stadium"});
  const auto walk = [&](bool times) {
    const auto simulation =
        simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents, {.avoidance = "clearpath2"});
    for (int look = 0; look < 3; ++look) {
      simulation->advance(10);
      if (!times) continue;
      const auto parts = simulation->measurements().time_avoidance_parts(2);
      REQUIRE(parts.size() == 6);
      for (const simulation::PartTimes& part : parts) {
        CHECK(part.seconds.size() == 2);
        CHECK(*std::min_element(part.seconds.begin(), part.seconds.end()) > 0);
      }
    }
    return checksum_of(*simulation);
  };
  CHECK(walk(true) == walk(false));
}

TEST_CASE("a method that is not timed in parts says so") {
  const scenarios::Scenario scenario = scenarios::make_scenario({.name = "circle"});
  for (const char* method : {"rvo", "orca", "none"}) {
    const auto simulation =
        simulation::Simulation::create(widest_backend(), scenario.parameters, scenario.world, scenario.agents, {.avoidance = method});
    simulation->advance(1);
    CHECK(simulation->measurements().time_avoidance_parts(1).empty());
  }
}

}  // namespace plethos::tests
