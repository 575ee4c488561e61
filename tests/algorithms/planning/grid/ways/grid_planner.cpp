#include <bit>
#include <cmath>

#include "algorithms/obstacles/placement.hpp"
#include "algorithms/planning/grid/map/blocked_cells.hpp"
#include "algorithms/planning/grid/search/grid_reference.hpp"
#include "algorithms/planning/grid/ways/way_list.hpp"
#include "core/world_change.hpp"
#include "tests/algorithms/planning/grid/ways/test_crowd.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/harness/saved_agents.hpp"
#include "tests/harness/saved_rows.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {
namespace {

using simulation::Frame;
using simulation::Simulation;

/// Two rooms beside each other with a door at either end of the wall between them. The door in the south is nearer to most.
const std::vector<std::string> two_rooms{
    "...........",  //
    ".....@.....",  //
    ".....@.....",  //
    ".....@.....",  //
    ".....@.....",  //
    ".....@.....",  //
    "...........",
};

/// Lets agents walk from every cell of the left room to the right one.
GridCrowd walkers() {
  GridCrowd crowd = crowd_in(two_rooms);
  for (std::int32_t row = 0; row < 7; ++row) {
    for (std::int32_t column = 0; column < 4; ++column) {
      crowd.add({.position = crowd.world.grid->center({column, row}), .radius = 0.2f, .goal_radius = 0.4f},
                crowd.world.grid->center({column + 7, row}));
    }
  }
  return crowd;
}

/// A cart that goes to and fro before the northern door.
MovingObstacle cart() {
  return MovingObstacle{.outline = {.vertices = {{1.1f, 5.1f}, {1.9f, 5.1f}, {1.9f, 5.9f}, {1.1f, 5.9f}}},
                        .path = {{7, 0}, {0, 0}},
                        .speed = 1.5,
                        .repeats = true};
}

/// Something that shuts the southern door after three seconds, for four.
MovingObstacle shutter() {
  return MovingObstacle{.outline = {.vertices = {{5.1f, 0.1f}, {5.9f, 0.1f}, {5.9f, 0.9f}, {5.1f, 0.9f}}}, .from = 3, .until = 7};
}

/// Checks that the cells that agents remember follow each other over passable ones. Returns the number of agents that remember a way.
std::size_t check_remembered_ways(const simulation::SavedSlab& saved, const World& world, std::size_t staying, float clearance) {
  WorldGrid open = *world.grid;
  std::vector<std::int32_t> covered;
  planning::append_cells_near(open, world, staying, clearance, covered);
  for (const std::int32_t cell : covered) open.passable[static_cast<std::size_t>(cell)] = 0;
  const Agents<Kokkos::HostSpace> agents = agents_of(saved);
  std::size_t ways = 0;
  for (std::int32_t i = 0; i < agents.count; ++i) {
    const planning::WayList<Kokkos::HostSpace> way(agents.memory, 0, i);
    if (agents.state(i) != active_state || !way.searched() || way.lost()) continue;
    ++ways;
    std::vector<GridCell> cells;
    for (std::int32_t k = 0; k < way.count(); ++k) cells.push_back(open.cell(static_cast<std::size_t>(way.cell(k))));
    CHECK(std::isfinite(planning::reference::length_of_way(open, planning::Connectivity::eight, cells)));
  }
  return ways;
}

std::int64_t steps_until_all_arrive(Simulation& simulation, std::int64_t agents, std::int64_t most) {
  for (std::int64_t step = 0; step < most; step += 10) {
    if (simulation.arrived() == agents) return step;
    simulation.advance(10);
  }
  return most;
}

const std::vector<std::string> grid_planners{"astar", "dijkstra", "jps", "rtaa", "pha", "gates", "wavefront", "quadtree"};

}  // namespace

PLETHOS_MATRIX_TEST("agents follow their ways over a grid around a wall to their goals") {
  const GridCrowd crowd = walkers();
  for (const std::string& planner : grid_planners) {
    CAPTURE(planner);
    // Most planners have no vector form, and these take by far the longest.
    if ((planner == "rtaa" || planner == "quadtree") && backend.target) continue;
    const auto simulation = crowd.simulation(backend, planner);
    CHECK(steps_until_all_arrive(*simulation, static_cast<std::int64_t>(crowd.agents.size()), 1000) < 1000);
    const simulation::Statistics statistics = simulation->statistics();
    CHECK(statistics.arrived == static_cast<std::int64_t>(crowd.agents.size()));
    const auto expected = crowd.simulation(plainest_backend(), planner);
    expected->advance(300);
    const auto found = crowd.simulation(backend, planner);
    found->advance(300);
    if (backend.same_bits()) CHECK(checksum_of(*found) == checksum_of(*expected));
  }
}

