#include "algorithms/planning/fields/field_following.hpp"

#include <algorithm>

#include "algorithms/planning/fields/goal_cells.hpp"
#include "algorithms/planning/fields/wavefront/wavefront_reference.hpp"
#include "backends/registry.hpp"
#include "tests/algorithms/planning/fields/field_planners.hpp"
#include "tests/algorithms/planning/grid/ways/test_crowd.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/scenarios/temporary_folder.hpp"

namespace plethos::tests {
namespace {

using simulation::Frame;
using simulation::Simulation;

AgentRecord chooser_at(Vec2 position) { return {.position = position, .radius = 0.2f, .goal_radius = 0.4f}; }

/// Returns a crowd in a map with walls and costs, whose agents choose among four goals, and one more goal.
GridCrowd choosers(Random& random) {
  WorldGrid map = random_map(random, 40, 30, 6, 3);
  map.origin = {0, 0};
  map.cell_size = 1;
  GridCrowd crowd = crowd_in(map);
  const auto place = [&] {
    while (true) {
      const GridCell cell{random.integer(0, 39), random.integer(0, 29)};
      if (map.is_passable(cell.x, cell.y)) return map.center(cell);
    }
  };
  for (int k = 0; k < 5; ++k) crowd.world.goals.push_back(place());
  crowd.world.choices = {{1, 5}};
  while (crowd.agents.size() < 60) {
    const Vec2 position = place();
    const bool taken = std::any_of(crowd.agents.begin(), crowd.agents.end(), [&](const AgentRecord& a) { return a.position == position; });
    if (taken) continue;
    crowd.agents.push_back(chooser_at(position));
    crowd.agents.back().goal = crowd.agents.size() % 6 == 0 ? 0 : random.integer(1, 4);
  }
  return crowd;
}

/// A corridor with a goal at either end, and agents that choose between them. A door before the western one shuts after two seconds.
GridCrowd corridor_with_two_ends() {
  std::vector<std::string> rows(5, std::string(60, '.'));
  for (std::size_t y : {0, 1, 3, 4}) rows[y][10] = '@';
  GridCrowd crowd = crowd_in(rows);
  crowd.world.goals = {crowd.world.grid->center({1, 2}), crowd.world.grid->center({58, 2})};
  crowd.world.choices = {{0, 2}};
  for (int k = 0; k < 20; ++k) crowd.agents.push_back(chooser_at(crowd.world.grid->center({18 + 2 * (k / 2), 1 + 2 * (k % 2)})));
  crowd.world.moving = {{.outline = {.vertices = {{10.1f, 2.1f}, {10.9f, 2.1f}, {10.9f, 2.9f}, {10.1f, 2.9f}}}, .from = 2}};
  return crowd;
}

std::vector<std::int32_t> goals_of(Simulation& simulation) {
  std::vector<std::int32_t> goals;
  for (const AgentRecord& agent : simulation::records_of(simulation.checkpointing().save_slab())) goals.push_back(agent.goal);
  return goals;
}

}  // namespace

PLETHOS_MATRIX_TEST("agents head for the goal of their choice to which their way costs least, the lower one of two") {
  Random random("agents choose");
  const GridCrowd crowd = choosers(random);
  const auto simulation = crowd.simulation(backend, "wavefront");
  simulation->advance(1);
  const std::vector<std::int32_t> found = goals_of(*simulation);
  const WorldGrid& map = *crowd.world.grid;
  std::vector<std::vector<std::int32_t>> fields;
  for (std::int32_t goal = 0; goal < 5; ++goal) {
    fields.push_back(planning::reference::wave_field(map, planning::Connectivity::eight,
                                                     planning::goal_cells(map, crowd.world, crowd.world.segments(), goal)));
  }
  for (std::size_t i = 0; i < crowd.agents.size(); ++i) {
    std::int32_t expected = crowd.agents[i].goal;
    const GridCell cell = map.cell_at(crowd.agents[i].position);
    const auto cost = [&](std::int32_t goal) { return fields[static_cast<std::size_t>(goal)][map.index(cell.x, cell.y)]; };
    if (expected > 0) {
      std::int32_t best = 1;
      for (std::int32_t goal = 2; goal < 5; ++goal) best = cost(goal) < cost(best) ? goal : best;
      if (cost(best) < planning::unreached) expected = best;
    }
    CHECK(found[i] == expected);
  }
  // The first choice is no switch.
  CHECK(counted(*simulation, "switched") == 0);
}

PLETHOS_MATRIX_TEST("agents between two goals take the lower one, and arrive at it") {
  for (const std::string& planner : field_planners) {
    GridCrowd crowd = crowd_in(std::vector<std::string>(8, std::string(33, '.')));
    crowd.world.goals = {crowd.world.grid->center({28, 3}), crowd.world.grid->center({4, 3})};
    crowd.world.choices = {{0, 2}};
    crowd.agents = {chooser_at(crowd.world.grid->center({16, 3}))};
    crowd.agents[0].goal = 1;
    const auto simulation = crowd.simulation(backend, planner);
    simulation->advance(1);
    // Leaves of a tree do not lie the same way on both sides.
    if (planner == "wavefront") CHECK(goals_of(*simulation)[0] == 0);
    simulation->advance(600);
    CHECK(simulation->arrived() == 1);
    CHECK(counted(*simulation, "switched") == 0);
  }
}

PLETHOS_MATRIX_TEST("agents whose door shuts switch to the other goal, each once, with the same bits everywhere") {
  const GridCrowd crowd = corridor_with_two_ends();
  for (const std::string& planner : field_planners) {
    CAPTURE(planner);
    if (planner == "quadtree" && backend.target) continue;
    const auto found = crowd.simulation(backend, planner);
    const auto expected = crowd.simulation(plainest_backend(), planner);
    found->advance(19);
    // The nearer end for those in the west of the middle, which lies between the goals.
    const std::vector<std::int32_t> before = goals_of(*found);
    CHECK(std::count(before.begin(), before.end(), 0) > 8);
    CHECK(counted(*found, "switched") == 0);
    found->advance(181);
    expected->advance(200);
    if (backend.same_bits()) CHECK(checksum_of(*found) == checksum_of(*expected));
    const std::vector<std::int32_t> after = goals_of(*found);
    std::uint64_t switched = 0;
    for (std::size_t i = 0; i < after.size(); ++i) switched += after[i] != before[i] ? 1 : 0;
    CHECK(switched > 8);
    CHECK(counted(*found, "switched") == switched);
    if (backend.name != "serial") continue;
    found->advance(1000);
    CHECK(found->arrived() == 20);
    CHECK(found->statistics().lost == 0);
  }
}

TEST_CASE("agents that reach no goal of their choice are lost, and go on when one opens") {
  for (const std::string& planner : field_planners) {
    CAPTURE(planner);
    GridCrowd crowd = corridor_with_two_ends();
    // Both ends are shut for three seconds.
    MovingObstacle shutter = crowd.world.moving[0];
    shutter.from = 0;
    shutter.until = 3;
    MovingObstacle wall = shutter;
    wall.outline.vertices = {{50.1f, 0.1f}, {50.9f, 0.1f}, {50.9f, 4.9f}, {50.1f, 4.9f}};
    wall.until = 1000;
    crowd.world.moving = {shutter, wall};
    for (AgentRecord& agent : crowd.agents) agent.goal = 1;
    const auto simulation = crowd.simulation(widest_backend(), planner);
    simulation->advance(10);
    CHECK(simulation->statistics().lost == 10 * 20);
    const std::vector<std::int32_t> kept = goals_of(*simulation);
    CHECK(std::count(kept.begin(), kept.end(), 1) == 20);
    simulation->advance(1500);
    CHECK(simulation->arrived() == 20);
    const std::vector<std::int32_t> goals = goals_of(*simulation);
    CHECK(std::count(goals.begin(), goals.end(), 0) == 20);
  }
}

TEST_CASE("an agent that is carried nearer to another goal turns to that one") {
  for (const std::string& planner : field_planners) {
    CAPTURE(planner);
    GridCrowd crowd = corridor_with_two_ends();
    crowd.world.moving.clear();
    crowd.agents = {chooser_at(crowd.world.grid->center({22, 1}))};
    // It slides over 15 m before it stands: past the middle, with the way through the western gap in its list.
    crowd.agents[0].velocity = {6, 0};
    crowd.agents[0].maximum_speed = 6;
    crowd.agents[0].maximum_acceleration = 1;
    const auto simulation = crowd.simulation(widest_backend(), planner);
    simulation->advance(1);
    CHECK(goals_of(*simulation)[0] == 0);
    simulation->advance(1000);
    CHECK(goals_of(*simulation)[0] == 1);
    CHECK(simulation->arrived() == 1);
    CHECK(counted(*simulation, "switched") == 1);
  }
}

TEST_CASE("agents whose goals lead on choose again, and are never lost") {
  for (const std::string& planner : field_planners) {
    CAPTURE(planner);
    // From the ends of a long corridor to the nearer one of two places in its middle, of which nobody needs to know before.
    GridCrowd crowd = crowd_in(std::vector<std::string>(6, std::string(200, '.')));
    const WorldGrid& map = *crowd.world.grid;
    crowd.world.goals = {map.center({1, 2}), map.center({198, 2}), map.center({95, 2}), map.center({105, 2})};
    crowd.world.choices = {{0, 2}, {2, 4}};
    crowd.world.next_goals = {2, 2};
    for (std::int32_t k = 0; k < 12; ++k) {
      crowd.agents.push_back(chooser_at(map.center({k % 2 == 0 ? 5 + k : 193 - k, k % 6})));
      crowd.agents.back().preferred_speed = 3 + 0.1f * static_cast<float>(k);
      crowd.agents.back().maximum_speed = 6;
    }
    const auto simulation = crowd.simulation(widest_backend(), planner);
    simulation->advance(1200);
    CHECK(simulation->arrived() == 12);
    CHECK(simulation->statistics().lost == 0);
    const std::vector<std::int32_t> goals = goals_of(*simulation);
    for (std::size_t i = 0; i < goals.size(); ++i) CHECK(goals[i] == (i % 2 == 0 ? 2 : 3));
    // A goal that leads on is reached; nobody has turned away from one.
    CHECK(counted(*simulation, "switched") == 0);
  }
}

TEST_CASE("an agent that is sent elsewhere follows that goal's field at once, and chooses only if that is a choice") {
  for (const std::string& planner : field_planners) {
    CAPTURE(planner);
    GridCrowd crowd = corridor_with_two_ends();
    crowd.world.moving.clear();
    crowd.world.goals.push_back(crowd.world.grid->center({30, 0}));
    const auto simulation = crowd.simulation(widest_backend(), planner);
    simulation->advance(10);
    WorldChange change;
    for (std::int64_t id = 0; id < 10; ++id) change.goals_of_agents.push_back({id, 2});
    simulation->apply(change);
    simulation->advance(1);
    const std::vector<std::int32_t> sent = goals_of(*simulation);
    CHECK(std::count(sent.begin(), sent.begin() + 10, 2) == 10);
    Frame before, after;
    simulation->read(before);
    simulation->advance(10);
    simulation->read(after);
    float nearer = 0;  // m, by 10 agents, some of which go around others
    for (std::size_t i = 0; i < 10; ++i) {
      nearer += length(Vec2{before.x[i], before.y[i]} - crowd.world.goals[2]);
      nearer -= length(Vec2{after.x[i], after.y[i]} - crowd.world.goals[2]);
    }
    CHECK(nearer > 5 * static_cast<float>(crowd.parameters.time_step));
    // Back to the choice, by the goal that is not nearest to them.
    change.goals_of_agents = {{0, 1}, {19, 0}};
    simulation->apply(change);
    simulation->advance(1);
    const std::vector<std::int32_t> back = goals_of(*simulation);
    CHECK(back[0] == 0);
    CHECK(back[19] == 1);
    CHECK(simulation->statistics().lost == 0);
    // No field is repaired for it, and nobody else looks for a way.
    CHECK(counted(*simulation, "repairs") == 0);
    CHECK(counted(*simulation, "renewed") == 0);
    // A goal of the choice that moves becomes the nearest to all that choose.
    const std::uint64_t switched = counted(*simulation, "switched");
    const auto at_first = static_cast<std::uint64_t>(std::count(back.begin(), back.end(), 0));
    change = {};
    change.goals = {{1, crowd.world.grid->center({16, 4})}};
    simulation->apply(change);
    simulation->advance(1);
    const std::vector<std::int32_t> now = goals_of(*simulation);
    CHECK(std::count(now.begin(), now.end(), 0) == 0);
    CHECK(at_first > 0);
    CHECK(counted(*simulation, "switched") == switched + at_first);
  }
}

TEST_CASE("agents choose only with planners that have fields, among goals that are there") {
  const GridCrowd crowd = corridor_with_two_ends();
  for (const std::string planner : {"straight", "jps", "pha"}) {
    CHECK(input_error([&] { crowd.simulation(plainest_backend(), planner); }) ==
          "planner: found " + planner + ", expected wavefront or quadtree, whose agents choose among goals");
  }
  for (const std::vector<GoalRange>& choices : {std::vector<GoalRange>{{0, 3}}, {{1, 1}}, {{-1, 1}}, {{0, 2}, {1, 2}}, {{1, 2}, {0, 1}}}) {
    GridCrowd other = crowd;
    other.world.choices = choices;
    CHECK(input_error([&] { other.simulation(plainest_backend(), "wavefront"); }).starts_with("choices: found goals from "));
  }
}

}  // namespace plethos::tests
