// A scenario by its name, or a TOML file: simulated, recorded and drawn.
#include <cstdio>
#include <plethos/plethos.hpp>
#include <plethos/scenarios.hpp>

int main(int argc, char** argv) {
  try {
    const std::string name = argc > 1 ? argv[1] : "crosswalk";
    const plethos::scenarios::Scenario scenario = plethos::scenarios::make_scenario({.name = name});
    const plethos::simulation::MethodChoices methods = plethos::scenarios::choose_methods(scenario.methods, {});
    const plethos::backends::Runtime runtime;
    const plethos::backends::Backend backend = plethos::backends::make_backend({});
    const auto simulation = plethos::simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents, methods);

    // Every tenth step.
    plethos::scenarios::TrajectoryWriter writer("scene.h5", scenario, plethos::frame_rate(scenario.parameters.time_step, 10), {});
    plethos::simulation::Frame frame;
    for (int i = 0; i < 20; ++i) {
      simulation->read(frame);
      writer.append(i, frame.x, frame.y, frame.present);
      simulation->advance(10);
    }
    writer.close();
    plethos::scenarios::render(plethos::scenarios::TrajectoryReader("scene.h5"), "scene.png", {});
    std::printf("%s, %zu agents: scene.h5 and scene.png\n", scenario.name.c_str(), scenario.agents.size());
  } catch (const plethos::Error& error) {
    std::fprintf(stderr, "scene: %s\n", error.what());
    return error.exit_code();
  }
}
