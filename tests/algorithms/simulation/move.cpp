#include <algorithm>
#include <cmath>
#include <vector>

#include "algorithms/simulation/move_kernel.hpp"
#include "tests/algorithms/avoidance/walkers.hpp"
#include "tests/harness/random.hpp"
#include "tests/harness/results.hpp"

namespace plethos::tests {
namespace {

constexpr float time_step = 0.05f;  // s

/// Agents that walk along x for a long time, each far from all others. From the first step on they choose their preferred velocity. ORCA
/// leaves their accelerations to the simulation.
struct Meadow {
  World world;
  std::vector<AgentRecord> agents;

  void add(float speed, float acceleration, Vec2 velocity = {}) {
    const auto row = static_cast<float>(agents.size());
    agents.push_back({.position = {0, 50 * row},
                      .velocity = velocity,
                      .preferred_speed = speed,
                      .maximum_speed = 2 * speed,
                      .maximum_acceleration = acceleration,
                      .goal = static_cast<std::int32_t>(agents.size())});
    world.goals.push_back({1000, 50 * row});
    world.bounds = {{-100, -100}, {1100, 50 * row + 100}};
  }
  std::unique_ptr<simulation::Simulation> simulate(const backends::Backend& backend) const {
    return simulation::Simulation::create(backend, {.time_step = time_step}, world, agents, methods_of("orca"));
  }
};

/// Does the stage `move` alone, for agents whose methods have chosen `wanted`. Returns their velocities.
std::vector<Vec2> update(const std::vector<AgentRecord>& records, const std::vector<Vec2>& wanted, std::vector<Vec2>* positions = nullptr) {
  using Space = Kokkos::HostSpace;
  Agents<Space> agents = make_agents(records);
  const simulation::Counters<Space> counters;
  const Agents<Space>::Vectors candidate("plethos::tests::candidate", static_cast<std::size_t>(agents.stride));
  World world{.goals = {{1e6f, 0}}};
  const planning::Goals<Space> goals(world);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    candidate(i, 0) = wanted[i].x;
    candidate(i, 1) = wanted[i].y;
  }
  const simulation::MoveAgent<Space> step{agents, goals, candidate, counters, time_step, 0};
  std::vector<Vec2> velocities;
  for (std::int32_t i = 0; i < agents.count; ++i) {
    step(i);
    velocities.push_back({agents.velocity(i, 0), agents.velocity(i, 1)});
    if (positions) positions->push_back({agents.position(i, 0), agents.position(i, 1)});
  }
  return velocities;
}

}  // namespace

PLETHOS_MATRIX_TEST("from rest an agent gains its acceleration times the time, until it walks as fast as it wants") {
  Meadow meadow;
  // The accelerations take from some 40 seconds to less than a step.
  for (const float acceleration : {0.05f, 0.5f, 2.f, 7.f, 100.f}) {
    for (const float speed : {0.5f, 1.3f, 2.f}) meadow.add(speed, acceleration);
  }
  const auto simulation = meadow.simulate(backend);
  for (int step = 1; step <= 100; ++step) {
    simulation->advance(1);
    const simulation::Frame frame = frame_of(*simulation);
    for (std::size_t i = 0; i < meadow.agents.size(); ++i) {
      const AgentRecord& agent = meadow.agents[i];
      const float expected = std::min(agent.maximum_acceleration * time_step * static_cast<float>(step), agent.preferred_speed);
      CHECK(frame.velocity_x[i] == doctest::Approx(expected).epsilon(1e-4));
      CHECK(std::fabs(frame.velocity_y[i]) < 1e-4f);
    }
  }
}

PLETHOS_MATRIX_TEST("who walks the wrong way needs twice its speed over its acceleration to turn around") {
  Meadow meadow;
  for (const float acceleration : {0.5f, 2.f, 5.f}) meadow.add(1.25f, acceleration, {-1.25f, 0});
  // This agent moves across its way. It loses its velocity and gains the wanted one at the same time, along the straight line between both.
  meadow.add(1, 2, {0, 1});
  const auto simulation = meadow.simulate(backend);
  for (int step = 1; step <= 120; ++step) {
    simulation->advance(1);
    const simulation::Frame frame = frame_of(*simulation);
    const float time = static_cast<float>(step) * time_step;
    for (std::size_t i = 0; i < 3; ++i) {
      const float expected = std::min(-1.25f + meadow.agents[i].maximum_acceleration * time, 1.25f);
      CHECK(std::fabs(frame.velocity_x[i] - expected) < 1e-4f);
    }
    const float share = std::min(2 * time / std::sqrt(2.f), 1.f);
    // Meanwhile it walks aside, so that its goal lies a little to its right.
    CHECK(std::fabs(frame.velocity_x[3] - share) < 2e-3f);
    CHECK(std::fabs(frame.velocity_y[3] - (1 - share)) < 2e-3f);
  }
}

