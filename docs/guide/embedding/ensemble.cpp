// How long do 20, 40, ... 200 people take through each other? Ten worlds, simulated at once.
#include <cstdio>
#include <plethos/plethos.hpp>
#include <vector>

int main() {
  try {
    const plethos::backends::Runtime runtime;
    const plethos::backends::Backend backend = plethos::backends::make_backend({.name = "openmp"});

    plethos::World world;
    world.bounds = {{-30, -10}, {30, 10}};
    std::vector<plethos::AgentRecord> agents;
    plethos::Ensemble ensemble;
    for (int people = 20; people <= 200; people += 20) {
      for (int i = 0; i < people; ++i) {
        const float side = i % 2 == 0 ? -1 : 1;
        const plethos::Vec2 start{side * (3 + static_cast<float>(i / 20)), static_cast<float>(i % 20 / 2 - 5)};
        agents.push_back({.position = start, .goal = static_cast<std::int32_t>(world.goals.size())});
        world.goals.push_back({-start.x, start.y});
      }
      ensemble.agents.push_back(people);  // of this world; they lie behind those of the worlds before
      ensemble.seeds.push_back(7);
    }

    const plethos::Parameters parameters{.time_step = 0.05f, .leave_on_arrival = true};
    const auto simulation =
        plethos::simulation::Simulation::create(backend, parameters, world, agents, {.avoidance = "orca"}, {}, ensemble);
    simulation->advance(1200);
    int people = 20;
    for (const plethos::simulation::Statistics& crowd : simulation->worlds().statistics_of_worlds()) {
      std::printf("%3d people: %3lld have arrived, the last after %4.1f s\n", people, static_cast<long long>(crowd.arrived),
                  static_cast<double>(crowd.last_arrival + 1) * 0.05);
      people += 20;
    }
  } catch (const plethos::Error& error) {
    std::fprintf(stderr, "ensemble: %s\n", error.what());
    return error.exit_code();
  }
}
