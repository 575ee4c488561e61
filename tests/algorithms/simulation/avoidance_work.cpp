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

PLETHOS_MATRIX_TEST("the least work of the other stages counts what agents list") {
  if (!backend.same_bits()) return;
  // Three in a row see each other and a wall, the fourth sees nobody.
  World world{.polygons = {{{{-1, -1}, {-1, 1}}, false}}, .bounds = {{-5, -5}, {55, 5}}};
  std::vector<AgentRecord> records;
  std::vector<Vec2> goals;
  for (const float x : {0.f, 1.f, 2.f, 50.f}) {
    goals.push_back({x, 4});
    records.push_back({.position = {x, 0}, .goal = static_cast<std::int32_t>(goals.size() - 1)});
  }
  world.goals = goals;
  const auto simulation = simulation::Simulation::create(backend, {.neighbors = 10, .neighbor_distance = 5.f}, world, records, {});
  simulation->advance(1);
  const std::vector<simulation::StageWork> works = simulation->measurements().stage_work();
  REQUIRE(works.size() == 3);
  CHECK(works[0].stage == "perceive");
  CHECK(works[0].work.operations == 5 * 6);
  CHECK(works[0].work.bytes == 4 * 28 + 4 * (6 + 3));
  CHECK(works[1].stage == "plan");
  CHECK(works[1].work.bytes == 4 * 32);
  CHECK(works[2].stage == "move");
  CHECK(works[2].work.bytes == 4 * 64);
}

}  // namespace plethos::tests
