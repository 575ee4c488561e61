#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "scenarios/catalog.hpp"
#include "tests/algorithms/avoidance/walkers.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

constexpr const char* methods[] = {"rvo", "clearpath-guarded", "orca"};

simulation::Statistics run(const backends::Backend& backend, const std::pair<World, std::vector<AgentRecord>>& scene, const char* method,
                           int steps, const ParameterValues& values = {}) {
  const auto& [world, agents] = scene;
  const auto simulation = simulation::Simulation::create(backend, {}, world, agents, methods_of(method, values));
  simulation->advance(steps);
  return simulation->statistics();
}

/// Makes two agents on a line, each with its goal where the other starts. One is the mirror image of the other, in every bit.
std::pair<World, std::vector<AgentRecord>> head_on() {
  World world{.goals = {{5, 0}, {-5, 0}}, .bounds = {{-6, -6}, {6, 6}}};
  return {world, {walker({-5, 0}, 0), walker({5, 0}, 1)}};
}

/// Returns how deep discs may overlap where a ring meets in the middle, in m.
float allowed_depth(const std::string& method) {
  const float radius = AgentRecord{}.radius;
  if (method == "clearpath-guarded") return 0;
  // A random sample may graze. So may an agent that takes the velocity with the least violation, or leaves neighbors out.
  return method == "rvo" ? 0.01f * radius : 0.1f * radius;
}

constexpr const char* perturbed_methods[] = {"orca", "clearpath-guarded"};

std::vector<Vec2> positions(simulation::Simulation& simulation) {
  const simulation::Frame frame = frame_of(simulation);
  std::vector<Vec2> result;
  for (std::size_t i = 0; i < frame.x.size(); ++i) result.push_back({frame.x[i], frame.y[i]});
  return result;
}

scenarios::Scenario scenario_of(const char* name, std::int64_t agents, double perturbation = 1) {
  scenarios::ScenarioRequest request{.name = name, .agents = agents};
  request.settings["perturbation"] = perturbation;
  return make_scenario(request);
}

/// Returns how far the first of two walkers strays from its straight way, in m. Their ways are 10 m long and pass each other at 0.2 m.
float swerve(const char* method, std::uint64_t seed, float perturbation) {
  World world{.goals = {{5, 0}, {-5, 0.2f}}, .bounds = {{-6, -6}, {6, 6}}};
  Parameters parameters{.seed = seed};
  const auto simulation =
      simulation::Simulation::create(widest_backend(), parameters, world, std::vector{walker({-5, 0}, 0), walker({5, 0.2f}, 1)},
                                     methods_of(method, {{"perturbation", static_cast<double>(perturbation)}}));
  float furthest = 0;
  for (int step = 0; step < 100; ++step) {
    simulation->advance(2);
    furthest = std::max(furthest, std::abs(positions(*simulation)[0].y));
  }
  CHECK(simulation->statistics().arrived == 2);
  return furthest;
}

/// Returns the mean of the agents' way over the straight one.
double way_ratio(const scenarios::Scenario& scenario, const char* method, int steps) {
  const auto simulation = simulation::Simulation::create(widest_backend(), scenario.parameters, scenario.world, scenario.agents,
                                                         methods_of(method, scenario.methods.values));
  std::vector<Vec2> before = positions(*simulation);
  const std::vector<Vec2> starts = before;
  std::vector<double> way(starts.size());
  for (int step = 0; step < steps; step += 5) {
    simulation->advance(5);
    const std::vector<Vec2> now = positions(*simulation);
    for (std::size_t i = 0; i < now.size(); ++i) way[i] += static_cast<double>(length(now[i] - before[i]));
    before = now;
  }
  double sum = 0;
  for (std::size_t i = 0; i < way.size(); ++i) sum += way[i] / static_cast<double>(length(before[i] - starts[i]));
  return sum / static_cast<double>(way.size());
}

/// Returns the numbers of agents left and right of the axis of a door in a wall, in front of it, added up over the steps. The agents start
/// as a mirror image.
std::pair<std::int64_t, std::int64_t> left_and_right_of_door(const char* method, std::uint64_t seed) {
  World world{
      .polygons = {{{{0, 0.7f}, {0, 12}}, false}, {{{0, -0.7f}, {0, -12}}, false}}, .goals = {{4, 0}}, .bounds = {{-12, -12}, {6, 12}}};
  std::vector<AgentRecord> agents;
  for (int row = 0; row < 10; ++row) {
    for (int column = 0; column < 8; ++column) {
      for (const float side : {1.f, -1.f}) {
        const Vec2 start{-1.f - 0.8f * static_cast<float>(row), side * (0.4f + 0.8f * static_cast<float>(column))};
        agents.push_back(walker(start, 0));
      }
    }
  }
  Parameters parameters{.seed = seed, .leave_on_arrival = 1};
  const auto simulation = simulation::Simulation::create(widest_backend(), parameters, world, agents, methods_of(method));
  std::pair<std::int64_t, std::int64_t> count;
  for (int step = 0; step < 60; ++step) {
    simulation->advance(20);
    for (const Vec2 p : positions(*simulation)) {
      if (p.x < 0) ++(p.y > 0 ? count.first : count.second);
    }
  }
  return count;
}

}  // namespace

