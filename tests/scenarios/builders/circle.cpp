#include "scenarios/builders/circle.hpp"

#include <numbers>

#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::tests;

TEST_CASE("agents stand on a circle of the given arc spacing and head for their antipodes") {
  const Scenario scenario = build(circle_builder(), {.agents = 500, .values = {{"spacing", 1.5}}});
  const float radius = 500 * 1.5f / (2 * std::numbers::pi_v<float>);
  for (std::size_t i = 0; i < 500; ++i) {
    const AgentRecord& agent = scenario.agents[i];
    CHECK(length(agent.position) == doctest::Approx(radius));
    const Vec2 goal = scenario.world.goals[static_cast<std::size_t>(agent.goal)];
    CHECK(goal == Vec2{-agent.position.x, -agent.position.y});
    const Vec2 next = scenario.agents[(i + 1) % 500].position;
    CHECK(length(next - agent.position) == doctest::Approx(1.5).epsilon(1e-3));
  }
}

TEST_CASE("a spacing that is too small is refused") {
  CHECK(input_error([&] {
          build(circle_builder(), {.values = {{"spacing", 0.3}}});
        }) == "circle: spacing: found 0.3 m, expected more room for agents of radius 0.25 m: their starts overlap");
}
