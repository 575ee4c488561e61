#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "algorithms/verify/behavior.hpp"
#include "backends/registry.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/io/toml_scenario.hpp"
#include "scenarios/methods.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

using scenarios::Scenario;

const char* const planners[] = {"roadmap", "astar",     "dijkstra", "jps",        "pha", "gates",
                                "rtaa",    "wavefront", "quadtree", "bvp-global", "bvp"};

/// The end of a run that a verifier has watched.
struct Left {
  std::int64_t people = 0, crossings = 0, steps = 0;
};

Left simulate(const Scenario& scenario, const std::string& planner, const std::string& avoidance, int steps) {
  const simulation::MethodChoices methods = choose_methods(scenario.methods, {{"planner", planner}, {"avoidance", avoidance}});
  const auto simulation = simulation::Simulation::create(backends::make_backend({"serial", "simd", 1}), scenario.parameters, scenario.world,
                                                         scenario.agents, methods);
  verify::Behavior behavior(scenario.world, scenario.agents, static_cast<double>(scenario.parameters.time_step), 0);
  Left left;
  const auto all = static_cast<std::int64_t>(scenario.agents.size());
  for (; left.steps < steps && simulation->arrived() < all; ++left.steps) {
    const simulation::Frame frame = frame_of(*simulation);
    behavior.look(frame.x, frame.y, frame.present);
    simulation->advance(1);
  }
  left.people = all - simulation->arrived();
  left.crossings = behavior.report().wall_crossings;
  return left;
}

std::string number(float value) { return std::to_string(value); }

/// A room of 12 m x 8 m with a door of 4 m in one side, from 0 in the south on to the left, and two people.
Scenario room_with_door(int side, float cell_size, float angle) {
  const Vec2 corners[] = {{0, 0}, {12, 0}, {12, 8}, {0, 8}};
  const Vec2 from = corners[side], to = corners[(side + 1) % 4];
  const Vec2 along = (1 / length(to - from)) * (to - from);
  const Vec2 middle = 0.5f * (from + to);
  const auto text = [&](Vec2 p) {
    return "[" + number(std::cos(angle) * p.x - std::sin(angle) * p.y) + ", " + number(std::sin(angle) * p.x + std::cos(angle) * p.y) + "]";
  };
  std::string walkable;
  for (const Vec2 corner : corners) walkable += text(corner) + ", ";
  return scenarios::parse_toml_scenario(
      "walkable = [" + walkable + "]\n[parameters]\nleave_on_arrival = true\n[grid]\ncell_size = " + number(cell_size) +
          "\n[roadmap]\ncorners = true\n[[group]]\nstart.positions = [" + text({6, 4}) + ", " + text({6, 2}) + "]\ngoal.exit = [" +
          text(middle - 2.f * along) + ", " + text(middle + 2.f * along) + "]\n",
      "room.toml");
}

Scenario building(std::uint64_t seed, std::int64_t people, float angle) {
  scenarios::ScenarioRequest request;
  request.name = "building";
  request.agents = people;
  request.seed = seed;
  request.settings = {{"radius", 0.2}, {"angle", angle}, {"rooms", 2}, {"corridors", static_cast<int>(seed % 2) + 1}};
  return make_scenario(request);
}

}  // namespace

TEST_CASE("a door on any side of a room is left, whatever the cells' size and wherever their borders lie") {
  for (int side = 0; side < 4; ++side) {
    for (const float cell_size : {0.1f, 0.2f, 0.25f, 0.3f, 0.5f, 1.f}) {
      for (const float angle : {0.f, 0.6f}) {
        const Scenario room = room_with_door(side, cell_size, angle);
        for (const char* planner : planners) {
          CAPTURE(side);
          CAPTURE(cell_size);
          CAPTURE(angle);
          INFO(planner);
          CHECK(simulate(room, planner, "orca", 400).people == 0);
        }
      }
    }
  }
}

TEST_CASE("everybody gets out of buildings, alone and with others, by every planner, and nobody through a wall") {
  Random random("everybody gets out");
  for (int k = 0; k < 2; ++k) {
    const auto seed = static_cast<std::uint64_t>(random.integer(1, 100000));
    const float angle = k == 0 ? 0 : random.between(-3, 3);
    for (const std::int64_t people : {1, 24}) {
      const Scenario plan = building(seed, people, angle);
      for (const char* planner : planners) {
        for (const char* avoidance : {"orca", "clearpath-guarded", "rvo-steady"}) {
          if (people > 1 && std::string(avoidance) != "orca" && std::string(planner) != "wavefront") continue;
          CAPTURE(seed);
          CAPTURE(angle);
          CAPTURE(people);
          INFO(planner << " " << avoidance);
          const Left left = simulate(plan, planner, avoidance, 3600);
          CHECK(left.people == 0);
          CHECK(left.crossings == 0);
        }
      }
    }
  }
}

