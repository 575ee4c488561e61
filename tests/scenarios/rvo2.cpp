#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "scenarios/catalog.hpp"
#include "scenarios/methods.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/scenarios/rvo2_recorded.hpp"

namespace plethos::tests {
namespace {

/// Two float32 programs that decide alike may differ by this much.
constexpr float tolerance = 1e-4f;  // m/s

/// Makes a scenario as RVO2 knows it: without a margin between agents, perturbation, a limit to accelerations, and a roadmap.
scenarios::Scenario plain(const std::string& name, std::int64_t agents, const scenarios::Settings& settings) {
  scenarios::ScenarioRequest request{.name = name, .agents = agents, .settings = settings};
  request.settings["minimum_distance"] = 0;
  request.settings["perturbation"] = 0;
  scenarios::Scenario scenario = scenarios::make_scenario(request);
  for (AgentRecord& agent : scenario.agents) {
    agent.maximum_acceleration = 1e6f;
    agent.goal_radius = 1e-6f;
  }
  scenario.methods.names.erase("planner");
  return scenario;
}

std::unique_ptr<simulation::Simulation> simulate(const backends::Backend& backend, const scenarios::Scenario& scenario) {
  const simulation::MethodChoices methods = scenarios::choose_methods(scenario.methods, {{"avoidance", "orca"}});
  return simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents, methods);
}

/// Returns the largest difference between the simulation's velocities and those that RVO2 has for `agents` agents, every `stride` numbers
/// from `first` on.
float largest_difference(simulation::Simulation& simulation, std::size_t agents, const std::vector<float>& recorded, std::size_t first,
                         std::size_t stride) {
  const simulation::Frame frame = frame_of(simulation);
  float largest = 0;
  for (std::size_t i = 0; i < agents; ++i) {
    const std::size_t at = first + stride * i;
    largest = std::max(largest, std::hypot(frame.velocity_x[i] - recorded[at], frame.velocity_y[i] - recorded[at + 1]));
  }
  return largest;
}

}  // namespace

PLETHOS_MATRIX_TEST("orca walks as RVO2 for 100 steps where agents meet in the open") {
  constexpr std::size_t agents = 40;
  const scenarios::Scenario scenario = plain("circle", agents,
                                             {{"spacing", 5.0265},
                                              {"radius", 1},
                                              {"preferred_speed", 1},
                                              {"maximum_speed", 2},
                                              {"neighbor_distance", 15},
                                              {"neighbors", 10},
                                              {"time_horizon", 10},
                                              {"time_step", 0.25}});
  const auto simulation = simulate(backend, scenario);
  REQUIRE(rvo2::circle.size() == 4 * 2 * agents);
  for (std::size_t frame = 0; frame < 4; ++frame) {
    simulation->advance(25);
    CAPTURE(frame);
    CHECK(largest_difference(*simulation, agents, rvo2::circle, frame * 2 * agents, 2) < tolerance);
  }
}

PLETHOS_MATRIX_TEST("orca decides as RVO2 where agents press against walls and each other") {
  struct Case {
    std::string name;
    std::size_t agents;
    const std::vector<float>& recorded;
  };
  constexpr std::size_t numbers = 6;  // of an agent
  for (const Case& c : {Case{"narrow", 20, rvo2::narrow}, Case{"evacuation-wide", 30, rvo2::evacuation}}) {
    scenarios::Scenario scenario = plain(c.name, static_cast<std::int64_t>(c.agents), {});
    REQUIRE(c.recorded.size() == 8 * numbers * c.agents);
    for (std::size_t frame = 0; frame < 8; ++frame) {
      const std::size_t first = frame * numbers * c.agents;
      for (std::size_t i = 0; i < c.agents; ++i) {
        const float* before = c.recorded.data() + first + numbers * i;
        scenario.agents[i].position = {before[0], before[1]};
        scenario.agents[i].velocity = {before[2], before[3]};
      }
      const auto simulation = simulate(backend, scenario);
      simulation->advance(1);
      CAPTURE(c.name);
      CAPTURE(frame);
      CHECK(largest_difference(*simulation, c.agents, c.recorded, first + 4, numbers) < tolerance);
    }
  }
}

}  // namespace plethos::tests
