#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "algorithms/simulation/simulation.hpp"
#include "tests/algorithms/avoidance/walkers.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

constexpr const char* variants[] = {"clearpath1", "clearpath2", "clearpath-guarded"};

}  // namespace

PLETHOS_MATRIX_TEST("ClearPath: a passive agent keeps its velocity, and others make way") {
  for (const char* variant : variants) {
    CAPTURE(variant);
    World world;
    world.goals = {{5, 0}, {0, 0}};
    world.bounds = {{-10, -10}, {10, 10}};
    std::vector<AgentRecord> agents{walker({-5, 0.1f}, 0), walker({4, 0}, 1)};
    agents[1].state = AgentState::passive;
    agents[1].velocity = {-0.7f, 0.01f};
    const auto simulation = simulation::Simulation::create(backend, {}, world, agents, methods_of(variant));
    simulation->advance(240);
    simulation::Frame frame;
    simulation->read(frame);
    CHECK(frame.velocity_x[1] == agents[1].velocity.x);
    CHECK(frame.velocity_y[1] == agents[1].velocity.y);
    const simulation::Statistics statistics = simulation->statistics();
    CHECK(statistics.overlaps == 0);
    CHECK(statistics.arrived == 1);
  }
}

PLETHOS_MATRIX_TEST("ClearPath: agents whose goals lie behind a wall do not cross it") {
  for (const char* variant : variants) {
    CAPTURE(variant);
    World world;
    world.goals = {{0, 5}, {0.3f, 5}, {-3, 5}};
    world.polygons = {{{{-40, 0}, {40, 0}}, false}};
    world.bounds = {{-40, -6}, {40, 6}};
    std::vector<AgentRecord> agents{walker({0, -3}, 0), walker({2, -4}, 1), walker({-2, -0.3f}, 2)};
    agents[2].velocity = {-0.5f, 0};
    const auto simulation = simulation::Simulation::create(backend, {}, world, agents, methods_of(variant));
    simulation::Frame frame;
    float highest = -10;
    for (int step = 0; step < 200; ++step) {
      simulation->advance(1);
      simulation->read(frame);
      for (std::size_t i = 0; i < agents.size(); ++i) highest = std::max(highest, frame.y[i] + agents[i].radius);
    }
    CHECK(highest < 0);
  }
}

PLETHOS_MATRIX_TEST("ClearPath: agents pass the corner of a wall") {
  for (const char* variant : variants) {
    CAPTURE(variant);
    World world;
    world.goals = {{3, 4}, {2, 4}};
    world.polygons = {{{{-6, 0}, {0.8f, 0}}, false}};
    world.bounds = {{-6, -6}, {6, 6}};
    const std::vector<AgentRecord> agents{walker({0, -4}, 0), walker({-1, -3}, 1)};
    const auto simulation = simulation::Simulation::create(backend, {}, world, agents, methods_of(variant));
    simulation::Frame frame;
    float nearest = 10;
    for (int step = 0; step < 240; ++step) {
      simulation->advance(1);
      simulation->read(frame);
      for (std::size_t i = 0; i < agents.size(); ++i) {
        nearest = std::min(nearest, distance_to_segment({frame.x[i], frame.y[i]}, {-6, 0}, {0.8f, 0}));
      }
    }
    CHECK(nearest > 0.25f);
    CHECK(simulation->statistics().arrived == 2);
  }
}

PLETHOS_MATRIX_TEST("ClearPath: agents that overlap part, also where they stand in the same place") {
  for (const char* variant : variants) {
    CAPTURE(variant);
    World world;
    world.goals = {{0, 0}};
    world.bounds = {{-6, -6}, {6, 6}};
    std::vector<AgentRecord> agents{walker({0, 1}, 0), walker({0.1f, 1}, 0), walker({0.05f, 1.2f}, 0), walker({-3, 1}, 0),
                                    walker({-3, 1}, 0)};
    for (AgentRecord& agent : agents) agent.preferred_speed = 0;
    const auto simulation = simulation::Simulation::create(backend, {}, world, agents, methods_of(variant));
    simulation->advance(100);
    simulation::Frame frame;
    simulation->read(frame);
    for (std::size_t i = 0; i < agents.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) CHECK(std::hypot(frame.x[i] - frame.x[j], frame.y[i] - frame.y[j]) >= 0.499f);
    }
  }
}

PLETHOS_MATRIX_TEST("ClearPath: an agent that is pressed against others and a wall stays where it can") {
  // Five agents walk towards one that stands in a corner.
  World world;
  world.goals = {{3.7f, 3.7f}};
  world.polygons = {{{{-4, 4}, {4, 4}, {4, -4}}, false}};
  world.bounds = {{-6, -6}, {6, 6}};
  std::vector<AgentRecord> agents;
  for (int i = 0; i < 6; ++i) agents.push_back(walker({3.7f - 0.7f * static_cast<float>(i), 3.7f - 0.3f * static_cast<float>(i)}, 0));
  for (AgentRecord& agent : agents) agent.goal_radius = 0.001f;
  const auto simulation = simulation::Simulation::create(backend, {}, world, agents, methods_of("clearpath-guarded"));
  simulation::Frame frame;
  float highest = -10;
  for (int step = 0; step < 200; ++step) {
    simulation->advance(1);
    simulation->read(frame);
    for (std::size_t i = 0; i < agents.size(); ++i) highest = std::max({highest, frame.x[i], frame.y[i]});
  }
  CHECK(highest < 3.751f);
  CHECK(simulation->statistics().overlaps == 0);
}

PLETHOS_MATRIX_TEST("ClearPath: an agent alone walks straight at its preferred speed") {
  for (const char* variant : variants) {
    World world;
    world.goals = {{20, 0}};
    world.bounds = {{0, -1}, {20, 1}};
    const std::vector<AgentRecord> agents{walker({0, 0}, 0)};
    const auto simulation = simulation::Simulation::create(backend, {}, world, agents, methods_of(variant));
    simulation->advance(50);
    simulation::Frame frame;
    simulation->read(frame);
    CHECK(frame.y[0] == 0.f);
    CHECK(frame.velocity_x[0] == doctest::Approx(agents[0].preferred_speed));
  }
}

}  // namespace plethos::tests
