#include "algorithms/simulation/simulation.hpp"
#include "backends/stage_clock.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {

PLETHOS_SCALAR_MATRIX_TEST("a step's stages and their parts are regions, which hold each other and nothing twice") {
  World world{.polygons = {{{{0, 2}, {1, 3}, {0, 3}}}}, .goals = {{5, 0}, {-5, 0}}, .bounds = {{-6, -6}, {6, 6}}};
  AgentRecord agents[2];
  agents[0].position = {-5, 0};
  agents[1].position = {5, 0};
  agents[1].goal = 1;
  simulation::MethodChoices methods{.steering = "reynolds", .replay = false};
  for (const bool roadmap : {false, true}) {
    CAPTURE(roadmap);
    methods.planner = roadmap ? "roadmap" : "straight";
    methods.roadmap_nodes = {{-1, 2}};
    const auto simulation = simulation::Simulation::create(backend, {}, world, agents, methods);
    const backends::StageClock clock;
    simulation->advance(3);
    const auto seconds = clock.seconds();
    std::size_t regions = 0;
    for (const simulation::Stage& stage : simulation::stages()) {
      const std::string name = "plethos::simulation::" + stage.name;
      CAPTURE(name);
      REQUIRE(seconds.contains(name));
      double parts = 0;
      for (const std::string& part : stage.parts) {
        CAPTURE(part);
        REQUIRE(seconds.contains(name + "::" + part));
        parts += seconds.at(name + "::" + part);
      }
      CHECK(parts <= seconds.at(name));
      regions += 1 + stage.parts.size();
    }
    CHECK(seconds.size() == regions);
  }
}

}  // namespace plethos::tests