PLETHOS_MATRIX_TEST("whoever shares a vector, agents move, arrive, walk on and stand as they do one by one") {
  if (!backend.same_bits()) return;
  Random random("shared vectors");
  const auto point = [&] { return Vec2{random.between(-12, 12), random.between(-12, 12)}; };
  World world{.bounds = {{-14, -14}, {14, 14}}};
  std::vector<AgentRecord> agents;
  for (int i = 0; i < 203; ++i) {
    AgentRecord agent{
        .position = point(), .radius = random.between(0.1f, 0.3f), .maximum_acceleration = random.between(1, 40), .goal = 2 * i};
    if (i < 120 && random.once_in(4)) agent.state = static_cast<AgentState>(random.once_in(2) ? 2 : random.once_in(2) ? 1 : 4);
    if (agent.state == AgentState::passive) agent.velocity = {random.between(-1, 1), random.between(-1, 1)};
    agents.push_back(agent);
    world.goals.push_back(i < 160 && random.once_in(3) ? agent.position + Vec2{random.between(-1, 1), 0} : point());
    world.goals.push_back(agent.position + Vec2{0, random.between(-2, 2)});
    world.next_goals.push_back(random.once_in(2) ? 2 * i + 1 : -1);
    world.next_goals.push_back(-1);
  }
  for (const float skin : {0.f, 0.5f}) {
    CAPTURE(skin);
    const auto run = [&](const backends::Backend& where) {
      const simulation::MethodChoices methods = methods_of("orca", {{"skin", skin}});
      const auto simulation = simulation::Simulation::create(where, {.time_step = time_step}, world, agents, methods);
      simulation->advance(80);
      return result_of(*simulation);
    };
    const Result expected = run(plainest_backend());
    CHECK(expected.statistics.arrived > 20);
    CHECK(expected.statistics.overlaps > 20);
    check_same(run(backend), expected);
  }
}

TEST_CASE("a step changes a velocity by the acceleration's share at most, towards what was chosen, and takes what lies within") {
  Random random("update");
  std::vector<AgentRecord> records;
  std::vector<Vec2> wanted;
  for (int i = 0; i < 4000; ++i) {
    AgentRecord agent{.position = {random.between(-100, 100), random.between(-100, 100)},
                      .velocity = {random.between(-2, 2), random.between(-2, 2)},
                      .maximum_acceleration = random.between(0.1f, 60)};
    records.push_back(agent);
    wanted.push_back(random.once_in(10) ? agent.velocity : Vec2{random.between(-2, 2), random.between(-2, 2)});
  }
  std::vector<Vec2> positions;
  const std::vector<Vec2> after = update(records, wanted, &positions);
  int within = 0;
  int beyond = 0;
  for (std::size_t i = 0; i < after.size(); ++i) {
    CAPTURE(i);
    const Vec2 before = records[i].velocity;
    const float limit = records[i].maximum_acceleration * time_step;
    const float change = length(wanted[i] - before);
    if (change < 0.999f * limit) {
      // The error is at most the rounding of a difference and a sum of numbers up to 4.
      ++within;
      CHECK(length(after[i] - wanted[i]) < 5e-7f);
    } else if (change > 1.001f * limit) {
      ++beyond;
      CHECK(length(after[i] - before) == doctest::Approx(limit).epsilon(1e-4));
      CHECK(length(after[i] - (before + (limit / change) * (wanted[i] - before))) < 1e-6f);
    }
    CHECK(length(positions[i] - (records[i].position + time_step * after[i])) < 2e-5f);
  }
  CHECK(within > 1000);
  CHECK(beyond > 1000);
}

TEST_CASE("a velocity within the limit is taken exactly where the difference is exact") {
  std::vector<AgentRecord> records(4);
  for (AgentRecord& agent : records) agent.maximum_acceleration = 30;  // 1.5 m/s a step
  records[0].velocity = {1.25f, -0.5f};
  records[1].velocity = {0.75f, 0.125f};
  records[2].velocity = {0.3f, -0.7f};
  const std::vector<Vec2> wanted{{0.25f, 0.5f}, {0.75f, 0.125f}, {0.4f, -0.9f}, {1.1f, 0.7f}};
  const std::vector<Vec2> after = update(records, wanted);
  for (std::size_t i = 0; i < wanted.size(); ++i) CHECK(after[i] == wanted[i]);
}

}  // namespace plethos::tests
