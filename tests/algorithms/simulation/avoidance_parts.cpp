#include <doctest/doctest.h>

#include <algorithm>

#include "algorithms/simulation/measurements.hpp"
#include "algorithms/simulation/simulation.hpp"
#include "scenarios/catalog.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {

PLETHOS_MATRIX_TEST("timing the parts of the avoidance stage moves no agent") {
  scenarios::ScenarioRequest request;
  request.name = "stadium";
  const scenarios::Scenario scenario = make_scenario(request);
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
    simulation::Frame frame;
    simulation->read(frame);
    return simulation::checksum(frame);
  };
  CHECK(walk(true) == walk(false));
}

TEST_CASE("a method that is not timed in parts says so") {
  scenarios::ScenarioRequest request;
  request.name = "circle";
  const scenarios::Scenario scenario = make_scenario(request);
  const backends::Backend backend = backends::make_backend({"serial", "simd", 1});
  for (const char* method : {"rvo", "orca", "none"}) {
    const auto simulation =
        simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents, {.avoidance = method});
    simulation->advance(1);
    CHECK(simulation->measurements().time_avoidance_parts(1).empty());
  }
}

}  // namespace plethos::tests
