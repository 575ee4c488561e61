#include "algorithms/avoidance/none/none.hpp"

#include "algorithms/simulation/measurements.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {

PLETHOS_MATRIX_TEST("without avoidance agents go straight on, within speed and acceleration, through each other") {
  World world{.goals = {{6, 0}, {-6, 0}}, .bounds = {{-8, -8}, {8, 8}}};
  std::vector<AgentRecord> agents{{.position = {-6, 0}},
                                  {.position = {6, 0}, .preferred_speed = 1.3f, .maximum_speed = 0.5f, .goal = 1},
                                  {.position = {0, 5}, .velocity = {0.5f, 0}, .state = AgentState::passive}};
  for (AgentRecord& agent : agents) agent.maximum_acceleration = 2;
  const auto simulation = simulation::Simulation::create(backend, {}, world, agents, {.avoidance = "none"});
  float before = 0;
  for (int step = 0; step < 400; ++step) {
    simulation->advance(1);
    const simulation::Frame frame = frame_of(*simulation);
    CHECK(frame.y[0] == 0);
    CHECK(frame.velocity_x[0] - before <= 2 * 0.05f * 1.0001f);
    CHECK(frame.velocity_x[1] >= -0.5001f);
    before = frame.velocity_x[0];
    CHECK(frame.velocity_x[2] == 0.5f);
  }
  CHECK(simulation->statistics().arrived == 1);
  CHECK(simulation->statistics().overlaps > 0);
  CHECK_FALSE(simulation->measurements().avoidance_work());
}

}  // namespace plethos::tests
