// 1,000 agents walk from one side of a street to the other, through each other.
#include <cstdio>
#include <plethos/plethos.hpp>
#include <vector>

int main() {
  try {
    const plethos::backends::Runtime runtime;
    const plethos::backends::Backend backend = plethos::backends::make_backend({.name = "openmp"});

    // Two crowds, 20 agents deep and 25 wide, each with a goal of its own 60 m ahead.
    plethos::World world;
    world.bounds = {{-50, -20}, {50, 20}};
    world.polygons.push_back({.vertices = {{-2, -2}, {2, -2}, {2, 2}, {-2, 2}}});  // a house in the middle
    std::vector<plethos::AgentRecord> agents;
    for (int i = 0; i < 1000; ++i) {
      const float side = i < 500 ? -1 : 1;
      const plethos::Vec2 start{side * (20 + static_cast<float>(i % 20)), static_cast<float>(i % 500 / 20 - 12)};
      world.goals.push_back({start.x - side * 60, start.y});
      agents.push_back({.position = start, .goal = i});
    }

    const plethos::Parameters parameters{.time_step = 0.05f, .seed = 7, .leave_on_arrival = true};
    const auto simulation = plethos::simulation::Simulation::create(backend, parameters, world, agents, {.avoidance = "orca"});
    plethos::simulation::Frame frame;
    for (int second = 0; second <= 150; second += 50) {
      simulation->read(frame);
      std::printf("%2d s: agent 0 at (%.2f, %.2f), %lld arrived\n", second, static_cast<double>(frame.x[0]),
                  static_cast<double>(frame.y[0]), static_cast<long long>(simulation->arrived()));
      simulation->advance(1000);
    }
  } catch (const plethos::Error& error) {
    std::fprintf(stderr, "walk: %s\n", error.what());
    return error.exit_code();
  }
}
