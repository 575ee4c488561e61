#include <algorithm>
#include <map>

#include "algorithms/obstacles/placement.hpp"
#include "algorithms/planning/fields/goal_cells.hpp"
#include "algorithms/planning/fields/wavefront/wavefront_reference.hpp"
#include "algorithms/planning/grid/map/blocked_cells.hpp"
#include "algorithms/planning/grid/ways/way_list.hpp"
#include "tests/algorithms/planning/grid/ways/path_checks.hpp"
#include "tests/algorithms/planning/grid/ways/test_crowd.hpp"
#include "tests/harness/saved_agents.hpp"

namespace plethos::tests {
namespace {

using planning::reference::wave_field;
using simulation::Simulation;

MovingObstacle box_at(Vec2 low, float side) {
  return MovingObstacle{.outline = {.vertices = {low, low + Vec2{side, 0}, low + Vec2{side, side}, low + Vec2{0, side}}}};
}

/// Agents among pillars who walk to three goals, while boxes move, come and go.
GridCrowd walkers_among_boxes(Random& random) {
  std::vector<std::string> rows(48, std::string(64, '.'));
  for (std::size_t y = 6; y < 44; y += 7) {
    for (std::size_t x = 5; x < 60; x += 6) rows[y].replace(x, 4, "@@@@");
  }
  GridCrowd crowd = crowd_in(rows);
  const WorldGrid& map = *crowd.world.grid;
  crowd.world.goals = {map.center({1, 1}), map.center({62, 24}), map.center({30, 46})};
  for (int k = 0; k < 60; ++k) {
    GridCell cell{random.integer(1, 62), random.integer(1, 46)};
    while (!map.is_passable(cell)) cell = {random.integer(1, 62), random.integer(1, 46)};
    crowd.agents.push_back({.position = map.center(cell), .radius = 0.2f, .goal = random.integer(0, 2)});
  }
  for (int k = 0; k < 4; ++k) {
    MovingObstacle box = box_at({random.between(2, 60), random.between(2, 44)}, random.between(0.6f, 3));
    box.path = {{random.between(-6, 6), random.between(-6, 6)}, {0, 0}};
    box.speed = random.between(0.5f, 3);
    box.repeats = true;
    crowd.world.moving.push_back(box);
    box = box_at({random.between(2, 60), random.between(2, 44)}, 2);
    box.from = random.between(0, 6);
    box.until = box.from + random.between(0.5f, 3);
    crowd.world.moving.push_back(box);
  }
  return crowd;
}

/// Checks that the ways which agents remember of the field of each goal are as short as any, at a time in s. Returns how many there are.
std::size_t check_remembered_ways(Simulation& simulation, const GridCrowd& crowd, double time) {
  World world = crowd.world;
  obstacles::place_moving(world, crowd.world.polygons.size(), time);
  const WorldGrid now = *planning::with_blocked_cells(world, crowd.world.polygons.size(), 0.2f).grid;
  std::vector<std::vector<std::int32_t>> fields;
  for (std::size_t goal = 0; goal < world.goals.size(); ++goal) {
    const std::vector<std::int32_t> cells = planning::goal_cells(now, world, world.segments(), static_cast<std::int32_t>(goal));
    fields.push_back(wave_field(now, planning::Connectivity::eight, cells));
  }
  std::size_t ways = 0;
  const Agents<Kokkos::HostSpace> agents = agents_of(simulation.checkpointing().save_slab());
  for (std::int32_t i = 0; i < agents.count; ++i) {
    const planning::WayList<Kokkos::HostSpace> way(agents.memory, 0, i);
    if (agents.state(i) != active_state || !way.searched() || way.lost()) continue;
    ++ways;
    const auto value = [&](std::int32_t cell) { return fields[static_cast<std::size_t>(agents.goal(i))][static_cast<std::size_t>(cell)]; };
    const planning::FieldWay<Kokkos::HostSpace> field_way(agents.memory, 0, i);
    CHECK(value(field_way.from()) == field_way.value_from());
    const std::int32_t first = std::max(way.at() - 1, 0), last = way.count() - 1;
    std::vector<GridCell> cells;
    for (std::int32_t k = first; k <= last; ++k) cells.push_back(now.cell(static_cast<std::size_t>(way.cell(k))));
    // A list of one cell has it twice.
    if (cells.size() == 2 && cells[0] == cells[1]) cells.pop_back();
    const double listed = planning::length_of_cell * planning::reference::length_of_way(now, planning::Connectivity::eight, cells);
    CHECK(listed == doctest::Approx(value(way.cell(first)) - value(way.cell(last))).epsilon(length_precision));
  }
  return ways;
}

/// An agent between two windings of the same length, each of which bends more often than is listed. `side`: 1 or -1, of the one that a box
/// shuts after a second, beyond what is listed.
GridCrowd walker_between_windings(std::int32_t side) {
  std::vector<std::string> rows(41, std::string(25, '.'));
  for (std::size_t y = 1; y < 40; ++y) {
    rows[y][12] = '@';
    if (y % 2 == 0) continue;
    const bool outside = y / 2 % 2 == 0;
    for (std::size_t x = 1; x <= 12; ++x) {
      if (x != (outside ? 12u : 1u)) rows[y][12 + x] = rows[y][12 - x] = '@';
    }
  }
  GridCrowd crowd = crowd_in(rows);
  crowd.agents = {{.position = crowd.world.grid->center({12, 0}), .radius = 0.2f}};
  crowd.world.goals = {crowd.world.grid->center({12, 40})};
  const Vec2 shut = crowd.world.grid->center({12 + 5 * side, 38});
  MovingObstacle box = box_at(shut - Vec2{0.4f, 0.4f}, 0.8f);
  box.from = 1;
  crowd.world.moving = {box};
  return crowd;
}

}  // namespace

PLETHOS_MATRIX_TEST("while obstacles move, the ways that agents remember are as short as any, and most stay") {
  Random random("renewed ways");
  const GridCrowd crowd = walkers_among_boxes(random);
  const auto simulation = crowd.simulation(backend, "wavefront");
  std::size_t ways = 0;
  for (int step = 0; step < 100; ++step) {
    simulation->advance(1);
    ways += check_remembered_ways(*simulation, crowd, step * static_cast<double>(crowd.parameters.time_step));
  }
  CHECK(ways > 50 * crowd.agents.size());
  const std::uint64_t repairs = counted(*simulation, "repairs"), renewed = counted(*simulation, "renewed");
  CHECK(repairs > 20);
  CHECK(renewed > 30);
  CHECK(5 * renewed < repairs * crowd.agents.size());
  if (!backend.same_bits()) return;
  const auto expected = crowd.simulation(plainest_backend(), "wavefront");
  expected->advance(100);
  CHECK(counted(*expected, "renewed") == renewed);
}

PLETHOS_SCALAR_MATRIX_TEST("an agent takes the other one of two equal ways if its own is shut beyond what it has listed") {
  std::uint64_t renewed = 0;
  for (const std::int32_t side : {-1, 1}) {
    const GridCrowd crowd = walker_between_windings(side);
    const auto simulation = crowd.simulation(backend, "wavefront");
    const auto steps = static_cast<std::int64_t>(1.2 / crowd.parameters.time_step);
    simulation->advance(steps);
    CHECK(counted(*simulation, "repairs") == 1);
    CHECK(check_remembered_ways(*simulation, crowd, static_cast<double>(steps - 1) * crowd.parameters.time_step) == 1);
    renewed += counted(*simulation, "renewed");
  }
  CHECK(renewed == 1);
}

PLETHOS_SCALAR_MATRIX_TEST("agents list their ways anew where a box stands in them or frees a shorter one, and others do not") {
  GridCrowd crowd = walkers_in_three_rows();
  crowd.world.moving = {box_in_second_row()};
  // The box splits the leaf through which the first agent's way leads, too.
  for (const auto& [planner, once] : std::map<std::string, std::uint64_t>{{"wavefront", 1}, {"quadtree", 2}}) {
    CAPTURE(planner);
    const auto simulation = crowd.simulation(backend, planner);
    const auto steps = [&](double seconds) { return static_cast<std::int64_t>(seconds / crowd.parameters.time_step); };
    simulation->advance(steps(0.9));
    CHECK(counted(*simulation, "renewed") == 0);
    simulation->advance(steps(0.5));
    CHECK(counted(*simulation, "renewed") == once);
    simulation->advance(steps(1));
    CHECK(counted(*simulation, "renewed") == 2 * once);
    CHECK(counted(*simulation, "repairs") == 2);
  }
}

}  // namespace plethos::tests
