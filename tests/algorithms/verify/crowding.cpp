#include "algorithms/verify/crowding.hpp"

#include "algorithms/simulation/simulation.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

using simulation::StepRecord;
using verify::Crowding;

constexpr double horizon = 5;

/// Makes two agents that walk towards each other along x at 1 m/s each, `apart` metres apart. They see each other.
StepRecord pair(float apart) {
  StepRecord step;
  step.time_step = step.minimum_distance = 0.1f;
  step.x = {0, apart};
  step.y = {0, 0};
  step.velocity_x = step.preferred_x = step.chosen_x = {1, -1};
  step.velocity_y = step.preferred_y = step.chosen_y = {0, 0};
  step.radius = {0.2f, 0.2f};
  step.maximum_speed = {2, 2};
  step.maximum_acceleration = {5, 5};
  step.reciprocity = {0.5f, 0.5f};
  step.active = {1, 1};
  step.working = 2;
  step.neighbor_count = {1, 1};
  step.neighbor = {1, 0};
  step.stride = 2;
  return step;
}

Crowding crowding(const StepRecord& step) {
  Crowding result;
  verify::add_step(step, horizon, result);
  return result;
}

Crowding watched(const backends::Backend& backend, float apart, const std::string& avoidance, int steps) {
  World world{.goals = {{-20, 0}, {20, 0}}, .bounds = {{-21, -1}, {21, 1}}};
  std::vector<AgentRecord> agents(2);
  agents[0].position = {-apart / 2, 0};
  agents[1].position = {apart / 2, 0};
  agents[0].goal = 1;
  agents[1].goal = 0;
  const auto simulation = simulation::Simulation::create(backend, Parameters{}, world, agents, {avoidance});
  Crowding result;
  StepRecord step;
  for (int i = 0; i < steps; ++i) {
    simulation->measurements().advance(step);
    verify::add_step(step, horizon, result);
  }
  return result;
}

}  // namespace

TEST_CASE("who meets within the horizon is forbidden, and nobody else") {
  // They approach at 2 m/s and touch at 0.5 m, so in five seconds they meet from 10.5 m.
  CHECK(crowding(pair(10.4f)).forbidding == 2);
  CHECK(crowding(pair(10.6f)).forbidding == 0);
  CHECK(crowding(pair(10.4f)).changed == 0);
  StepRecord beside = pair(4);
  beside.y = {0, 0.49f};
  CHECK(crowding(beside).forbidding == 2);
  beside.y = {0, 0.51f};
  CHECK(crowding(beside).forbidding == 0);
  StepRecord apart = pair(-4);
  CHECK(crowding(apart).forbidding == 0);
  // Agents that overlap must not come nearer.
  CHECK(crowding(pair(0.3f)).forbidding == 2);
  CHECK(crowding(pair(-0.3f)).forbidding == 0);
}

TEST_CASE("each does its share of the avoiding") {
  // The first agent now stands and would start at 0.5 m/s. If the other does half of the avoiding, this counts as 2 * 0.5 + 1 m/s.
  StepRecord starting = pair(10.4f);
  starting.velocity_x[0] = 0;
  CHECK(crowding(starting).forbidding == 1 + 0);
  // If the other never yields, it counts as 0.5 + 1 m/s. To the other itself nothing is forbidden.
  starting.reciprocity[1] = 0;
  CHECK(crowding(starting).forbidding == 0);
  starting.x[1] = 7.9f;
  CHECK(crowding(starting).forbidding == 1);
}

TEST_CASE("changed is what differs from the preferred velocity within the limits") {
  StepRecord step = pair(100);
  step.chosen_y[0] = 0.0009f;
  CHECK(crowding(step).changed == 0);
  step.chosen_y[0] = 0.0011f;
  CHECK(crowding(step).changed == 1);
  // It prefers to be faster than it can: 0.5 m/s more in a step, and 2 m/s at most.
  step = pair(100);
  step.preferred_x[0] = 9;
  step.chosen_x[0] = 1.5f;
  CHECK(crowding(step).changed == 0);
  step.velocity_x[0] = 1.8f;
  step.chosen_x[0] = 2;
  CHECK(crowding(step).changed == 0);
  step.chosen_x[0] = 1.9f;
  CHECK(crowding(step).changed == 1);
}

TEST_CASE("only the steps of agents under way count") {
  StepRecord step = pair(4);
  step.active[1] = 0;
  Crowding one = crowding(step);
  CHECK(one.agent_steps == 1);
  CHECK(one.forbidding == 1);
  verify::add_step(pair(4), horizon, one);
  CHECK(one.steps == 2);
  CHECK(one.agent_steps == 3);
  CHECK(one.forbidding_mean() == 1);
  CHECK(one.changed_share() == 0);
  step.working = 0;
  CHECK(crowding(step).agent_steps == 0);
  CHECK(crowding(step).changed_share() == 0);
  CHECK(crowding(step).forbidding_mean() == 0);
}

PLETHOS_MATRIX_TEST("two agents far apart change nothing, a pair head-on does, whatever they avoid by") {
  for (const std::string& avoidance : simulation::method_family("avoidance").names()) {
    CAPTURE(avoidance);
    const Crowding alone = watched(backend, 36, avoidance, 20);
    CHECK(alone.agent_steps == 40);
    CHECK(alone.changed == 0);
    CHECK(alone.forbidding == 0);
    const Crowding meeting = watched(backend, 4, avoidance, 8);
    CHECK(meeting.agent_steps == 16);
    // Their way is forbidden from the first step on, at the latest until they have turned.
    CHECK(meeting.forbidding >= 2);
    if (avoidance == "none") {
      CHECK(meeting.changed == 0);
      CHECK(meeting.forbidding == 16);
    } else {
      CHECK(meeting.changed > 8);
    }
  }
}

}  // namespace plethos::tests
