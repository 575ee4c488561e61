#include "tests/algorithms/avoidance/walkers.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

/// Makes a thin solid fence along an agent's way and a wall across it. The fence's far side is rippled. Its many walls face away from the
/// agent, and more than `obstacle_neighbors` of them are nearer to it than the wall across.
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

PLETHOS_MATRIX_TEST("orca: walls that face away do not take the place of the wall ahead") {
  const World world = beside_a_rippled_fence();
  Parameters parameters;
  for (const char* neighbors : {"grid", "kdtree"}) {
    CAPTURE(neighbors);
    std::vector<AgentRecord> agents{walker({0.1f, 0}, 0)};
    agents[0].velocity = {agents[0].preferred_speed, 0};
    simulation::MethodChoices methods = methods_of("orca", {{"time_horizon_obstacles", 1.0}, {"perturbation", 0.0}});
    methods.neighbors = neighbors;
    const auto simulation = simulation::Simulation::create(backend, parameters, world, agents, methods);
    simulation->advance(1);
    const simulation::Frame frame = frame_of(*simulation);
    // This velocity reaches the wall in the time horizon. The agent would prefer a higher one.
    const float gap = 1 - agents[0].position.x - agents[0].radius - parameters.minimum_distance;
    REQUIRE(agents[0].preferred_speed > gap + 0.5f);
    CHECK(frame.velocity_x[0] < gap + 1e-3f);
  }
}

}  // namespace plethos::tests
