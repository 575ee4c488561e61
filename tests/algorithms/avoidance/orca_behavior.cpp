#include "tests/algorithms/avoidance/walkers.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

simulation::Statistics run(const backends::Backend& backend, const World& world, const std::vector<AgentRecord>& agents, int steps) {
  const auto simulation = simulation::Simulation::create(backend, {}, world, agents, methods_of("orca"));
  simulation->advance(steps);
  return simulation->statistics();
}

}  // namespace

PLETHOS_MATRIX_TEST("orca: agents that overlap at the start part, even on one point") {
  World world{.goals = {{5, 0}, {-5, 0}, {0, 5}, {5, 3}}, .bounds = {{-6, -6}, {6, 6}}};
  const std::vector<AgentRecord> agents{walker({0, 0}, 0), walker({0, 0}, 1), walker({0.1f, 0.2f}, 2), walker({3, 3}, 3)};
  const simulation::Statistics after_ten = run(backend, world, agents, 10);
  const simulation::Statistics at_end = run(backend, world, agents, 300);
  CHECK(after_ten.overlaps > 0);
  CHECK(at_end.overlaps == after_ten.overlaps);
  CHECK(at_end.arrived == 4);
}

PLETHOS_MATRIX_TEST("orca: nobody passes a wall, and who can go around its end does") {
  World world{.polygons = {{{{-40, 0}, {8, 0}}, false}}, .goals = {{0, 5}, {0.3f, 5}, {-3, 5}, {12, 5}}, .bounds = {{-40, -6}, {40, 6}}};
  const std::vector<AgentRecord> agents{walker({0, -3}, 0), walker({2, -4}, 1), walker({-2, -0.3f}, 2), walker({9, -5}, 3)};
  const auto simulation = simulation::Simulation::create(backend, {}, world, agents, methods_of("orca"));
  float highest = -10;
  for (int step = 0; step < 400; ++step) {
    simulation->advance(1);
    const simulation::Frame frame = frame_of(*simulation);
    for (std::size_t i = 0; i < 3; ++i) highest = std::max(highest, frame.y[i] + agents[i].radius);
  }
  CHECK(highest < 0);
  CHECK(simulation->statistics().arrived == 1);
}

}  // namespace plethos::tests
