#include "algorithms/steering/reynolds/reynolds.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <vector>

#include "scenarios/catalog.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {
namespace {

struct Setup {
  World world;
  std::vector<AgentRecord> agents;
  Parameters parameters;
  ParameterValues values;  ///< values of the parameters of Reynolds' steering

  AgentRecord& add(Vec2 start, Vec2 goal) {
    AgentRecord agent{.position = start, .preferred_speed = 1, .goal = static_cast<std::int32_t>(world.goals.size())};
    world.goals.push_back(goal);
    agents.push_back(agent);
    return agents.back();
  }
};

/// Runs with steering alone, and calls look(frame) after each step.
simulation::Statistics run(const backends::Backend& backend, const Setup& scene, int steps,
                           const std::function<void(const simulation::Frame&)>& look) {
  simulation::MethodChoices methods{.avoidance = "none", .steering = "reynolds", .values = scene.values};
  World world = scene.world;
  world.bounds = {{-20, -20}, {20, 20}};
  const auto simulation = simulation::Simulation::create(backend, scene.parameters, world, scene.agents, methods);
  for (int step = 0; step < steps; ++step) {
    simulation->advance(1);
    const simulation::Frame frame = frame_of(*simulation);
    look(frame);
  }
  return simulation->statistics();
}

}  // namespace

PLETHOS_MATRIX_TEST("a steered agent gets up to speed as its steering time says, and slows down for its goal") {
  Setup scene;
  scene.add({0, 0}, {10, 0}).goal_radius = 0.01f;
  scene.values["steering_slowing"] = 2;
  std::vector<float> speed, x;
  const auto statistics = run(backend, scene, 400, [&](const simulation::Frame& frame) {
    speed.push_back(frame.velocity_x[0]);
    x.push_back(frame.x[0]);
  });
  // Each step removes a tenth (0.05 s of 0.5 s) of the missing speed.
  for (int k = 0; k < 60; ++k) CHECK(speed[static_cast<std::size_t>(k)] == doctest::Approx(1 - std::pow(0.9, k + 1)).epsilon(1e-4));
  const auto slowing = static_cast<std::size_t>(std::ranges::find_if(x, [](float at) { return at > 9.5f; }) - x.begin());
  CHECK(speed[slowing] < 0.5f);
  CHECK(*std::ranges::max_element(x) <= 10.02f);
  CHECK(statistics.arrived == 1);
}

PLETHOS_MATRIX_TEST("speed and acceleration stay in their limits") {
  Setup scene;
  AgentRecord& agent = scene.add({0, 0}, {15, 0});
  agent.maximum_acceleration = 0.5f;
  agent.preferred_speed = 3;
  agent.maximum_speed = 1.5f;
  float before = 0;
  float most = 0;
  run(backend, scene, 200, [&](const simulation::Frame& frame) {
    CHECK(frame.velocity_x[0] - before <= 0.5f * 0.05f * 1.0001f);
    before = frame.velocity_x[0];
    most = std::max(most, before);
  });
  CHECK(most == doctest::Approx(1.5));
}

PLETHOS_MATRIX_TEST("two who meet head on pass each other on the right without touching") {
  Setup scene;
  scene.add({-5, 0}, {5, 0});
  scene.add({5, 0}, {-5, 0});
  float first = 0;
  float second = 0;
  const auto statistics = run(backend, scene, 400, [&](const simulation::Frame& frame) {
    first = std::min(first, frame.y[0]);
    second = std::max(second, frame.y[1]);
  });
  CHECK(first < -0.2f);
  CHECK(second > 0.2f);
  CHECK(statistics.overlaps == 0);
  CHECK(statistics.arrived == 2);
}

PLETHOS_MATRIX_TEST("who stands too near to another is pushed apart, and no further than the separation") {
  Setup scene;
  // Both agents are at their goals, but the goal radius is so small that they do not arrive.
  scene.add({0, 0}, {0, 0}).goal_radius = 1e-3f;
  scene.add({0.55f, 0}, {0.55f, 0}).goal_radius = 1e-3f;
  scene.agents[0].position.y = 0.01f;
  float least = 1e9f;
  float last = 0;
  run(backend, scene, 200, [&](const simulation::Frame& frame) {
    last = std::hypot(frame.x[1] - frame.x[0], frame.y[1] - frame.y[0]);
    least = std::min(least, last);
  });
  CHECK(least >= 0.549f);
  CHECK(last > 0.7f);
  CHECK(last < 1.01f);
}

PLETHOS_MATRIX_TEST("a follower that is pushed off its path comes back within its radius") {
  Setup scene;
  AgentRecord& agent = scene.add({-10, 0}, {10, 0});
  agent.velocity = {0, 2};
  scene.values["steering_path_radius"] = 0.3;
  float furthest = 0;
  float late = 0;
  run(backend, scene, 350, [&](const simulation::Frame& frame) {
    furthest = std::max(furthest, std::abs(frame.y[0]));
    if (frame.x[0] > 0) late = std::max(late, std::abs(frame.y[0]));
  });
  CHECK(furthest > 0.3f);
  CHECK(late <= 0.3f);
}

PLETHOS_MATRIX_TEST("steered runs end in the bits of the serial scalar reference") {
  if (!backend.same_bits()) return;
  for (const char* name : {"back-and-forth", "robots"}) {
    for (const char* avoidance : {"none", "rvo"}) {
      CAPTURE(name);
      CAPTURE(avoidance);
      scenarios::ScenarioRequest request{.name = name};
      if (name == std::string("back-and-forth")) request.agents = 90;
      request.settings = {{"samples", 40}};
      static std::map<std::string, simulation::Frame> references;
      simulation::MethodChoices methods{.avoidance = avoidance, .steering = "reynolds"};
      const scenarios::Scenario s = make_scenario(request);
      const auto frame_on = [&](const backends::Backend& on) {
        const auto simulation = simulation::Simulation::create(on, s.parameters, s.world, s.agents, methods);
        simulation->advance(100);
        return frame_of(*simulation);
      };
      simulation::Frame& expected = references[std::string(name) + avoidance];
      if (expected.x.empty()) expected = frame_on(plainest_backend());
      CHECK(simulation::checksum(frame_on(backend)) == simulation::checksum(expected));
    }
  }
}

TEST_CASE("a steering method that is not known is refused") {
  const Setup scene = [] {
    Setup s;
    s.add({0, 0}, {1, 0});
    return s;
  }();
  simulation::MethodChoices methods{.steering = "reinolds"};
  CHECK(contains(
      input_error([&] { simulation::Simulation::create(plainest_backend(), scene.parameters, scene.world, scene.agents, methods); }),
      "unknown steering 'reinolds'; did you mean 'reynolds'?"));
}

}  // namespace plethos::tests
