#pragma once

#include <algorithm>
#include <bit>

#include "tests/algorithms/avoidance/walkers.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {

/// Checks that a passive agent keeps its velocity, bit by bit, and that another makes way.
inline void check_makes_way(const backends::Backend& backend, const char* method) {
  CAPTURE(method);
  const World world{.goals = {{5, 0}, {0, 0}}, .bounds = {{-10, -10}, {10, 10}}};
  std::vector<AgentRecord> agents{walker({-5, 0.1f}, 0), walker({4, 0}, 1)};
  agents[1].state = AgentState::passive;
  agents[1].velocity = {-0.7f, 0.01f};
  const Parameters parameters;
  const auto simulation = simulation::Simulation::create(backend, parameters, world, agents, methods_of(method));
  Vec2 place = agents[1].position;
  for (int step = 0; step < 240; ++step) {
    place.x = std::fma(agents[1].velocity.x, parameters.time_step, place.x);
    place.y = std::fma(agents[1].velocity.y, parameters.time_step, place.y);
  }
  simulation->advance(240);
  const simulation::Frame frame = frame_of(*simulation);
  CHECK(frame.velocity_x[1] == agents[1].velocity.x);
  CHECK(frame.velocity_y[1] == agents[1].velocity.y);
  CHECK(std::bit_cast<std::uint32_t>(frame.x[1]) == std::bit_cast<std::uint32_t>(place.x));
  CHECK(std::bit_cast<std::uint32_t>(frame.y[1]) == std::bit_cast<std::uint32_t>(place.y));
  CHECK(simulation->statistics().overlaps == 0);
  CHECK(simulation->statistics().arrived == 1);
}

/// Checks that agents whose goals lie behind a wall do not cross it.
inline void check_wall_holds(const backends::Backend& backend, const char* method) {
  CAPTURE(method);
  const World world{.polygons = {{{{-40, 0}, {40, 0}}, false}}, .goals = {{0, 5}, {0.3f, 5}, {-3, 5}}, .bounds = {{-40, -6}, {40, 6}}};
  std::vector<AgentRecord> agents{walker({0, -3}, 0), walker({2, -4}, 1), walker({-2, -0.3f}, 2)};
  agents[2].velocity = {-0.5f, 0};
  const auto simulation = simulation::Simulation::create(backend, {}, world, agents, methods_of(method));
  float highest = -10;
  for (int step = 0; step < 200; ++step) {
    simulation->advance(1);
    const simulation::Frame frame = frame_of(*simulation);
    for (std::size_t i = 0; i < agents.size(); ++i) highest = std::max(highest, frame.y[i] + agents[i].radius);
  }
  CHECK(highest < 0);
  CHECK(simulation->statistics().arrived == 0);
}

/// Checks that agents without a speed of their own part if they overlap at these places.
inline void check_part(const backends::Backend& backend, const char* method, const std::vector<Vec2>& places, int steps) {
  CAPTURE(method);
  const World world{.goals = {{0, 0}}, .bounds = {{-6, -6}, {6, 6}}};
  std::vector<AgentRecord> agents;
  for (const Vec2 place : places) agents.push_back({.position = place, .preferred_speed = 0});
  const auto simulation = simulation::Simulation::create(backend, {}, world, agents, methods_of(method));
  simulation->advance(steps);
  const simulation::Frame frame = frame_of(*simulation);
  for (std::size_t i = 0; i < agents.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) CHECK(std::hypot(frame.x[i] - frame.x[j], frame.y[i] - frame.y[j]) >= 0.499f);
  }
}

/// Checks that an agent alone walks straight at its preferred speed.
inline void check_straight(const backends::Backend& backend, const char* method) {
  CAPTURE(method);
  const World world{.goals = {{20, 0}}, .bounds = {{0, -1}, {20, 1}}};
  const auto simulation = simulation::Simulation::create(backend, {}, world, std::vector{walker({0, 0}, 0)}, methods_of(method));
  simulation->advance(50);
  const simulation::Frame frame = frame_of(*simulation);
  CHECK(frame.y[0] == 0.f);
  CHECK(frame.velocity_x[0] == doctest::Approx(AgentRecord{}.preferred_speed));
}

}  // namespace plethos::tests