TEST_CASE("an agent whose goal cannot be reached is lost, and finds the way when its goal changes") {
  GridCrowd crowd = crowd_in({"....@.", "....@.", "....@."});
  crowd.world.goals = {crowd.world.grid->center({5, 1}), crowd.world.grid->center({3, 2})};
  crowd.agents = {{.position = crowd.world.grid->center({0, 0}), .radius = 0.2f, .goal_radius = 0.4f}};
  for (const std::string& planner : grid_planners) {
    const auto simulation = crowd.simulation(backends::make_backend({}), planner);
    simulation->advance(50);
    CHECK(simulation->statistics().lost == 50);
    simulation->apply({.goals_of_agents = {{0, 1}}});
    CHECK(steps_until_all_arrive(*simulation, 1, 500) < 500);
  }
}

TEST_CASE("agents turn to the other door when something stands in theirs") {
  GridCrowd crowd = walkers();
  // A box stands in the southern door from the beginning on.
  crowd.world.moving = {{.outline = {.vertices = {{5.1f, 0.1f}, {5.9f, 0.1f}, {5.9f, 0.9f}, {5.1f, 0.9f}}}}};
  for (const std::string& planner : grid_planners) {
    const auto simulation = crowd.simulation(backends::make_backend({}), planner);
    bool south = false;
    for (int step = 0; step < 1000 && simulation->arrived() < static_cast<std::int64_t>(crowd.agents.size()); ++step) {
      simulation->advance(1);
      const Frame frame = frame_of(*simulation);
      for (std::size_t i = 0; i < frame.x.size(); ++i) south = south || (frame.x[i] > 5 && frame.x[i] < 6 && frame.y[i] < 3);
    }
    CHECK(simulation->arrived() == static_cast<std::int64_t>(crowd.agents.size()));
    CHECK_FALSE(south);
  }
}

TEST_CASE("an agent finds a way when what stood in it has gone") {
  GridCrowd crowd = crowd_in({".....@.....", "...........", ".....@....."});
  crowd.world.goals = {crowd.world.grid->center({9, 1})};
  crowd.agents = {{.position = crowd.world.grid->center({1, 1}), .radius = 0.2f, .goal_radius = 0.4f}};
  crowd.world.moving = {{.outline = {.vertices = {{5.1f, 1.1f}, {5.9f, 1.1f}, {5.9f, 1.9f}, {5.1f, 1.9f}}}, .until = 2}};
  for (const std::string& planner : grid_planners) {
    const auto simulation = crowd.simulation(backends::make_backend({}), planner);
    CHECK(steps_until_all_arrive(*simulation, 1, 1000) < 1000);
    // It is lost as long as the box is there, for 40 steps of 0.05 s.
    CHECK(simulation->statistics().lost == 40);
  }
}

