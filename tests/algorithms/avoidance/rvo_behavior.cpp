#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "algorithms/avoidance/rvo/rvo_reference.hpp"
#include "algorithms/simulation/simulation.hpp"
#include "tests/algorithms/avoidance/walkers.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {

PLETHOS_MATRIX_TEST("a passive agent keeps its velocity, and others make way") {
  World world;
  world.goals = {{5, 0}, {0, 0}};
  world.bounds = {{-10, -10}, {10, 10}};
  std::vector<AgentRecord> agents{walker({-5, 0.1f}, 0), walker({4, 0}, 1)};
  agents[1].state = AgentState::passive;
  agents[1].velocity = {-0.7f, 0.01f};
  Parameters parameters;
  const auto simulation = simulation::Simulation::create(backend, parameters, world, agents, {});
  float x = agents[1].position.x;
  float y = agents[1].position.y;
  for (int step = 0; step < 240; ++step) {
    x = std::fma(agents[1].velocity.x, parameters.time_step, x);
    y = std::fma(agents[1].velocity.y, parameters.time_step, y);
  }
  simulation->advance(240);
  simulation::Frame frame;
  simulation->read(frame);
  CHECK(frame.velocity_x[1] == agents[1].velocity.x);
  CHECK(frame.velocity_y[1] == agents[1].velocity.y);
  CHECK(std::bit_cast<std::uint32_t>(frame.x[1]) == std::bit_cast<std::uint32_t>(x));
  CHECK(std::bit_cast<std::uint32_t>(frame.y[1]) == std::bit_cast<std::uint32_t>(y));
  const simulation::Statistics statistics = simulation->statistics();
  CHECK(statistics.overlaps == 0);
  CHECK(statistics.arrived == 1);
}

PLETHOS_MATRIX_TEST("an agent whose goal lies behind a wall does not cross it") {
  World world;
  world.goals = {{0, 5}, {0.3f, 5}, {-3, 5}};
  world.polygons = {{{{-40, 0}, {40, 0}}, false}};
  world.bounds = {{-40, -6}, {40, 6}};
  std::vector<AgentRecord> agents{walker({0, -3}, 0), walker({2, -4}, 1), walker({-2, -0.3f}, 2)};
  agents[2].velocity = {-0.5f, 0};
  const auto simulation = simulation::Simulation::create(backend, {}, world, agents, {});
  simulation::Frame frame;
  float highest = -10;
  for (int step = 0; step < 200; ++step) {
    simulation->advance(1);
    simulation->read(frame);
    for (std::size_t i = 0; i < agents.size(); ++i) highest = std::max(highest, frame.y[i] + agents[i].radius);
  }
  CHECK(highest < 0);
  CHECK(simulation->statistics().arrived == 0);
}

PLETHOS_MATRIX_TEST("agents that overlap part") {
  World world;
  world.goals = {{0, 0}};
  world.bounds = {{-6, -6}, {6, 6}};
  std::vector<AgentRecord> agents{walker({0, 1}, 0), walker({0.1f, 1}, 0), walker({0.05f, 1.2f}, 0)};
  for (AgentRecord& agent : agents) agent.preferred_speed = 0;
  const auto simulation = simulation::Simulation::create(backend, {}, world, agents, {});
  simulation->advance(60);
  simulation::Frame frame;
  simulation->read(frame);
  for (std::size_t i = 0; i < agents.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) CHECK(std::hypot(frame.x[i] - frame.x[j], frame.y[i] - frame.y[j]) >= 0.499f);
  }
}

PLETHOS_MATRIX_TEST("agents that touch exactly do not walk into each other") {
  for (const float aggression : {2.f, 0.1f}) {
    CAPTURE(aggression);
    World world;
    world.goals = {{5, 0}, {-5, 0}};
    world.bounds = {{-6, -6}, {6, 6}};
    std::vector<AgentRecord> agents{walker({-0.5f, 0}, 0), walker({0.5f, 0}, 1)};
    for (AgentRecord& agent : agents) {
      agent.radius = 0.5f;
      agent.aggression = aggression;
    }
    const auto simulation = simulation::Simulation::create(backend, {}, world, agents, {});
    simulation->advance(1);
    simulation::Frame frame;
    simulation->read(frame);
    CHECK(std::hypot(frame.x[1] - frame.x[0], frame.y[1] - frame.y[0]) > 0.99f);
  }
}

PLETHOS_MATRIX_TEST("an agent that touches the end of a wall exactly does not walk into it") {
  World world;
  world.goals = {{5, 0}};
  world.polygons = {{{{0.5f, 0}, {4, 0}}, false}};
  world.bounds = {{-6, -6}, {6, 6}};
  std::vector<AgentRecord> agents{walker({0, 0}, 0)};
  agents[0].radius = 0.5f;
  const auto simulation = simulation::Simulation::create(backend, {}, world, agents, {});
  simulation->advance(1);
  simulation::Frame frame;
  simulation->read(frame);
  CHECK(std::hypot(frame.x[0] - 0.5f, frame.y[0]) > 0.495f);
}

