#include "algorithms/simulation/measurements.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/methods.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

struct Counted {
  Work work;
  std::uint64_t checksum;
};

scenarios::Scenario crossing(double samples) {
  scenarios::ScenarioRequest request{.name = "stadium"};
  request.settings["samples"] = samples;
  return make_scenario(request);
}

/// Returns the work of 4 steps after 20, and the agents' places then.
Counted count(const backends::Backend& backend, const scenarios::Scenario& scenario, bool look = true, const char* neighbors = "grid") {
  const auto simulation = simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents,
                                                         scenarios::choose_methods(scenario.methods, {{"neighbors", neighbors}}));
  simulation->advance(20);
  Counted counted{{0, 0}, 0};
  for (int step = 0; step < 4; ++step) {
    if (look) {
      const auto work = simulation->measurements().avoidance_work();
      REQUIRE(work);
      counted.work.operations += work->operations;
      counted.work.bytes += work->bytes;
    }
    simulation->advance(1);
  }
  counted.checksum = checksum_of(*simulation);
  return counted;
}

}  // namespace

PLETHOS_MATRIX_TEST("the work of the avoidance stage is the same wherever the agents are, and counting it does not move them") {
  if (!backend.same_bits()) return;
  // This search leaves agents where they are in memory; the others do not.
  static const Counted expected = count(plainest_backend(), crossing(50), true, "brute");
  static const Counted unseen = count(plainest_backend(), crossing(50), false);
  const Counted found = count(backend, crossing(50));
  CHECK(found.work.operations == expected.work.operations);
  CHECK(found.work.bytes == expected.work.bytes);
  CHECK(found.checksum == unseen.checksum);
}

TEST_CASE("work grows with velocity samples and with neighbors") {
  const backends::Backend backend = plainest_backend();
  scenarios::Scenario scenario = crossing(50);
  const Work few = count(backend, scenario).work;
  const Work many = count(backend, crossing(500)).work;
  CHECK(few.operations > 4 * 245 * 50);
  CHECK(many.operations > 2 * few.operations);
  CHECK(many.operations < 20 * few.operations);
  // The crowds part, so the numbers of neighbors that agents see change too.
  CHECK(many.bytes == doctest::Approx(few.bytes).epsilon(0.05));
  scenario.parameters.neighbors = 20;
  const double more = count(backend, scenario).work.bytes;
  scenario.parameters.neighbors = 2;
  CHECK(count(backend, scenario).work.bytes < 0.9 * more);
}

}  // namespace plethos::tests