TEST_CASE("nobody who has not been held up leaves its way: not in the first second, whoever is near") {
  for (const char* method : perturbed_methods) {
    CAPTURE(method);
    for (const auto& [name, agents] : {std::pair{"lattice", 400}, {"four-streams", 400}, {"back-and-forth", 80}}) {
      CAPTURE(name);
      const scenarios::Scenario scenario = scenario_of(name, agents);
      const auto simulation = simulation::Simulation::create(widest_backend(), scenario.parameters, scenario.world, scenario.agents,
                                                             methods_of(method, scenario.methods.values));
      const std::vector<Vec2> starts = positions(*simulation);
      simulation->advance(20);
      const std::vector<Vec2> now = positions(*simulation);
      int astray = 0;
      for (std::size_t i = 0; i < now.size(); ++i) {
        const Vec2 way = now[i] - starts[i];
        const Vec2 wanted = scenario.world.goals[static_cast<std::size_t>(scenario.agents[i].goal)] - starts[i];
        // cos(60 degrees) is a half. Agents that stand have no direction.
        if (length(way) > 0.05f && dot(way, wanted) < 0.5f * length(way) * length(wanted)) ++astray;
      }
      CHECK(astray == 0);
    }
  }
}

TEST_CASE("two who pass beside each other swerve as little as without a perturbation") {
  for (const char* method : perturbed_methods) {
    CAPTURE(method);
    float unperturbed = 0;
    float sum = 0;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      sum += swerve(method, seed, 1);
      unperturbed += swerve(method, seed, 0);
    }
    CHECK(sum > 0.9f * unperturbed);
    CHECK(sum < 1.1f * unperturbed);
  }
}

TEST_CASE("on a lattice, where jams dissolve by themselves, ways are hardly longer than without a perturbation") {
  for (const char* method : perturbed_methods) {
    CAPTURE(method);
    CHECK(way_ratio(scenario_of("lattice", 300), method, 600) < 1.01 * way_ratio(scenario_of("lattice", 300, 0), method, 600));
  }
}

TEST_CASE("a crowd at a door is left and right of its axis alike") {
  for (const char* method : perturbed_methods) {
    CAPTURE(method);
    std::int64_t left = 0;
    std::int64_t right = 0;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
      const auto [more_left, more_right] = left_and_right_of_door(method, seed);
      left += more_left;
      right += more_right;
    }
    CAPTURE(left);
    CAPTURE(right);
    // Each number is within a tenth of the half.
    CHECK(std::abs(left - right) <= 0.1 * static_cast<double>(left + right));
  }
}

PLETHOS_MATRIX_TEST("a pair head on passes without touching, and arrives, by every method") {
  for (const char* method : methods) {
    CAPTURE(method);
    const simulation::Statistics statistics = run(backend, head_on(), method, 220);
    CHECK(statistics.overlaps == 0);
    CHECK(statistics.minimum_separation > (std::string(method).starts_with("clearpath") ? 0.019f : 0.f));
    CHECK(statistics.arrived == 2);
  }
}

PLETHOS_MATRIX_TEST("a symmetric ring dissolves by every method") {
  for (const char* method : methods) {
    for (const int count : {2, 3, 8, 25}) {
      CAPTURE(method);
      CAPTURE(count);
      const simulation::Statistics statistics = run(backend, ring(count, 4), method, 900, {{"samples", 100.0}});
      CHECK(statistics.arrived == count);
      CHECK(statistics.minimum_separation >= -allowed_depth(method));
    }
  }
}

TEST_CASE("larger symmetric rings dissolve by ClearPath") {
  const backends::Backend widest = widest_backend();
  for (const char* method : {"clearpath-guarded"}) {
    for (const int count : {16, 50}) {
      CAPTURE(method);
      CAPTURE(count);
      const simulation::Statistics statistics = run(widest, ring(count, std::max(4.f, 0.15f * static_cast<float>(count))), method, 600);
      CHECK(statistics.arrived == count);
      if (std::string(method) == "clearpath-guarded") CHECK(statistics.overlaps == 0);
    }
  }
}

TEST_CASE("orca: without a perturbation a pair head on stands for good") {
  CHECK(run(plainest_backend(), head_on(), "orca", 1000, {{"perturbation", 0.0}}).arrived == 0);
}

}  // namespace plethos::tests