TEST_CASE("an agent goes on where the part of its way ends that it remembers") {
  const GridCrowd crowd = walker_in_serpentine();
  for (const std::string& planner : grid_planners) {
    const auto simulation = crowd.simulation(backends::make_backend({}), planner);
    CHECK(steps_until_all_arrive(*simulation, 1, 10'000) < 10'000);
    CHECK(simulation->statistics().lost == 0);
  }
}

PLETHOS_MATRIX_TEST("agents walk around ground that costs much, and straight over it where that costs less") {
  // A hill in the middle of open ground: straight across it the way is 19 cells long, around it about 23.
  for (const std::int32_t cost : {1, 20}) {
    CAPTURE(cost);
    GridCrowd crowd = crowd_in(std::vector<std::string>(9, std::string(21, '.')));
    WorldGrid map = *crowd.world.grid;
    map.cost.assign(map.passable.size(), 1);
    for (std::int32_t y = 1; y <= 7; ++y) {
      for (std::int32_t x = 6; x <= 14; ++x) map.cost[map.index(x, y)] = cost;
    }
    crowd.world.grid = std::make_shared<const WorldGrid>(map);
    crowd.world.goals = {map.center({20, 4})};
    AgentRecord agent{.position = map.center({0, 4}), .radius = 0.2f, .goal_radius = 0.4f};
    crowd.agents = {agent};
    for (const std::string planner : {"astar", "dijkstra", "wavefront"}) {
      CAPTURE(planner);
      const auto simulation = crowd.simulation(backend, planner);
      int steps = 0, on_hill = 0;
      for (; steps < 1000 && simulation->arrived() == 0; ++steps) {
        simulation->advance(1);
        const Frame frame = frame_of(*simulation);
        on_hill += map.cost_at(map.index(map.cell_at({frame.x[0], frame.y[0]}).x, map.cell_at({frame.x[0], frame.y[0]}).y)) > 1 ? 1 : 0;
      }
      CHECK(simulation->arrived() == 1);
      // Its corners may be cut where that costs less than another bend.
      CHECK(on_hill < 4);
      // It lacks little of its speed, at the bends and where it stops.
      const double metres = cost == 1 ? 19.6 : 24;
      CHECK(steps * static_cast<double>(crowd.parameters.time_step * agent.preferred_speed) < metres + 2.5);
    }
  }
}

TEST_CASE("an agent that was pushed behind a wall searches again") {
  GridCrowd crowd = crowd_in(two_rooms);
  crowd.world.goals = {crowd.world.grid->center({7, 3})};
  crowd.agents = {{.position = crowd.world.grid->center({10, 3}), .radius = 0.2f, .goal_radius = 0.4f}};
  for (const std::string& planner : grid_planners) {
    const auto before = crowd.simulation(backends::make_backend({}), planner);
    before->advance(20);
    // It saw its goal in the same room. Now a wall is straight before it.
    simulation::SavedSlab saved = before->checkpointing().save_slab();
    const Vec2 behind = crowd.world.grid->center({3, 3});
    word_of(saved, 0, "position", 0) = std::bit_cast<std::uint32_t>(behind.x);
    word_of(saved, 0, "position", 1) = std::bit_cast<std::uint32_t>(behind.y);
    const auto after = crowd.simulation(backends::make_backend({}), planner);
    after->checkpointing().load_slab(saved);
    CHECK(steps_until_all_arrive(*after, 1, 500) < 500);
  }
}

TEST_CASE("a saved crowd goes on as the run did, also where obstacles move") {
  for (const bool moves : {false, true}) {
    GridCrowd crowd = walkers();
    if (moves) crowd.world.moving = {cart()};
    for (const std::string& planner : grid_planners) {
      CAPTURE(moves);
      CAPTURE(planner);
      const auto whole = crowd.simulation(plainest_backend(), planner);
      whole->advance(61);
      const simulation::SavedSlab saved = whole->checkpointing().save_slab();
      whole->advance(100);
      const auto rest = crowd.simulation(plainest_backend(), planner);
      rest->checkpointing().load_slab(saved);
      // The cart was elsewhere when this simulation began, but the ways were searched where it is now.
      if (moves) CHECK(counted(*rest, "renewed") == 0);
      rest->advance(100);
      CHECK(checksum_of(*whole) == checksum_of(*rest));
    }
  }
}

PLETHOS_MATRIX_TEST("after each change of the world no agent remembers a way through what is blocked, and all backends agree") {
  GridCrowd crowd = walkers();
  crowd.world.moving = {cart(), shutter()};
  for (const std::string planner : {"astar", "pha", "gates"}) {
    CAPTURE(planner);
    const auto found = crowd.simulation(backend, planner);
    const auto expected = crowd.simulation(plainest_backend(), planner);
    std::size_t ways = 0;
    for (int step = 0; step < 240; step += 8) {
      found->advance(8);
      expected->advance(8);
      World world = crowd.world;
      obstacles::place_moving(world, crowd.world.polygons.size(), (step + 7) * static_cast<double>(crowd.parameters.time_step));
      ways += check_remembered_ways(found->checkpointing().save_slab(), world, crowd.world.polygons.size(), 0.2f);
    }
    CHECK(ways > 200);
    if (backend.same_bits()) CHECK(checksum_of(*found) == checksum_of(*expected));
    for (const char* name : {"repairs", "cells", "renewed", "kept"}) CHECK(counted(*found, name) == counted(*expected, name));
    CHECK(counted(*found, "repairs") > 10);
    CHECK(counted(*found, "renewed") > 0);
    CHECK(counted(*found, "kept") > 0);
    CHECK((counted(*found, "blocks") > 0) == (planner != "astar"));
  }
}

TEST_CASE("agents search again whose ways a change crosses, and the others keep theirs") {
  const GridCrowd crowd = walkers_in_three_rows();
  const MovingObstacle box = box_in_second_row();
  for (const std::string& planner : grid_planners) {
    // Their agents do not search: see wavefront_planner.cpp.
    if (planner == "wavefront" || planner == "quadtree") continue;
    CAPTURE(planner);
    for (const bool asks_for_all : {false, true}) {
      const auto simulation = crowd.simulation(backends::make_backend({}), planner, {{"renew", asks_for_all ? 1 : 0}});
      // What an agent of rtaa will find later depends on the whole map.
      const bool all = asks_for_all || planner == "rtaa";
      simulation->apply({.new_obstacles = {box}});
      simulation->advance(20);
      CHECK(counted(*simulation, "repairs") == 0);
      CHECK(counted(*simulation, "renewed") == 0);
      const simulation::SavedSlab before = simulation->checkpointing().save_slab();
      simulation->advance(1);
      CHECK(counted(*simulation, "repairs") == 1);
      CHECK(counted(*simulation, "renewed") == (all ? 3 : 1));
      CHECK(counted(*simulation, "kept") == (all ? 0 : 2));
      const simulation::SavedSlab after = simulation->checkpointing().save_slab();
      const Agents<Kokkos::HostSpace> agents = agents_of(after), agents_before = agents_of(before);
      for (std::int32_t i = 0; i < 3; ++i) {
        const planning::WayList<Kokkos::HostSpace> way(agents.memory, 0, i), way_before(agents_before.memory, 0, i);
        CHECK((way.serial() == way_before.serial()) == (!all && i != 1));
      }
      simulation->advance(20);
      CHECK(counted(*simulation, "repairs") == 2);
      CHECK(steps_until_all_arrive(*simulation, 3, 1000) < 1000);
    }
  }
}

TEST_CASE("agents search again when their goal moves or the ground on their way gets dearer, and others do not") {
  GridCrowd crowd = crowd_in(std::vector<std::string>(40, std::string(40, '.')));
  for (const std::int32_t row : {2, 37}) {
    crowd.add({.position = crowd.world.grid->center({1, row}), .radius = 0.2f, .goal_radius = 0.4f}, crowd.world.grid->center({30, row}));
  }
  for (const std::string planner : {"astar", "dijkstra", "pha", "gates"}) {
    CAPTURE(planner);
    const auto simulation = crowd.simulation(backends::make_backend({}), planner);
    simulation->advance(10);
    simulation->apply({.goals = {{0, crowd.world.grid->center({30, 10})}}});
    CHECK(counted(*simulation, "renewed") == 1);
    CHECK(counted(*simulation, "kept") == 1);
    CHECK(counted(*simulation, "repairs") == 0);
    simulation->advance(10);
    WorldChange hill;
    for (std::int32_t row = 30; row < 40; ++row) {
      hill.cells.push_back({static_cast<std::int64_t>(crowd.world.grid->index(20, row)), 50});
    }
    simulation->apply(hill);
    CHECK(counted(*simulation, "renewed") == 2);
    CHECK(counted(*simulation, "cells") == 10);
    // The hill lies across the second agent's way, and it is shorter to walk around it. The distances between regions of pha know no hill.
    bool on_hill = false;
    for (int step = 0; step < 1000 && simulation->arrived() < 2; ++step) {
      simulation->advance(1);
      const Frame frame = frame_of(*simulation);
      on_hill = on_hill || (crowd.world.grid->cell_at({frame.x[1], frame.y[1]}).x == 20 && frame.y[1] < 10);
    }
    CHECK(simulation->arrived() == 2);
    CHECK(on_hill == (planner == "pha"));
  }
}

TEST_CASE("an agent searches again when something blocks the end of a way that bends more often than is listed") {
  GridCrowd crowd = crowd_in(serpentine(181));
  crowd.world.goals = {crowd.world.grid->center({180, 180})};
  crowd.agents = {{.position = crowd.world.grid->center({0, 0}), .radius = 0.2f}};
  crowd.world.moving = {{.outline = {.vertices = {{10.1f, 0.1f}, {10.9f, 0.1f}, {10.9f, 0.9f}, {10.1f, 0.9f}}}, .from = 1}};
  for (const std::string& planner : grid_planners) {
    CAPTURE(planner);
    const auto simulation = crowd.simulation(backends::make_backend({}), planner);
    simulation->advance(20);
    CHECK(simulation->statistics().lost == 0);
    simulation->advance(10);
    CHECK(counted(*simulation, "renewed") == 1);
    CHECK(simulation->statistics().lost == 10);
  }
}

TEST_CASE("a planner that takes no costs refuses those that an obstacle covers for now") {
  GridCrowd crowd = walkers();
  WorldGrid map = *crowd.world.grid;
  map.cost.assign(map.passable.size(), 1);
  map.cost[map.index(5, 6)] = 7;
  crowd.world.grid = std::make_shared<const WorldGrid>(map);
  crowd.world.moving = {{.outline = {.vertices = {{5.1f, 0.1f}, {5.9f, 0.1f}, {5.9f, 0.9f}, {5.1f, 0.9f}}}, .until = 2}};
  CHECK(contains(input_error([&] { crowd.simulation(backends::make_backend({}), "jps"); }), "jps: found cells of costs 1 to 7, expected"));
}

TEST_CASE("a planner over the grid says what it needs of a world") {
  GridCrowd crowd = walkers();
  crowd.world.grid = nullptr;
  CHECK(contains(input_error([&] { crowd.simulation(backends::make_backend({}), "astar"); }),
                 "planner 'astar': found a world without a grid, expected a map"));
}

}  // namespace plethos::tests
