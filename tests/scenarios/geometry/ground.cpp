#include "scenarios/geometry/ground.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "algorithms/simulation/simulation.hpp"
#include "scenarios/io/toml_scenario.hpp"

using namespace plethos;
using namespace plethos::scenarios;

namespace {

using Outlines = std::vector<std::vector<Vec2>>;

const std::vector<Vec2> room{{0, 0}, {10, 0}, {10, 8}, {0, 8}};

float length_of(const std::vector<Polygon>& walls) {
  float sum = 0;
  for (const Polygon& wall : walls) {
    for (std::size_t i = 0; i + 1 < wall.vertices.size(); ++i) sum += length(wall.vertices[i + 1] - wall.vertices[i]);
  }
  return sum;
}

}  // namespace

TEST_CASE("the ground lies to the left of every outline, whichever way they are given") {
  for (const bool reversed : {false, true}) {
    Outlines outlines{room, {{2, 2}, {6, 2}, {6, 6}, {2, 6}}, {{3, 3}, {5, 3}, {4, 5}}};
    for (auto& outline : outlines) {
      if (reversed) std::reverse(outline.begin(), outline.end());
    }
    orient_ground(outlines);
    CHECK(doubled_area(outlines[0]) == 160);
    CHECK(doubled_area(outlines[1]) == -32);
    CHECK(doubled_area(outlines[2]) == 4);
  }
}

TEST_CASE("walls stand along the outlines, solid beyond") {
  const auto walls = ground_walls(Outlines{room}, {}, 1e-3f);
  REQUIRE(walls.size() == 1);
  CHECK(walls[0].vertices == std::vector<Vec2>{{0, 0}, {10, 0}, {10, 8}, {0, 8}, {0, 0}});
  CHECK_FALSE(walls[0].closed);
  CHECK(walls[0].solid() == Solid::right);
  World world{.polygons = walls};
  CHECK(world.segments().front().previous == 3);
}

TEST_CASE("a line exit on the outline is a door in it") {
  const auto walls_with = [](std::vector<Line> doors) { return ground_walls(Outlines{room}, doors, 1e-3f); };
  SUBCASE("in the middle of an edge") {
    const auto walls = walls_with({{{10, 3}, {10, 5}}});
    REQUIRE(walls.size() == 1);
    CHECK(walls[0].vertices == std::vector<Vec2>{{10, 5}, {10, 8}, {0, 8}, {0, 0}, {10, 0}, {10, 3}});
  }
  SUBCASE("the other way around, and less than a millimetre off") {
    CHECK(walls_with({{{10.0005f, 5}, {9.9995f, 3}}}).size() == 1);
    CHECK(length_of(walls_with({{{10.0005f, 5}, {9.9995f, 3}}})) == doctest::Approx(34));
    CHECK(length_of(walls_with({{{10.002f, 5}, {10.002f, 3}}})) == doctest::Approx(36));
  }
  SUBCASE("two doors, and two that overlap") {
    CHECK(walls_with({{{10, 3}, {10, 5}}, {{0, 1}, {0, 2}}}).size() == 2);
    CHECK(length_of(walls_with({{{10, 3}, {10, 5}}, {{10, 4}, {10, 6}}})) == doctest::Approx(33));
  }
  SUBCASE("at a corner, along a whole edge, beyond it") {
    CHECK(length_of(walls_with({{{10, 0}, {10, 2}}})) == doctest::Approx(34));
    CHECK(length_of(walls_with({{{0, 0}, {10, 0}}})) == doctest::Approx(26));
    const auto walls = walls_with({{{-1, 0}, {11, 0}}});
    REQUIRE(walls.size() == 1);
    CHECK(walls[0].vertices == std::vector<Vec2>{{10, 0}, {10, 8}, {0, 8}, {0, 0}});
  }
  SUBCASE("across the edge or elsewhere it is none") {
    CHECK(length_of(walls_with({{{9, 3}, {11, 3}}, {{5, 4}, {6, 4}}})) == doctest::Approx(36));
  }
}

TEST_CASE("a door lies on the outline in other units, too, and far from the origin") {
  CHECK(door_reach(Outlines{room}, 0.01f) == 1e-3f);
  // In centimetres, to one of them, as a file may round it.
  CHECK(door_reach(Outlines{room}, 20) == doctest::Approx(1));
  const std::vector<Vec2> far{{50000, 30000}, {51000, 30000}, {51000, 30800}, {50000, 30800}};
  CHECK(door_reach(Outlines{far}, 0.2f) > 0.02f);
  CHECK(door_reach(Outlines{far}, 0.2f) < 0.05f);
  CHECK(length_of(ground_walls(Outlines{far}, std::vector<Line>{{{51000.02f, 30300}, {51000.02f, 30500}}},
                               door_reach(Outlines{far}, 0.2f))) == doctest::Approx(3400));
}

TEST_CASE("a line that lies on an outline but for rounded numbers is moved onto it") {
  const auto moved = [](const Line& line, float reach) { return on_outline(Outlines{room}, line, reach); };
  const Line rounded{{10.01f, 3}, {9.99f, 5}};
  CHECK(moved(rounded, 0.02f).a == Vec2{10, 3});
  CHECK(moved(rounded, 0.02f).b == Vec2{10, 5});
  CHECK(moved(rounded, 0.005f).a == rounded.a);
  // Within a millimetre it stays, and so does one that is aligned with an edge beyond its end.
  CHECK(moved({{10.0005f, 3}, {10, 5}}, 0.02f).a.x == 10.0005f);
  CHECK(moved({{10.01f, 9}, {10.01f, 11}}, 0.02f).a.x == 10.01f);
}

TEST_CASE("a door with rounded numbers is left through, in centimetres, far from the origin, turned") {
  const Scenario room_in_cm = parse_toml_scenario(R"(
walkable = [[50166, -29587], [50967, -29910], [50547, -30954], [49746, -30632]]
[parameters]
leave_on_arrival = true
neighbor_distance = 1500
minimum_distance = 2
[agent]
radius = 20
preferred_speed = 130
maximum_speed = 200
maximum_acceleration = 2000
[[group]]
start.positions = [[50400, -30300]]
goal.exit = [[49846, -30673], [49957, -30717]]
)",
                                                  "room.toml");
  const auto simulation = simulation::Simulation::create(backends::make_backend({"serial", "scalar", 1}), room_in_cm.parameters,
                                                         room_in_cm.world, room_in_cm.agents, {});
  simulation->advance(400);
  CHECK(simulation->arrived() == 1);
}

TEST_CASE("who does not start wholly on the ground is counted") {
  Scenario scenario{.world = {.walkable = {room, {{4, 3}, {4, 5}, {6, 5}, {6, 3}}}}};
  scenario.world.polygons = ground_walls(scenario.world.walkable, std::vector<Line>{{{10, 3}, {10, 5}}}, 1e-3f);
  const auto outside = [&](Vec2 position) {
    scenario.agents.assign(1, {});
    scenario.agents[0].position = position;
    return count_outside(scenario.world, scenario.agents);
  };
  CHECK(outside({2, 2}) == 0);
  CHECK(outside({-2, 2}) == 1);
  CHECK(outside({0.2f, 2}) == 1);
  CHECK(outside({0.25f, 2}) == 0);
  CHECK(outside({5, 4}) == 1);
  CHECK(outside({50, 50}) == 1);
  // In the door there is no edge, but beyond it there is no ground.
  CHECK(outside({9.9f, 4}) == 0);
  CHECK(outside({10.1f, 4}) == 1);
  scenario.world.walkable.clear();
  CHECK(outside({50, 50}) == 0);
}
