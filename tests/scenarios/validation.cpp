#include "scenarios/validation.hpp"

#include <limits>

#include "core/random.hpp"
#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::tests;

namespace {

Scenario two_agents() {
  Scenario scenario{.name = "test"};
  scenario.agents.resize(2);
  scenario.agents[1].position = {3, 0};
  scenario.agents[1].goal = 1;
  scenario.world.goals = {{10, 0}, {-10, 0}};
  scenario.world.polygons = {{{{0, 5}, {4, 5}, {4, 8}, {0, 8}}}};
  scenario.world.bounds = fit_bounds(scenario);
  return scenario;
}

std::string error_of(const Scenario& scenario) {
  return input_error([&] { validate(scenario); });
}

}  // namespace

TEST_CASE("a good scenario passes") { CHECK(error_of(two_agents()) == "no error"); }

TEST_CASE("a closed outline that crosses itself is refused, an open one is not") {
  Scenario scenario = two_agents();
  scenario.world.polygons = {{{{0, 5}, {4, 5}, {1, 8}, {3, 8}}}};
  CHECK(error_of(scenario) ==
        "test: polygon 0: found an edge from (3, 8) to (0, 5) that meets the one from (4, 5) to (1, 8), expected an outline that does not "
        "cross or touch itself");
  scenario.world.polygons[0].closed = false;
  CHECK(error_of(scenario) == "no error");
}

TEST_CASE("bounds hold starts, goals and obstacles with a margin") {
  const Bounds bounds = fit_bounds(two_agents());
  CHECK(bounds.low == Vec2{-11, -1.25f});
  CHECK(bounds.high == Vec2{11, 9});
}

TEST_CASE("agents that cannot be") {
  Scenario scenario = two_agents();
  scenario.agents.clear();
  CHECK(error_of(scenario) == "test: agents: found 0, expected at least 1");
  scenario = two_agents();
  scenario.agents[1].radius = -1;
  CHECK(error_of(scenario) == "test: agent 1: radius: found -1, expected a number from 0.001 to 1000");
  scenario = two_agents();
  scenario.agents[1].aggression = std::nanf("");
  CHECK(error_of(scenario) == "test: agent 1: aggression: found nan, expected a number from 0 to 1000000");
  scenario = two_agents();
  scenario.agents[0].position.x = std::numeric_limits<float>::infinity();
  CHECK(error_of(scenario) == "test: agent 0: start: found (inf, 0), expected finite numbers");
  scenario = two_agents();
  scenario.agents[0].velocity.y = std::nanf("");
  CHECK(error_of(scenario) == "test: agent 0: velocity: found (0, nan), expected finite numbers");
}

TEST_CASE("nobody prefers to go faster than he can, but passive agents, who keep their velocity") {
  Scenario scenario = two_agents();
  scenario.agents[1].preferred_speed = 2.5f;
  CHECK(error_of(scenario) == "test: agent 1: preferred_speed: found 2.5, expected at most maximum_speed, 2");
  scenario.agents[1].state = AgentState::passive;
  CHECK(error_of(scenario) == "no error");
  scenario.agents[0].preferred_speed = scenario.agents[0].maximum_speed;
  CHECK(error_of(scenario) == "no error");
}

TEST_CASE("goals that cannot be") {
  Scenario scenario = two_agents();
  scenario.agents[1].goal = 2;
  CHECK(error_of(scenario) == "test: agent 1: goal: found 2, expected an index below 2");
  scenario.agents[1].goal = -1;
  CHECK(contains(error_of(scenario), "goal: found -1"));
  scenario = two_agents();
  scenario.world.goals.own()[1] = {2, 6};
  CHECK(error_of(scenario) == "test: goal of agent 1: found the goal (2, 6) inside an obstacle, expected a free place");
  scenario.world.goals.own()[1] = {std::nanf(""), 6};
  CHECK(contains(error_of(scenario), "expected finite numbers"));
}

TEST_CASE("goals that lead where nobody can go") {
  Scenario scenario = two_agents();
  scenario.world.next_goals = {1, 0};
  CHECK(error_of(scenario) == "no error");
  scenario.world.next_goals = {1, -1, 0};
  CHECK(error_of(scenario) == "test: next goals: found 3, expected at most 2");
  scenario.world.next_goals = {2};
  CHECK(error_of(scenario) == "test: the goal after goal 0: found 2, expected -1 or an index below 2");
  scenario.world.next_goals = {-2};
  CHECK(error_of(scenario) == "test: the goal after goal 0: found -2, expected -1 or an index below 2");
  scenario.world.next_goals = {-1, 1};
  CHECK(error_of(scenario) == "test: the goal after goal 1: found the same place (-10, 0), expected another");
  scenario.world.goals.push_back({2, 6});
  scenario.world.next_goals = {2};
  CHECK(error_of(scenario) == "test: goal 2: found the goal (2, 6) inside an obstacle, expected a free place");
  scenario.world.goals.own()[2] = {99, 6};
  CHECK(contains(error_of(scenario), "test: goal 2: found the goal (99, 6), expected a place within the bounds"));
  scenario.world.goals.own()[2] = {99, std::nanf("")};
  CHECK(contains(error_of(scenario), "test: the goal after goal 0: found (99, nan), expected finite numbers"));
}

