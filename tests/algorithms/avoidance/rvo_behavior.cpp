#include "algorithms/avoidance/rvo/rvo_reference.hpp"
#include "tests/algorithms/avoidance/behavior_checks.hpp"

namespace plethos::tests {

PLETHOS_MATRIX_TEST("a passive agent keeps its velocity, and others make way") { check_makes_way(backend, "rvo"); }

PLETHOS_MATRIX_TEST("an agent whose goal lies behind a wall does not cross it") { check_wall_holds(backend, "rvo"); }

PLETHOS_MATRIX_TEST("agents that overlap part") { check_part(backend, "rvo", {{0, 1}, {0.1f, 1}, {0.05f, 1.2f}}, 60); }

PLETHOS_MATRIX_TEST("agents that touch exactly do not walk into each other") {
  for (const float aggression : {2.f, 0.1f}) {
    CAPTURE(aggression);
    World world{.goals = {{5, 0}, {-5, 0}}, .bounds = {{-6, -6}, {6, 6}}};
    std::vector<AgentRecord> agents{walker({-0.5f, 0}, 0), walker({0.5f, 0}, 1)};
    for (AgentRecord& agent : agents) {
      agent.radius = 0.5f;
      agent.aggression = aggression;
    }
    const auto simulation = simulation::Simulation::create(backend, {}, world, agents, {});
    simulation->advance(1);
    const simulation::Frame frame = frame_of(*simulation);
    CHECK(std::hypot(frame.x[1] - frame.x[0], frame.y[1] - frame.y[0]) > 0.99f);
  }
}

PLETHOS_MATRIX_TEST("an agent that touches the end of a wall exactly does not walk into it") {
  World world{.polygons = {{{{0.5f, 0}, {4, 0}}, false}}, .goals = {{5, 0}}, .bounds = {{-6, -6}, {6, 6}}};
  const std::vector<AgentRecord> agents{{.radius = 0.5f}};
  const auto simulation = simulation::Simulation::create(backend, {}, world, agents, {});
  simulation->advance(1);
  const simulation::Frame frame = frame_of(*simulation);
  CHECK(std::hypot(frame.x[0] - 0.5f, frame.y[0]) > 0.495f);
}

PLETHOS_MATRIX_TEST("an agent that overlaps the end of a wall and cannot turn back does not hurry through it") {
  World world{.polygons = {{{{0.2f, 0}, {4, 0}}, false}}, .goals = {{5, 0}}, .bounds = {{-6, -6}, {6, 6}}};
  const std::vector<AgentRecord> agents{{.velocity = {1, 0}, .radius = 0.5f, .maximum_speed = 2.5f, .maximum_acceleration = 11}};
  const auto simulation = simulation::Simulation::create(backend, {.time_step = 0.1f}, world, agents, {});
  simulation->advance(1);
  const simulation::Frame frame = frame_of(*simulation);
  CHECK(std::hypot(frame.x[0] - 0.2f, frame.y[0]) > 0.19f);
}

PLETHOS_MATRIX_TEST("an agent alone walks straight at its preferred speed") { check_straight(backend, "rvo"); }

TEST_CASE("rvo-steady changes its velocity less often than rvo, head on and aside") {
  for (const float aside : {0.f, 0.3f}) {
    CAPTURE(aside);
    World world{.goals = {{5, aside}, {-5, 0}}, .bounds = {{-6, -6}, {6, 6}}};
    const std::vector<AgentRecord> agents{walker({-5, aside}, 0), walker({5, 0}, 1)};
    // Counts, over all runs, the velocities that differ by more than 0.05 m/s from those of the step before.
    const auto changes = [&](const char* method) {
      int count = 0;
      for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const auto simulation = simulation::Simulation::create(plainest_backend(), {.seed = seed}, world, agents, methods_of(method));
        simulation->advance(1);
        simulation::Frame before = frame_of(*simulation);
        for (int step = 0; step < 200; ++step) {
          simulation->advance(1);
          const simulation::Frame now = frame_of(*simulation);
          for (std::size_t i = 0; i < 2; ++i) {
            if (std::hypot(now.velocity_x[i] - before.velocity_x[i], now.velocity_y[i] - before.velocity_y[i]) > 0.05f) ++count;
          }
          before = now;
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
  rvo::Agent self{.position = {-2, 0}, .preferred_velocity = {1.3, 0}, .radius = 0.27, .reciprocity = 0.5, .aggression = 2};
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
