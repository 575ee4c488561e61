#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "algorithms/simulation/simulation.hpp"
#include "tests/algorithms/avoidance/walkers.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

/// An agent walks along a thin solid fence towards a wall across its way. The fence's far side is rippled: of its many walls, all of which
/// face away from the agent, more than `obstacle_neighbors` are nearer to it than the wall across.
World beside_a_rippled_fence() {
  World world;
  constexpr float face = 0.3f;  // m, from the agent's way
  Polygon fence{{{-4, face}, {4, face}}, true};
  constexpr int ripples = 80;
  for (int k = 0; k <= ripples; ++k) {
    const float x = 4 - 8 * static_cast<float>(k) / ripples;
    fence.vertices.push_back({x, face + (k % 2 == 0 ? 0.01f : 0.015f)});
  }
  world.polygons = {fence, {{{1, 0.2f}, {1, -2}}, false}};
  world.goals = {{3, 0}};
  world.bounds = {{-5, -3}, {5, 1}};
  return world;
}

}  // namespace

PLETHOS_MATRIX_TEST("walls that face away do not take the place of the wall ahead") {
  const World world = beside_a_rippled_fence();
  Parameters parameters;
  parameters.time_horizon_obstacles = 1;
  parameters.perturbation = 0;
  for (const char* avoidance : {"orca", "clearpath2", "rvo"}) {
    for (const char* neighbors : {"grid", "kdtree"}) {
      CAPTURE(avoidance);
      CAPTURE(neighbors);
      std::vector<AgentRecord> agents{walker({-2, 0}, 0)};
      agents[0].velocity = {agents[0].preferred_speed, 0};
      simulation::Methods methods = methods_of(avoidance);
      methods.neighbors = neighbors;
      const auto simulation = simulation::Simulation::create(backend, parameters, world, agents, methods);
      simulation::Frame frame;
      float fastest = -1;  // m/s towards the wall, over what reaches it in the time horizon
      for (int step = 0; step < 60; ++step) {
        const float x = frame.x.empty() ? agents[0].position.x : frame.x[0];
        simulation->advance(1);
        simulation->read(frame);
        const float gap = 1 - x - agents[0].radius - parameters.minimum_distance;
        fastest = std::max(fastest, frame.velocity_x[0] - gap / parameters.time_horizon_obstacles);
      }
      // The wall is the ninth or later by distance until the agent is nearly there: it would still walk at full speed.
      CHECK(frame.x[0] + agents[0].radius < 1);
      if (std::string(avoidance) == "orca") CHECK(fastest < 1e-3f);
    }
  }
}

}  // namespace plethos::tests