TEST_CASE("starts in obstacles") {
  Scenario scenario = two_agents();
  scenario.agents[0].position = {2, 6};
  CHECK(error_of(scenario) == "test: agent 0: found the start (2, 6) inside an obstacle, expected a free disc of radius 0.25 m");
  scenario.agents[0].position = {2, 4.9f};
  CHECK(error_of(scenario) == "test: agent 0: found the start (2, 4.9) overlapping a wall, expected a free disc of radius 0.25 m");
  scenario.agents[0].position = {2, 4.75f};
  CHECK(error_of(scenario) == "no error");
}

TEST_CASE("starts that overlap") {
  Scenario scenario = two_agents();
  scenario.agents[1].position = {0.3f, 0.4f};
  CHECK(error_of(scenario) == "no error");
  scenario.agents[1].position = {0.3f, 0.39f};
  CHECK(contains(error_of(scenario), "test: agent 1: found the start (0.3, 0.39) 0.492"));
  CHECK(contains(error_of(scenario), " m from that of test: agent 0, expected at least the sum of the radii, 0.5 m"));
}

TEST_CASE("the overlap of two among many is found, whatever their radii") {
  PhiloxStream random(1, 0);
  for (const float radius : {0.01f, 0.3f, 7.f}) {
    CAPTURE(radius);
    Scenario scenario{.name = "many", .world = {.goals = {{0, 0}}}};
    for (int i = 0; i < 2500; ++i) {
      scenario.agents.push_back(
          {.position = {static_cast<float>(i % 50) - 25, static_cast<float>(i / 50) - 25}, .radius = random.between(0.001f, 0.49f)});
    }
    scenario.agents.push_back({.position = {-26.f - radius, 3.f}, .radius = radius});
    scenario.world.bounds = fit_bounds(scenario);
    CHECK(error_of(scenario) == "no error");
    scenario.agents.back().position.x = -25.f - radius - scenario.agents[50 * 28].radius + 0.001f;
    CHECK(contains(error_of(scenario), "many: agent 2500: found the start"));
  }
}

TEST_CASE("obstacles that cannot be") {
  Scenario scenario = two_agents();
  scenario.world.polygons[0].vertices.resize(2);
  CHECK(error_of(scenario) == "test: polygon 0: found 2 vertices, expected at least 3");
  scenario.world.polygons[0] = {{{0, 5}, {1, 5}, {1, 5}}, false};
  CHECK(error_of(scenario) == "test: polygon 0: found the vertex (1, 5) twice in a row, expected vertices that differ (float32)");
  scenario.world.polygons[0].vertices[2].y = std::nanf("");
  CHECK(contains(error_of(scenario), "expected finite numbers"));
}

TEST_CASE("nothing may lie outside the bounds") {
  Scenario scenario = two_agents();
  scenario.world.bounds.high.x = 9;
  CHECK(contains(error_of(scenario), "test: goal of agent 0: found the goal (10, 0), expected a place within the bounds"));
  scenario.world.bounds.high.x = 2;
  CHECK(contains(error_of(scenario), "goal of agent 0"));
  scenario = two_agents();
  scenario.world.bounds.high.y = 7;
  CHECK(contains(error_of(scenario), "test: polygon 0: found the vertex (4, 8)"));
  scenario.world.bounds = {{1, 1}, {1, 1}};
  CHECK(contains(error_of(scenario), "low below high"));
}

TEST_CASE("a scene too large for float32 is refused") {
  Scenario scenario = two_agents();
  scenario.agents[0].position.x = 1e8f;
  scenario.world.bounds = fit_bounds(scenario);
  CHECK(contains(error_of(scenario), "where float32 positions lie 8 m apart"));
}

TEST_CASE("origins name where things come from") {
  Scenario scenario = two_agents();
  scenario.agents[1].position = {0, 0};
  struct Lines final : Origins {
    using Origins::Origins;
    std::string agent(std::size_t i) const override { return "file:" + std::to_string(i + 10) + ": group"; }
  };
  CHECK(contains(input_error([&] { validate(scenario, Lines(scenario)); }),
                 "file:11: group: found the start (0, 0) 0 m from that of file:10: group"));
}
