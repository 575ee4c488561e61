// A hall with two doors. One of them closes while the crowd is on its way, and latecomers join.
#include <cstdio>
#include <plethos/plethos.hpp>
#include <vector>

namespace {

plethos::Polygon block(plethos::Vec2 low, plethos::Vec2 high) { return {.vertices = {low, {high.x, low.y}, high, {low.x, high.y}}}; }

plethos::AgentRecord visitor(int i, float x) {
  const float y = static_cast<float>(i % 20) - 9.5f;
  return {.position = {x - static_cast<float>(i / 20), y}, .goal = i % 20};
}

}  // namespace

int main() {
  try {
    const plethos::backends::Runtime runtime;
    const plethos::backends::Backend backend = plethos::backends::make_backend({.name = "openmp"});

    // A wall from one side of the hall to the other, with doors 3 m wide.
    plethos::World world;
    world.bounds = {{-30, -12}, {30, 12}};
    world.polygons = {block({-0.2f, -12}, {0.2f, -7}), block({-0.2f, -4}, {0.2f, 4}), block({-0.2f, 7}, {0.2f, 12})};
    std::vector<plethos::AgentRecord> agents;
    for (int i = 0; i < 200; ++i) {
      if (i < 20) world.goals.push_back({20, static_cast<float>(i) - 9.5f});
      agents.push_back(visitor(i, -8));
    }
    // Room for 20 agents who come later.
    for (int i = 0; i < 20; ++i) agents.push_back({.state = plethos::AgentState::absent});

    const plethos::Parameters parameters{.time_step = 0.05f, .seed = 7, .leave_on_arrival = true};
    const auto simulation =
        plethos::simulation::Simulation::create(backend, parameters, world, agents, {.avoidance = "orca", .planner = "roadmap"});
    simulation->advance(200);

    plethos::WorldChange change;
    change.new_obstacles.push_back({.outline = block({-0.1f, 4}, {0.1f, 7})});
    for (int i = 0; i < 20; ++i) change.joining.push_back(visitor(i, -25));
    simulation->apply(change);
    simulation->advance(2800);
    std::printf("%lld of 220 arrived\n", static_cast<long long>(simulation->arrived()));
  } catch (const plethos::Error& error) {
    std::fprintf(stderr, "doors: %s\n", error.what());
    return error.exit_code();
  }
}
