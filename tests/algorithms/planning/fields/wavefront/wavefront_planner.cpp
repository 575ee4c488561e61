#include "algorithms/planning/fields/goal_cells.hpp"
#include "algorithms/planning/fields/wavefront/wavefront_reference.hpp"
#include "backends/registry.hpp"
#include "tests/algorithms/planning/grid/ways/test_crowd.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

/// A room with two doors in its eastern wall, agents in it, and an exit behind.
GridCrowd room_with_exit() {
  std::vector<std::string> rows(24, std::string(60, '.'));
  for (std::size_t y = 0; y < 24; ++y) rows[y][40] = y == 3 || y == 4 || y == 19 || y == 20 ? '.' : '@';
  GridCrowd crowd = crowd_in(rows);
  Exit exit{.outlines = {{{55, 1}, {55, 23}}}, .landings = {{{55, 1}, {55, 23}}}};
  crowd.world.goals = {{55, 12}};
  crowd.world.exits = {exit};
  crowd.world.exit_of_goal = {0};
  Random random("room with exit");
  for (int k = 0; k < 40; ++k) {
    const Vec2 place = crowd.world.grid->center({1 + 3 * (k % 8), 2 + 4 * (k / 8)});
    crowd.agents.push_back({.position = place, .radius = 0.25f, .goal_radius = 0.4f});
  }
  return crowd;
}

}  // namespace

PLETHOS_MATRIX_TEST("agents leave by the door from which the exit is nearer, with the same bits everywhere") {
  const GridCrowd crowd = room_with_exit();
  for (const char* wave : {"front", "sweep"}) {
    const ParameterValues values{{"wave", wave == std::string("sweep") ? 1 : 0}};
    const auto found = crowd.simulation(backend, "wavefront", values);
    const auto expected = crowd.simulation(plainest_backend(), "wavefront");
    found->advance(200);
    expected->advance(200);
    if (backend.same_bits()) CHECK(checksum_of(*found) == checksum_of(*expected));
    found->advance(1000);
    CHECK(found->arrived() == 40);
    CHECK(found->statistics().lost == 0);
  }
}

TEST_CASE("agents whose door is shut go to the other one, and only they look for their ways again") {
  GridCrowd crowd = room_with_exit();
  // A box shuts the northern door after two seconds.
  crowd.world.moving = {{.outline = {.vertices = {{40.1f, 19.1f}, {40.9f, 19.1f}, {40.9f, 20.9f}, {40.1f, 20.9f}}}, .from = 2}};
  const auto simulation = crowd.simulation(backends::make_backend({}), "wavefront");
  simulation->advance(39);
  CHECK(counted(*simulation, "repairs") == 0);
  simulation->advance(5);
  CHECK(counted(*simulation, "repairs") == 1);
  CHECK(counted(*simulation, "renewed") == 24);
  // Only what lies before that door led through it.
  const std::uint64_t invalidated = counted(*simulation, "invalidated");
  CHECK(invalidated > 100);
  CHECK(invalidated < 24 * 60 / 2);
  simulation->advance(1500);
  CHECK(simulation->arrived() == 40);
  CHECK(counted(*simulation, "repairs") == 1);
}

TEST_CASE("goals in the same cell share a field, and a goal that moves gets another") {
  GridCrowd crowd = room_with_exit();
  crowd.world.exits.clear();
  crowd.world.exit_of_goal.clear();
  crowd.world.goals = {{55.2f, 12.2f}, {55.3f, 12.3f}, {2.5f, 2.5f}};
  for (std::size_t k = 0; k < crowd.agents.size(); ++k) crowd.agents[k].goal = static_cast<std::int32_t>(k % 2);
  const auto simulation = crowd.simulation(backends::make_backend({}), "wavefront");
  simulation->advance(20);
  WorldChange change{.goals = {{0, {2.5f, 20.5f}}}};
  simulation->apply(change);
  CHECK(counted(*simulation, "renewed") == 40);
  change = {};
  for (std::int32_t k = 0; k < 40; ++k) change.goals_of_agents.push_back({k, 2});
  simulation->apply(change);
  simulation->advance(20);
  // Agents take a way that is there at once.
  CHECK(counted(*simulation, "renewed") == 40);
  CHECK(simulation->statistics().lost == 0);
}

TEST_CASE("a goal lies in its own cell, or in the nearest one that is passable; an exit in those along it") {
  const WorldGrid map = map_of({"....", ".@@.", ".@@.", "...."});
  World world = world_of(map);
  world.goals = {{0.5f, 0.5f}, {1.2f, 2.5f}, {2.1f, 1.8f}, {2, 1}};
  world.exits = {{.outlines = {}, .landings = {{{0.5f, 0.5f}, {3.5f, 0.5f}}, {{3.5f, 0.5f}, {3.5f, 1.5f}}}}};
  world.exit_of_goal = {-1, -1, -1, 0};
  using Cells = std::vector<std::int32_t>;
  CHECK(planning::goal_cells(map, world, {}, 0) == Cells{12});
  CHECK(planning::goal_cells(map, world, {}, 1) == Cells{4});
  CHECK(planning::goal_cells(map, world, {}, 2) == Cells{14});
  CHECK(planning::goal_cells(map, world, {}, 3) == Cells{11, 12, 13, 14, 15});
}

}  // namespace plethos::tests
