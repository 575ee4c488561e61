// A program steers some agents of a crowd: a guide goes around a square and 20 people follow, through 200 others who have goals of their
// own.
#include <cmath>
#include <cstdio>
#include <plethos/plethos.hpp>
#include <vector>

int main() {
  try {
    const plethos::backends::Runtime runtime;
    const plethos::backends::Backend backend = plethos::backends::make_backend({.name = "openmp"});

    plethos::World world;
    world.bounds = {{-20, -20}, {20, 20}};
    std::vector<plethos::AgentRecord> agents;
    for (int i = 0; i < 221; ++i) {
      const float x = -9 + 0.9f * static_cast<float>(i % 20), y = -6 + 0.9f * static_cast<float>(i / 20);
      world.goals.push_back({-x, -y});
      agents.push_back({.position = {x, y}, .preferred_speed = 1.3f, .maximum_speed = 2, .goal = i});
    }
    const plethos::Parameters parameters{.time_step = 0.1f, .seed = 7};
    const auto simulation = plethos::simulation::Simulation::create(backend, parameters, world, agents, {.avoidance = "orca"});

    plethos::simulation::Coupling& coupling = simulation->coupling();
    float* const wishes = coupling.wishes();  // (221, 2), in order of ids
    double nearest = 1e9;
    for (int step = 0; step < 600; ++step) {
      const plethos::simulation::AgentRowsView rows = coupling.rows();
      const float* const guide = rows.position;
      const double angle = 0.01 * step;
      wishes[0] = static_cast<float>(-1.2 * std::sin(angle));
      wishes[1] = static_cast<float>(1.2 * std::cos(angle));
      for (int i = 1; i <= 20; ++i) {
        const float x = guide[0] - rows.position[2 * i], y = guide[1] - rows.position[2 * i + 1];
        const float distance = std::hypot(x, y), speed = distance > 2 ? 1.5f : 0;
        wishes[2 * i] = speed * x / distance;
        wishes[2 * i + 1] = speed * y / distance;
        nearest = std::fmin(nearest, static_cast<double>(distance));
      }
      simulation->advance(1);
    }
    std::printf("the guide is at (%.1f, %.1f), and nobody came nearer than %.2f m; %lld have arrived\n",
                static_cast<double>(coupling.rows().position[0]), static_cast<double>(coupling.rows().position[1]), nearest,
                static_cast<long long>(simulation->arrived()));
  } catch (const plethos::Error& error) {
    std::fprintf(stderr, "steered: %s\n", error.what());
    return error.exit_code();
  }
}
