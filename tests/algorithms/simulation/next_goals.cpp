#include <vector>

#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

/// Returns the steps in which an agent first came within its goal radius of each place, in turn.
std::vector<int> visits(simulation::Simulation& simulation, const std::vector<Vec2>& places, float goal_radius, int steps) {
  std::vector<int> result;
  for (int step = 0; step < steps && result.size() < places.size(); ++step) {
    simulation.advance(1);
    const simulation::Frame frame = frame_of(simulation);
    if (length(places[result.size()] - Vec2{frame.x[0], frame.y[0]}) < goal_radius) result.push_back(step);
  }
  return result;
}

}  // namespace

PLETHOS_MATRIX_TEST("an agent walks from goal to goal and arrives at the last") {
  World world{.goals = {{6, 0}, {6, 6}, {0, 6}}, .bounds = {{-1, -1}, {7, 7}}};
  AgentRecord agent{.preferred_speed = 1, .goal = 0};
  const Parameters parameters;
  const auto start = [&] { return simulation::Simulation::create(backend, parameters, world, std::span(&agent, 1), {}); };

  world.next_goals = {1, 2};
  const auto once = start();
  const std::vector<int> steps = visits(*once, world.goals, agent.goal_radius, 1000);
  REQUIRE(steps.size() == 3);
  // The agent takes 20 steps a metre. It walks to a quarter of a metre before the first goal, then from there to the second, and so on.
  CHECK(steps[0] == doctest::Approx(20 * 5.75).epsilon(0.03));
  CHECK(steps[2] - steps[1] == doctest::Approx(20 * 5.8).epsilon(0.05));
  CHECK(once->statistics().arrived == 1);
  CHECK(once->statistics().last_arrival == steps[2]);

  world.next_goals = {1, 2, 0};
  const auto endless = start();
  const std::vector<Vec2> twice_around{{6, 0}, {6, 6}, {0, 6}, {6, 0}, {6, 6}, {0, 6}};
  CHECK(visits(*endless, twice_around, agent.goal_radius, 2000).size() == 6);
  CHECK(endless->statistics().arrived == 0);
}

PLETHOS_MATRIX_TEST("the next goal is found by the roadmap as the first is") {
  World world{.polygons = {{{{2, -4}, {3, -4}, {3, 4}, {2, 4}}}}};
  simulation::MethodChoices methods{.planner = "roadmap", .roadmap_nodes = {{2.5f, 5.5f}}};
  world.goals = {{5, 0}, {0, 0}};
  world.next_goals = {1, 0};
  world.bounds = {{-2, -6}, {7, 6}};
  AgentRecord agent{.goal = 0};
  const auto simulation = simulation::Simulation::create(backend, Parameters{}, world, std::span(&agent, 1), methods);
  CHECK(visits(*simulation, {{5, 0}, {0, 0}, {5, 0}}, agent.goal_radius, 1500).size() == 3);
  CHECK(simulation->statistics().lost == 0);
}

}  // namespace plethos::tests