TEST_CASE("a door in the edge of a hole is reached from behind") {
  const Scenario pavilion = scenarios::parse_toml_scenario(R"(
walkable = [[[0, 0], [12, 0], [12, 8], [0, 8]], [[8, 3], [9, 3], [9, 5], [8, 5]]]
[parameters]
leave_on_arrival = true
[grid]
cell_size = 0.5
[roadmap]
corners = true
[[group]]
start.positions = [[6, 4], [6, 2]]
goal.exit = [[9, 3.2], [9, 4.8]]
)",
                                                           "pavilion.toml");
  for (const char* planner : planners) {
    INFO(planner);
    CHECK(simulate(pavilion, planner, "orca", 600).people == 0);
  }
}

TEST_CASE("an agent at the origin walks where a roadmap has no nodes") {
  const Scenario open_ground = scenarios::parse_toml_scenario(
      "[[group]]\nstart.positions = [[0, 0], [2, 0]]\ngoal.exit = [[6, -1], [6, 1]]\n[roadmap]\ncorners = true\n", "open.toml");
  CHECK(open_ground.methods.roadmap_nodes.empty());
  CHECK(simulate(open_ground, "roadmap", "orca", 200).people == 0);
}

TEST_CASE("bvp loses patience in a doorway, reaches a goal beside a wall, and does not walk through a thin one") {
  const Scenario doorway = scenarios::parse_toml_scenario(R"(
[agent]
radius = 0.15
goal_radius = 0.3
[bounds]
low = [0, 0]
high = [9, 5]
[grid]
cell_size = 0.1
[[group]]
start.positions = [[1.72, 2.70]]
goal.point = [8.5, 4]
[[polygon]]
vertices = [[0, 2.95], [1, 2.95], [1, 3.05], [0, 3.05]]
[[polygon]]
vertices = [[2, 2.95], [9, 2.95], [9, 3.05], [2, 3.05]]
)",
                                                          "doorway.toml");
  CHECK(simulate(doorway, "bvp", "none", 1200).people == 0);
  CHECK(simulate(doorway, "bvp-published", "none", 1200).people == 1);
  const Scenario beside_wall = scenarios::parse_toml_scenario(R"(
walkable = [[0, 0], [12, 0], [12, 8], [0, 8]]
[agent]
radius = 0.25
[grid]
cell_size = 0.5
[[group]]
start.positions = [[6, 4]]
goal.points = [[11.7, 4]]
)",
                                                              "beside.toml");
  CHECK(simulate(beside_wall, "bvp", "orca", 800).people == 0);
  CHECK(simulate(beside_wall, "bvp-published", "orca", 800).people == 1);
  const Scenario thin_wall = scenarios::parse_toml_scenario(R"(
[parameters]
map_cell = 0.25
[agent]
radius = 0.1
preferred_speed = 1.3
goal_radius = 0.05
[grid]
cell_size = 0.25
[[group]]
start.positions = [[5, 4.4]]
goal.points = [[5, 4.75]]
[[polygon]]
vertices = [[0, 4.55], [9, 4.55], [9, 4.6], [0, 4.6]]
[bounds]
low = [0, 0]
high = [10, 10]
)",
                                                            "thin.toml");
  const Left around = simulate(thin_wall, "bvp", "none", 3000);
  CHECK(around.people == 0);
  CHECK(around.crossings == 0);
  // On its way around the wall's end.
  CHECK(around.steps > 100);
}

TEST_CASE("a lone agent of rvo-steady walks on towards a wall behind its way, and one of rvo stands there") {
  const Scenario corner = scenarios::parse_toml_scenario(R"(
walkable = [[0, 0], [6, 0], [6, 6], [0, 6]]
[[group]]
start.positions = [[1, 3]]
goal.points = [[5.4, 3]]
)",
                                                         "corner.toml");
  CHECK(simulate(corner, "straight", "rvo-steady", 600).people == 0);
  CHECK(simulate(corner, "straight", "rvo", 600).people == 1);
}

}  // namespace plethos::tests