PLETHOS_MATRIX_TEST("an agent that overlaps the end of a wall and cannot turn back does not hurry through it") {
  World world;
  world.goals = {{5, 0}};
  world.polygons = {{{{0.2f, 0}, {4, 0}}, false}};
  world.bounds = {{-6, -6}, {6, 6}};
  std::vector<AgentRecord> agents{walker({0, 0}, 0)};
  agents[0].radius = 0.5f;
  agents[0].velocity = {1, 0};
  agents[0].maximum_speed = 2.5f;
  agents[0].maximum_acceleration = 11;
  Parameters parameters;
  parameters.time_step = 0.1f;
  const auto simulation = simulation::Simulation::create(backend, parameters, world, agents, {});
  simulation->advance(1);
  simulation::Frame frame;
  simulation->read(frame);
  CHECK(std::hypot(frame.x[0] - 0.2f, frame.y[0]) > 0.19f);
}

PLETHOS_MATRIX_TEST("an agent alone walks straight at its preferred speed") {
  World world;
  world.goals = {{20, 0}};
  world.bounds = {{0, -1}, {20, 1}};
  const std::vector<AgentRecord> agents{walker({0, 0}, 0)};
  const auto simulation = simulation::Simulation::create(backend, {}, world, agents, {});
  simulation->advance(50);
  simulation::Frame frame;
  simulation->read(frame);
  CHECK(frame.y[0] == 0.f);
  CHECK(frame.velocity_x[0] == doctest::Approx(agents[0].preferred_speed));
}

TEST_CASE("rvo-steady changes its velocity less often than rvo, head on and aside") {
  const backends::Backend serial = backends::make_backend({"serial", "scalar", 1});
  for (const float aside : {0.f, 0.3f}) {
    CAPTURE(aside);
    World world;
    world.goals = {{5, aside}, {-5, 0}};
    world.bounds = {{-6, -6}, {6, 6}};
    const std::vector<AgentRecord> agents{walker({-5, aside}, 0), walker({5, 0}, 1)};
    // Counts, over all runs, the velocities that differ by more than 0.05 m/s from those of the step before.
    const auto changes = [&](const char* method) {
      int count = 0;
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        Parameters parameters;
        parameters.seed = seed;
        const auto simulation = simulation::Simulation::create(serial, parameters, world, agents, methods_of(method));
        simulation::Frame before;
        simulation::Frame now;
        simulation->advance(1);
        simulation->read(before);
        for (int step = 0; step < 200; ++step) {
          simulation->advance(1);
          simulation->read(now);
          for (std::size_t i = 0; i < 2; ++i) {
            if (std::hypot(now.velocity_x[i] - before.velocity_x[i], now.velocity_y[i] - before.velocity_y[i]) > 0.05f) ++count;
          }
          std::swap(before, now);
        }
        CHECK(simulation->statistics().overlaps == 0);
        CHECK(simulation->statistics().arrived == 2);
      }
      return count;
    };
    const int published = changes("rvo");
    CHECK(changes("rvo-steady") < (aside == 0 ? 0.7 : 0.4) * published);
  }
}

TEST_CASE("rvo head on: the cost knows no side of its own, and two who step to one side both step back, whatever the samples") {
  namespace rvo = avoidance::reference;
  rvo::Agent self;
  self.position = {-2, 0};
  self.preferred_velocity = {1.3, 0};
  self.radius = 0.27;
  self.reciprocity = 0.5;
  self.aggression = 2;
  rvo::Agent other = self;
  other.position = {2, 0};

  // The agents step to different sides. Going on is not cheaper than changing sides.
  self.velocity = {1.3, 0.1};
  other.velocity = {-1.3, -0.1};
  for (const rvo::Vector v : {rvo::Vector{1.3, 0.2}, rvo::Vector{1.2, 0.05}, rvo::Vector{0.4, 1}}) {
    CHECK(rvo::cost(self, {other}, {}, 0.05, v) == doctest::Approx(rvo::cost(self, {other}, {}, 0.05, {v.x, -v.y})));
  }

  // The agents step to the same side. The best of all velocities, on a fine lattice instead of samples, leads back again.
  other.velocity = {-1.3, 0.1};
  rvo::Vector best;
  double least = 1e30;
  for (int column = 0; column <= 400; ++column) {
    for (int row = -400; row <= 400; ++row) {
      const rvo::Vector v{1.8 * column / 400, 1.0 * row / 400};
      const double cost = rvo::cost(self, {other}, {}, 0.05, v);
      if (cost >= least) continue;
      least = cost;
      best = v;
    }
  }
  CHECK(best.y < 0);
  CHECK(best.y > -0.2);
}

}  // namespace plethos::tests
