#include <doctest/doctest.h>

#include <cstdint>
#include <set>
#include <string>

#include "algorithms/simulation/simulation.hpp"
#include "scenarios/catalog.hpp"
#include "tests/harness/matrix.hpp"

using namespace plethos;

PLETHOS_SCALAR_MATRIX_TEST("memory by part adds up to all memory") {
  scenarios::ScenarioRequest request;
  request.name = "crosswalk";
  const scenarios::Scenario scenario = scenarios::make_scenario(request);
  const auto simulation = simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents, {});
  std::uint64_t sum = 0;
  std::set<std::string> names;
  for (const simulation::MemoryPart& part : simulation->memory()) {
    sum += part.bytes;
    names.insert(part.name);
    CHECK(part.bytes > 0);
  }
  CHECK(sum == simulation->bytes());
  CHECK(names == std::set<std::string>{"agents", "goals", "neighbor structure", "neighbor lists", "obstacles", "output"});
}
