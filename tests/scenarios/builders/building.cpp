#include "scenarios/builders/building.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "scenarios/catalog.hpp"
#include "scenarios/geometry/ground.hpp"
#include "scenarios/geometry/reachability.hpp"
#include "tests/harness/errors.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

scenarios::Scenario building(const scenarios::Settings& settings, std::int64_t people = 30, std::uint64_t seed = 1) {
  return scenarios::make_scenario({.name = "building", .agents = people, .settings = settings, .seed = seed});
}

std::string refusal(const scenarios::Settings& settings, std::int64_t people = 30) {
  return input_error([&] { building(settings, people); });
}

double area(const World& world) {
  double doubled = 0;
  for (const std::vector<Vec2>& ring : world.walkable) {
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
      doubled += 1. * ring[j].x * ring[i].y - 1. * ring[i].x * ring[j].y;
    }
  }
  return doubled / 2;
}

}  // namespace

TEST_CASE("everybody in a building stands on its ground and can get to an exit, however it is drawn and turned") {
  Random random("buildings");
  for (int k = 0; k < 40; ++k) {
    const std::uint64_t seed = random.integer(1, 1000000);
    CAPTURE(seed);
    const scenarios::Scenario scenario = building({{"corridors", random.integer(1, 3)},
                                                   {"rooms", random.integer(1, 4)},
                                                   {"exits", random.integer(1, 5)},
                                                   {"angle", random.between(-3, 3)},
                                                   {"tables", random.between(0, 1)}},
                                                  random.integer(1, 40), seed);
    CHECK(scenarios::count_outside(scenario.world, scenario.agents) == 0);
    CHECK(scenarios::find_unreachable(scenario.world, scenario.agents).agents() == 0);
    CHECK(scenario.parameters.leave_on_arrival);
    REQUIRE(scenario.world.walkable.size() == 1);
    CHECK(area(scenario.world) > 0);
    CHECK(scenario.world.grid != nullptr);
    CHECK_FALSE(scenario.methods.roadmap_nodes.empty());
  }
}

TEST_CASE("a turned building is the same building") {
  const scenarios::Scenario straight = building({{"corridors", 2}}), turned = building({{"corridors", 2}, {"angle", 0.7}});
  const auto back = [](Vec2 p) {
    const double cosine = std::cos(0.7), sine = std::sin(0.7);
    return Vec2{static_cast<float>(cosine * p.x + sine * p.y), static_cast<float>(cosine * p.y - sine * p.x)};
  };
  REQUIRE(straight.agents.size() == turned.agents.size());
  for (std::size_t i = 0; i < straight.agents.size(); ++i) {
    CHECK(length(straight.agents[i].position - back(turned.agents[i].position)) < 1e-4f);
    CHECK(straight.agents[i].preferred_speed == turned.agents[i].preferred_speed);
  }
  REQUIRE(straight.world.walkable[0].size() == turned.world.walkable[0].size());
  for (std::size_t i = 0; i < straight.world.walkable[0].size(); ++i) {
    CHECK(length(straight.world.walkable[0][i] - back(turned.world.walkable[0][i])) < 1e-4f);
  }
  CHECK(straight.world.exits[0].outlines.size() == turned.world.exits[0].outlines.size());
}

TEST_CASE("a building has the rooms, doors and exits that its keys ask for") {
  const scenarios::Scenario doors = building({{"rooms", 4}, {"exits", 3}, {"exit_kind", std::string("doors")}, {"tables", 1}});
  REQUIRE(doors.world.exits.size() == 1);
  CHECK(doors.world.exits[0].outlines.size() == 3);
  for (const std::vector<Vec2>& exit : doors.world.exits[0].outlines) {
    REQUIRE(exit.size() == 2);
    CHECK(length(exit[1] - exit[0]) >= 1.2f - 1e-4f);
    CHECK(length(exit[1] - exit[0]) <= 2 + 1e-4f);
  }
  // Eight rooms with a table each.
  CHECK(std::count_if(doors.world.polygons.begin(), doors.world.polygons.end(), [](const Polygon& polygon) { return polygon.closed; }) ==
        8);
  const scenarios::Scenario areas = building({{"exits", 2}, {"exit_kind", std::string("areas")}, {"cell_size", 0}});
  for (const std::vector<Vec2>& exit : areas.world.exits[0].outlines) CHECK(exit.size() == 4);
  CHECK(areas.world.grid == nullptr);
  // Another seed draws another plan.
  CHECK(building({}, 30, 1).world.walkable[0] != building({}, 30, 2).world.walkable[0]);
}

TEST_CASE("a building that cannot be is refused") {
  CHECK(refusal({{"door_least", 0.4}}).find("building: door_least: found 0.4 m, expected at least 0.5 m") == 0);
  CHECK(refusal({{"door_least", 2}}).find("building: door_most: found 1.6 m, expected at least 2 m") == 0);
  CHECK(refusal({{"room", 2}}).find("building: room: found 2 m, expected at least ") == 0);
  CHECK(refusal({{"corridor", 1}}).find("building: corridor: found 1 m, expected at least 1.6 m") == 0);
  CHECK(refusal({{"corridors", 1}}, 100000).find("building: agents: found 100000, expected fewer: a room holds ") == 0);
  CHECK(refusal({}) == "no error");
}

}  // namespace plethos::tests
