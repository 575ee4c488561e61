#include <doctest/doctest.h>

#include "algorithms/simulation/simulation.hpp"
#include "scenarios/catalog.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

struct Counted {
  simulation::Work work;
  std::uint64_t checksum;
};

scenarios::Scenario crossing(double samples) {
  scenarios::ScenarioRequest request;
  request.name = "corridor";
  request.agents = 60;
  request.settings["samples"] = samples;
  return make_scenario(request);
}

/// The work after 20 steps, and where agents are 10 steps later.
Counted count(const backends::Backend& backend, const scenarios::Scenario& scenario, bool look = true) {
  const auto simulation = simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents, {});
  simulation->advance(20);
  const auto work = look ? simulation->avoidance_work() : simulation::Work{0, 0};
  REQUIRE(work);
  simulation->advance(10);
  simulation::Frame frame;
  simulation->read(frame);
  return {*work, simulation::checksum(frame)};
}

}  // namespace

PLETHOS_MATRIX_TEST("the work of the avoidance stage is the same wherever the agents are, and counting it does not move them") {
  if (!backend.same_bits()) return;
  static const Counted expected = count(backends::make_backend({"serial", "scalar", 1}), crossing(100));
  static const Counted unseen = count(backends::make_backend({"serial", "scalar", 1}), crossing(100), false);
  const Counted found = count(backend, crossing(100));
  // Brought to the order of ids, agents do the same; the order in memory only changes in which the counts are added.
  CHECK(found.work.operations == expected.work.operations);
  CHECK(found.work.bytes == expected.work.bytes);
  CHECK(found.checksum == unseen.checksum);
}

TEST_CASE("work grows with velocity samples and with neighbors") {
  const backends::Backend backend = backends::make_backend({"serial", "scalar", 1});
  scenarios::Scenario scenario = crossing(100);
  const simulation::Work few = count(backend, scenario).work;
  const simulation::Work many = count(backend, crossing(1000)).work;
  CHECK(few.operations > 60 * 100);
  CHECK(many.operations > 2 * few.operations);
  CHECK(many.operations < 20 * few.operations);
  CHECK(many.bytes == few.bytes);
  scenario.parameters.neighbors = 20;
  CHECK(count(backend, scenario).work.bytes > 1.5 * few.bytes);
}

}  // namespace plethos::tests
