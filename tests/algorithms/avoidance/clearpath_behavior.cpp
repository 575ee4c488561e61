#include "tests/algorithms/avoidance/behavior_checks.hpp"

namespace plethos::tests {
namespace {

constexpr const char* variants[] = {"clearpath1", "clearpath2", "clearpath-guarded"};

}  // namespace

PLETHOS_MATRIX_TEST("ClearPath: a passive agent keeps its velocity, and others make way") {
  for (const char* variant : variants) check_makes_way(backend, variant);
}

PLETHOS_MATRIX_TEST("ClearPath: agents whose goals lie behind a wall do not cross it") {
  for (const char* variant : variants) check_wall_holds(backend, variant);
}

PLETHOS_MATRIX_TEST("ClearPath: agents pass the corner of a wall") {
  for (const char* variant : variants) {
    CAPTURE(variant);
    World world{.polygons = {{{{-6, 0}, {0.8f, 0}}, false}}, .goals = {{3, 4}, {2, 4}}, .bounds = {{-6, -6}, {6, 6}}};
    const std::vector<AgentRecord> agents{walker({0, -4}, 0), walker({-1, -3}, 1)};
    const auto simulation = simulation::Simulation::create(backend, {}, world, agents, methods_of(variant));
    float nearest = 10;
    for (int step = 0; step < 240; ++step) {
      simulation->advance(1);
      const simulation::Frame frame = frame_of(*simulation);
      for (std::size_t i = 0; i < agents.size(); ++i) {
        nearest = std::min(nearest, distance_to_segment({frame.x[i], frame.y[i]}, {-6, 0}, {0.8f, 0}));
      }
    }
    CHECK(nearest > 0.25f);
    CHECK(simulation->statistics().arrived == 2);
  }
}

PLETHOS_MATRIX_TEST("ClearPath: agents that overlap part, also where they stand in the same place") {
  for (const char* variant : variants) check_part(backend, variant, {{0, 1}, {0.1f, 1}, {0.05f, 1.2f}, {-3, 1}, {-3, 1}}, 100);
}

PLETHOS_MATRIX_TEST("ClearPath: an agent that is pressed against others and a wall stays where it can") {
  // Five agents walk towards one that stands in a corner.
  World world{.polygons = {{{{-4, 4}, {4, 4}, {4, -4}}, false}}, .goals = {{3.7f, 3.7f}}, .bounds = {{-6, -6}, {6, 6}}};
  std::vector<AgentRecord> agents;
  for (int i = 0; i < 6; ++i) agents.push_back(walker({3.7f - 0.7f * static_cast<float>(i), 3.7f - 0.3f * static_cast<float>(i)}, 0));
  for (AgentRecord& agent : agents) agent.goal_radius = 0.001f;
  const auto simulation = simulation::Simulation::create(backend, {}, world, agents, methods_of("clearpath-guarded"));
  float highest = -10;
  for (int step = 0; step < 200; ++step) {
    simulation->advance(1);
    const simulation::Frame frame = frame_of(*simulation);
    for (std::size_t i = 0; i < agents.size(); ++i) highest = std::max({highest, frame.x[i], frame.y[i]});
  }
  CHECK(highest < 3.751f);
  CHECK(simulation->statistics().overlaps == 0);
}

PLETHOS_MATRIX_TEST("ClearPath: an agent alone walks straight at its preferred speed") {
  for (const char* variant : variants) check_straight(backend, variant);
}

}  // namespace plethos::tests
