#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "algorithms/simulation/simulation.hpp"
#include "algorithms/verify/behavior.hpp"
#include "core/error.hpp"
#include "core/frame_rate.hpp"
#include "core/world_change.hpp"
#include "tests/algorithms/planning/grid/map/test_maps.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/harness/random.hpp"
#include "tests/harness/saved_rows.hpp"

namespace plethos::tests {
namespace {

using simulation::Frame;
using simulation::MethodChoices;
using simulation::Simulation;

struct Setup {
  World world;
  std::vector<AgentRecord> agents;
  Parameters parameters;

  std::unique_ptr<Simulation> simulation(const backends::Backend& backend, const MethodChoices& methods) const {
    return Simulation::create(backend, parameters, world, agents, methods);
  }
};

/// Makes a room with two gaps in the wall across it, and agents on one side that head for the other. A leaf closes one of the gaps, and a
/// box goes to and fro before them.
Setup room(int agents) {
  Random random("room");
  Setup scene;
  scene.world.polygons = {{{{0, -10}, {0.4f, -10}, {0.4f, -4}, {0, -4}}},
                          {{{0, -2}, {0.4f, -2}, {0.4f, 2}, {0, 2}}},
                          {{{0, 4}, {0.4f, 4}, {0.4f, 10}, {0, 10}}}};
  MovingObstacle leaf;
  leaf.outline.vertices = {{0.5f, 4.2f}, {0.7f, 4.2f}, {0.7f, 6.6f}, {0.5f, 6.6f}};
  leaf.path = {{0, -2.4f}};
  leaf.speed = 0.5;
  leaf.start = 0.5;
  MovingObstacle box;
  box.outline.vertices = {{-4, -1}, {-3, -1}, {-3, 0}, {-4, 0}};
  box.path = {{0, 2}, {0, 0}};
  box.speed = 0.7;
  box.repeats = true;
  box.until = 2;
  scene.world.moving = {leaf, box};
  scene.world.goals = {{8, 0}, {8, 6}, {-8, -6}};
  scene.world.bounds = {{-12, -12}, {12, 12}};
  for (int i = 0; i < agents; ++i) {
    AgentRecord agent;
    agent.position = {-5 - 0.6f * static_cast<float>(i / 12), -6 + 1.1f * static_cast<float>(i % 12) + random.between(-0.1f, 0.1f)};
    agent.radius = 0.2f;
    agent.goal_radius = 1;
    agent.goal = i % 2;
    scene.agents.push_back(agent);
  }
  scene.parameters.neighbors = 8;
  return scene;
}

/// Returns methods with each planner, and one that steers.
std::vector<MethodChoices> all_methods() {
  return {{"orca", "grid", "none", "roadmap"}, {"rvo", "hash", "reynolds", "roadmap"}, {"clearpath2", "kdtree", "none", "straight"}};
}

void check_equal(Simulation& found, Simulation& expected) {
  Frame a, b;
  found.read(a);
  expected.read(b);
  CHECK(a.x == b.x);
  CHECK(a.y == b.y);
  CHECK(a.velocity_x == b.velocity_x);
  CHECK(a.present == b.present);
}

std::string error_of(Simulation& simulation, const WorldChange& change) {
  try {
    simulation.apply(change);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

PLETHOS_MATRIX_TEST("obstacles that move by themselves are those that are put there step by step, bit for bit") {
  const Setup scene = room(24);
  for (const MethodChoices& methods : all_methods()) {
    CAPTURE(methods.planner);
    const auto by_path = scene.simulation(backend, methods);
    Setup still = scene;
    still.world.moving.clear();
    const auto by_hand = still.simulation(backend, methods);
    const auto put = [&](int step) {
      const double time = step / frame_rate(scene.parameters.time_step, 1);
      WorldChange change;
      for (std::int32_t k = 0; k < 2; ++k) {
        const MovingObstacle& obstacle = scene.world.moving[static_cast<std::size_t>(k)];
        MovingObstacle now;
        now.outline = obstacle.at(time);
        if (!obstacle.is_there(time)) now.from = 1e9;
        if (step == 0) {
          change.new_obstacles.push_back(now);
        } else {
          change.obstacles.emplace_back(k, now);
        }
      }
      by_hand->apply(change);
    };
    for (int step = 0; step < 36; ++step) {
      put(step);
      by_hand->advance(1);
    }
    by_path->advance(36);
    check_equal(*by_hand, *by_path);
  }
}

PLETHOS_MATRIX_TEST("a simulation among moving obstacles goes on from a saved crowd as the one that saved it, bit for bit") {
  const Setup scene = room(24);
  for (const MethodChoices& methods : all_methods()) {
    for (const int before : {25, 40}) {
      CAPTURE(methods.planner);
      CAPTURE(before);
      const auto first = scene.simulation(backend, methods);
      first->advance(before);
      const simulation::SavedSlab saved = first->checkpointing().save_slab();
      first->advance(12);
      const auto second = scene.simulation(backend, methods);
      second->checkpointing().load_slab(saved);
      second->advance(12);
      check_equal(*second, *first);
    }
  }
}

TEST_CASE("where a gap closes, everyone goes through the other by the roadmap, nobody through a leaf; straight on they stand before it") {
  const Setup scene = room(24);
  const backends::Backend backend = backends::make_backend({"serial", "simd", 1});
  for (const std::string planner : {"roadmap", "straight"}) {
    CAPTURE(planner);
    Setup heading = scene;
    for (AgentRecord& agent : heading.agents) {
      agent.goal = 1;
      agent.goal_radius = 2;
    }
    // Only the leaf, which has closed the gap before anyone is in it.
    heading.world.moving.pop_back();
    heading.world.moving[0].start = 0;
    heading.world.moving[0].speed = 1;
    heading.parameters.leave_on_arrival = true;
    const auto simulation = heading.simulation(backend, {"orca", "grid", "none", planner});
    verify::Behavior behavior(heading.world, heading.agents, 1 / frame_rate(heading.parameters.time_step, 1), 0);
    Frame frame;
    for (int step = 0; step < 1200; ++step) {
      simulation->read(frame);
      behavior.look(frame.x, frame.y, frame.present);
      simulation->advance(1);
    }
    const verify::BehaviorReport report = behavior.report();
    CHECK(report.wall_crossings == 0);
    if (planner == "roadmap") {
      CHECK(report.arrived == 24);
      CHECK(simulation->statistics().lost == 0);
    } else {
      CHECK(report.arrived < 12);
    }
  }
}

PLETHOS_MATRIX_TEST("a wall that comes after a look at the statistics stops a walker") {
  Setup scene;
  scene.world.goals = {{6, 0}};
  scene.world.bounds = {{-6, -6}, {8, 6}};
  scene.agents.resize(1);
  const auto simulation = scene.simulation(backend, {"orca", "grid", "none", "straight"});
  simulation->advance(4);
  // Measures separations, and finds that there are no walls.
  CHECK(simulation->statistics().steps == 4);
  Frame frame;
  simulation->read(frame);
  const float before = frame.x[0];
  CHECK(frame.velocity_x[0] > 1);
  // The agent would be through the wall's line in one step, and can brake by 1 m/s in it.
  MovingObstacle wall;
  wall.outline = {{{before + 0.27f, -5}, {before + 0.27f, 5}}, false};
  simulation->apply({.new_obstacles = {wall}});
  simulation->advance(1);
  simulation->read(frame);
  CHECK(frame.x[0] < before + 0.02f);
  simulation->advance(60);
  simulation->read(frame);
  CHECK(frame.x[0] < before + 0.02f);
}

PLETHOS_MATRIX_TEST("agents that join before the first step are as if they had been there") {
  const Setup scene = room(30);
  for (const MethodChoices& methods : all_methods()) {
    CAPTURE(methods.planner);
    const auto expected = scene.simulation(backend, methods);
    Setup empty = scene;
    WorldChange change;
    for (std::size_t i = 3; i < 30; i += 2) {
      change.joining.push_back(scene.agents[i]);
      empty.agents[i] = {.radius = scene.agents[i].radius};
      empty.agents[i].state = AgentState::absent;
    }
    const auto simulation = empty.simulation(backend, methods);
    CHECK(error_of(*simulation, change) == "no error");
    simulation->advance(40);
    expected->advance(40);
    check_equal(*simulation, *expected);
    CHECK(simulation->arrived() == expected->arrived());
  }
}

PLETHOS_MATRIX_TEST("nobody sees agents that have left, and others take their ids") {
  const Setup scene = room(30);
  for (const MethodChoices& methods : all_methods()) {
    CAPTURE(methods.planner);
    Setup without = scene;
    without.agents[4].state = without.agents[17].state = AgentState::absent;
    const auto expected = without.simulation(backend, methods);
    const auto simulation = scene.simulation(backend, methods);
    simulation->apply({.leaving = {4, 17}});
    for (Simulation* both : {simulation.get(), expected.get()}) both->advance(30);
    Frame frame;
    simulation->read(frame);
    CHECK(frame.present[4] == 0);
    CHECK(frame.present[17] == 0);
    CHECK(frame.present[5] == 1);
    Frame other;
    expected->read(other);
    for (std::size_t i = 0; i < 30; ++i) {
      if (i == 4 || i == 17) continue;
      CHECK(frame.x[i] == other.x[i]);
      CHECK(frame.y[i] == other.y[i]);
    }
    AgentRecord guest;
    guest.position = {9, -9};
    guest.radius = 0.15f;
    guest.preferred_speed = 0;
    simulation->apply({.joining = {guest}});
    simulation->advance(1);
    simulation->read(frame);
    CHECK(frame.present[4] == 1);
    CHECK(frame.present[17] == 0);
    CHECK(frame.x[4] == doctest::Approx(9).epsilon(0.01));
  }
}

/// Edits rows of a saved crowd as a change of agents has to.
class RowEditor {
 public:
  RowEditor(simulation::SavedSlab& saved, std::span<const AgentRecord> agents) : saved_(saved) {
    for (const AgentRecord& agent : agents) reciprocity_.push_back(agent.reciprocity);
  }

  std::int32_t state(std::int64_t id) const { return static_cast<std::int32_t>(word_of(saved_, id, "state")); }
  void apply(const WorldChange& change) {
    for (const std::int64_t id : change.leaving) {
      for (const std::size_t word : {0u, 1u}) word_of(saved_, id, "velocity", word) = 0;
      yield(id, absent_state, 0);
    }
    for (const auto& [id, goal] : change.goals_of_agents) {
      word_of(saved_, id, "goal") = static_cast<std::uint32_t>(goal);
      yield(id, active_state, reciprocity_[static_cast<std::size_t>(id)]);
    }
    std::int64_t id = 0;
    for (const AgentRecord& record : change.joining) {
      while (state(id) != absent_state) ++id;
      put(id, "position", record.position.x, record.position.y);
      put(id, "velocity", record.velocity.x, record.velocity.y);
      put(id, "radius", record.radius);
      put(id, "preferred_speed", record.preferred_speed);
      put(id, "maximum_speed", record.maximum_speed);
      put(id, "maximum_acceleration", record.maximum_acceleration);
      put(id, "goal_radius", record.goal_radius);
      put(id, "aggression", record.aggression);
      word_of(saved_, id, "goal") = static_cast<std::uint32_t>(record.goal);
      reciprocity_[static_cast<std::size_t>(id)] = record.reciprocity;
      yield(id, static_cast<std::int32_t>(record.state), record.state == AgentState::active ? record.reciprocity : 0);
    }
  }

 private:
  template <class... Floats>
  void put(std::int64_t id, const char* field, Floats... values) {
    std::size_t word = 0;
    ((word_of(saved_, id, field, word++) = std::bit_cast<std::uint32_t>(values)), ...);
  }
  /// Gives an agent a state and a reciprocity, and nothing to remember.
  void yield(std::int64_t id, std::int32_t state, float reciprocity) {
    word_of(saved_, id, "state") = static_cast<std::uint32_t>(state);
    put(id, "reciprocity", reciprocity);
    for (const simulation::RowField& field : saved_.crowd.fields) {
      if (field.name != "memory" && field.name != "lacked" && field.name != "preferred_velocity") continue;
      for (std::int32_t word = 0; word < field.words; ++word) word_of(saved_, id, field.name.c_str(), static_cast<std::size_t>(word)) = 0;
    }
  }

  simulation::SavedSlab& saved_;
  std::vector<float> reciprocity_;
};

PLETHOS_MATRIX_TEST("a change of agents changes those that it names, wherever they lie, and nobody else") {
  Random random("change of agents");
  Setup scene = room(60);
  scene.world.moving.clear();
  scene.world.goals = {{-6, 0}, {-8, 6}, {-8, -6}};
  for (std::size_t i = 0; i < 60; ++i) {
    AgentRecord& agent = scene.agents[i];
    agent.goal = static_cast<std::int32_t>(i % 3);
    agent.goal_radius = 3;
    agent.reciprocity = random.between(0.2f, 0.8f);
    if (i % 7 == 3) agent.state = AgentState::absent;
    if (i % 11 == 4) agent.state = AgentState::passive;
  }
  for (MethodChoices methods : all_methods()) {
    CAPTURE(methods.planner);
    // The approximate search of a crowd that goes on from a saved one may miss other neighbors.
    if (methods.neighbors == "hash") methods.neighbors = "grid";
    const auto simulation = scene.simulation(backend, methods);
    simulation::SavedSlab expected;
    RowEditor rows(expected, scene.agents);
    for (int round = 0; round < 8; ++round) {
      CAPTURE(round);
      simulation->advance(random.integer(1, 30));
      expected = simulation->checkpointing().save_slab();
      WorldChange change;
      std::int64_t free = 0;
      for (std::int64_t id = 0; id < 60; ++id) {
        const std::int32_t state = rows.state(id);
        const bool leaves = state != absent_state && random.once_in(20);
        if (leaves) change.leaving.push_back(id);
        if (state == absent_state || leaves) ++free;
        if (leaves || state == absent_state || state == passive_state || !random.once_in(8)) continue;
        change.goals_of_agents.insert(change.goals_of_agents.begin(), {id, random.integer(0, 2)});
      }
      for (std::int64_t joins = std::min<std::int64_t>(free, random.integer(0, 3)); joins > 0; --joins) {
        AgentRecord guest;
        guest.position = {random.between(4, 10), random.between(-9, 9)};
        guest.radius = random.between(0.18f, 0.2f);
        guest.reciprocity = random.between(0.2f, 0.8f);
        guest.goal = random.integer(0, 2);
        if (random.once_in(3)) guest.state = AgentState::passive;
        change.joining.push_back(guest);
      }
      rows.apply(change);
      simulation->apply(change);
      CHECK(simulation->checkpointing().save_slab().rows == expected.rows);
      // It counts who stands.
      const auto other = scene.simulation(backend, methods);
      other->checkpointing().load_slab(expected);
      CHECK(simulation->working() == other->working());
      for (Simulation* both : {simulation.get(), other.get()}) both->advance(17);
      check_equal(*simulation, *other);
      CHECK(simulation->working() == other->working());
      CHECK(simulation->arrived() == other->arrived());
    }
  }
}

PLETHOS_MATRIX_TEST("goals move, and agents head for others, also those that have arrived") {
  Setup scene;
  scene.world.goals = {{3, 0}, {0, 4}, {0, -4}, {3, 2}};
  scene.world.bounds = {{-6, -6}, {6, 6}};
  scene.agents.resize(3);
  for (std::size_t i = 0; i < 3; ++i) {
    scene.agents[i].position = {0, 0.9f * static_cast<float>(i) - 0.9f};
    scene.agents[i].reciprocity = 0.25f;
  }
  scene.agents[1].goal = 3;
  scene.agents[2].goal = 1;
  for (const std::string planner : {"straight", "roadmap"}) {
    CAPTURE(planner);
    const auto simulation = scene.simulation(backend, {"orca", "grid", "none", planner});
    simulation->advance(120);
    CHECK(simulation->arrived() == 3);
    simulation->apply({.goals = {{0, {-3, 0}}}, .goals_of_agents = {{0, 0}, {2, 2}}});
    CHECK(simulation->arrived() == 3);
    simulation->advance(1);
    const simulation::SavedSlab under_way = simulation->checkpointing().save_slab();
    CHECK(word_of(under_way, 0, "state") == active_state);
    CHECK(std::bit_cast<float>(word_of(under_way, 0, "reciprocity")) == 0.25f);
    CHECK(word_of(under_way, 1, "state") != active_state);
    simulation->advance(160);
    CHECK(simulation->arrived() == 5);
    Frame frame;
    simulation->read(frame);
    CHECK(std::hypot(frame.x[0] + 3, frame.y[0]) < 0.3f);
    CHECK(std::hypot(frame.x[1] - 3, frame.y[1] - 2) < 0.3f);
    CHECK(std::hypot(frame.x[2], frame.y[2] + 4) < 0.3f);
    // All are at rest, and a step moves nobody.
    simulation->advance(32);
    CHECK(simulation->working() == 0);
    simulation->apply({.goals_of_agents = {{1, 1}}});
    CHECK(simulation->working() > 0);
    simulation->advance(200);
    CHECK(simulation->arrived() == 6);
  }
}

/// Makes two rooms with two doors between them, as cells, and agents that walk from one room to the other.
Setup rooms_of_cells() {
  Setup scene;
  scene.world = world_of(map_of({"...........", ".....@.....", ".....@.....", ".....@.....", "..........."}));
  scene.world.polygons = {{{{5, 1}, {6, 1}, {6, 4}, {5, 4}}}};
  scene.world.bounds = {{0, 0}, {11, 5}};
  for (std::int32_t row = 0; row < 5; ++row) {
    AgentRecord agent;
    agent.position = scene.world.grid->center({1, row});
    agent.radius = 0.2f;
    agent.goal_radius = 0.4f;
    agent.goal = row;
    scene.agents.push_back(agent);
    scene.world.goals.push_back(scene.world.grid->center({9, row}));
  }
  scene.parameters.leave_on_arrival = true;
  return scene;
}

/// Returns the change by which the cells of the door in a row cost so much.
WorldChange door_costs(const WorldGrid& grid, std::int32_t row, std::int32_t cost) {
  WorldChange change;
  for (std::int32_t x = 4; x <= 6; ++x) change.cells.emplace_back(grid.index(x, row), cost);
  return change;
}

PLETHOS_MATRIX_TEST("cells that cost more from now on are those of a world that begins so, bit for bit, with every planner") {
  const Setup scene = rooms_of_cells();
  const auto all_cost = [&](std::int32_t cost) {
    WorldChange change;
    for (std::size_t cell = 0; cell < scene.world.grid->passable.size(); ++cell) {
      if (scene.world.grid->passable[cell] != 0) change.cells.emplace_back(static_cast<std::int64_t>(cell), cost);
    }
    return change;
  };
  for (const std::string planner : {"straight", "roadmap", "astar", "dijkstra", "jps", "rtaa", "pha", "gates", "wavefront", "quadtree",
                                    "bvp", "bvp-published", "bvp-global"}) {
    CAPTURE(planner);
    const bool takes_costs = planner != "jps" && planner != "quadtree";
    const auto changed = scene.simulation(backend, {"orca", "grid", "none", planner});
    changed->apply(takes_costs ? door_costs(*scene.world.grid, 4, 50) : all_cost(50));
    const WorldChange last = takes_costs ? door_costs(*scene.world.grid, 4, 9) : all_cost(9);
    // Of a cell that is named twice, the last cost counts.
    WorldChange twice = takes_costs ? door_costs(*scene.world.grid, 4, 3) : all_cost(3);
    twice.cells.insert(twice.cells.end(), last.cells.begin(), last.cells.end());
    changed->apply(twice);
    Setup begins = scene;
    WorldGrid grid = *scene.world.grid;
    grid.cost.assign(grid.passable.size(), 1);
    for (const auto& [cell, cost] : last.cells) grid.cost[static_cast<std::size_t>(cell)] = cost;
    begins.world.grid = std::make_shared<const WorldGrid>(grid);
    const auto expected = begins.simulation(backend, {"orca", "grid", "none", planner});
    for (Simulation* both : {changed.get(), expected.get()}) both->advance(60);
    check_equal(*changed, *expected);
    // The scene's own grid is as it was.
    CHECK(scene.world.grid->cost.empty());
  }
}

PLETHOS_MATRIX_TEST("agents under way turn to the other door when theirs becomes slow, and back when it is fast again") {
  const Setup scene = rooms_of_cells();
  for (const std::string planner : {"astar", "dijkstra"}) {
    CAPTURE(planner);
    const auto most_in_south = [&](bool fast_again) {
      const auto simulation = scene.simulation(backend, {"orca", "grid", "none", planner});
      simulation->advance(20);
      simulation->apply(door_costs(*scene.world.grid, 4, 30));
      simulation->advance(4);
      if (fast_again) simulation->apply(door_costs(*scene.world.grid, 4, 1));
      Frame frame;
      std::vector<bool> south(scene.agents.size());
      for (int step = 0; step < 500; ++step) {
        simulation->advance(1);
        simulation->read(frame);
        for (std::size_t i = 0; i < south.size(); ++i) {
          if (frame.present[i] != 0 && frame.x[i] > 5 && frame.x[i] < 6 && frame.y[i] < 1) south[i] = true;
        }
      }
      CHECK(simulation->arrived() == 5);
      return std::count(south.begin(), south.end(), true);
    };
    CHECK(most_in_south(false) == 0);
    CHECK(most_in_south(true) >= 2);
  }
}

TEST_CASE("changes of cells that do not fit are refused whole") {
  const backends::Backend backend = backends::make_backend({"serial", "scalar", 1});
  const Setup scene = rooms_of_cells();
  const auto error = [&](const std::string& planner, const WorldChange& change) {
    const MethodChoices methods{"orca", "grid", "none", planner};
    const auto simulation = scene.simulation(backend, methods);
    const auto expected = scene.simulation(backend, methods);
    for (Simulation* both : {simulation.get(), expected.get()}) both->advance(10);
    const std::string message = error_of(*simulation, change);
    for (Simulation* both : {simulation.get(), expected.get()}) both->advance(40);
    check_equal(*simulation, *expected);
    return message;
  };
  const auto with_cell = [](std::int64_t cell, std::int32_t cost) { return WorldChange{.cells = {{0, 3}, {cell, cost}}, .leaving = {0}}; };
  CHECK(error("astar", with_cell(55, 2)) == "change: cell: found 55, expected a number below 55");
  CHECK(error("astar", with_cell(-1, 2)) == "change: cell: found -1, expected a number below 55");
  CHECK(error("astar", with_cell(16, 2)) ==
        "change: cell 16: found a blocked cell, expected a passable one; obstacles that move block and free");
  CHECK(error("astar", with_cell(1, 0)) == "change: cell 1: cost: found 0, expected at least 1");
  CHECK(error("astar", with_cell(1, -4)) == "change: cell 1: cost: found -4, expected at least 1");
  CHECK(error("astar", with_cell(1, 2'000'000'000)).starts_with("grid: cost: found 2000000000, expected at most "));
  CHECK(error("jps", with_cell(1, 2)) ==
        "jps: found cells of costs 1 to 3, expected the same cost everywhere; astar and dijkstra take costs");
  Setup without = scene;
  without.world.grid = nullptr;
  const auto straight = without.simulation(backend, {"orca", "grid", "none", "straight"});
  CHECK(error_of(*straight, with_cell(1, 2)) == "change: cell 0: found a world without a grid, expected a world with one");
  // A planner that takes no costs takes those that are the same everywhere; others do not mind them.
  WorldChange all;
  for (std::int64_t cell = 0; cell < 55; ++cell) {
    if (scene.world.grid->passable[static_cast<std::size_t>(cell)] != 0) all.cells.emplace_back(cell, 3);
  }
  CHECK(error_of(*scene.simulation(backend, {"orca", "grid", "none", "jps"}), all) == "no error");
  CHECK(error_of(*scene.simulation(backend, {"orca", "grid", "none", "straight"}), with_cell(1, 2)) == "no error");
}

TEST_CASE("a change that does not fit is refused whole") {
  Setup scene = room(3);
  scene.agents[1].state = AgentState::absent;
  scene.agents[2].state = AgentState::passive;
  scene.world.add_exit({{{{8, -1}, {8, 1}}}, {{{8, -1}, {8, 1}}}});
  const auto simulation = scene.simulation(backends::make_backend({"serial", "scalar", 1}), {"orca", "grid", "none", "roadmap"});
  const auto expected = scene.simulation(backends::make_backend({"serial", "scalar", 1}), {"orca", "grid", "none", "roadmap"});
  const float nan = std::nanf("");
  MovingObstacle line;
  line.outline.vertices = {{0, 0}, {1, 0}};
  AgentRecord guest;
  guest.radius = 0.2f;
  const auto joining = [&](const auto& breaks) {
    AgentRecord other = guest;
    breaks(other);
    return error_of(*simulation, {.leaving = {0}, .joining = {other}});
  };
  CHECK(error_of(*simulation, {.obstacles = {{2, line}}}) == "change: moving obstacle: found 2, expected a number below 2");
  CHECK(error_of(*simulation, {.obstacles = {{0, line}}}) == "change: moving obstacle 0: vertices: found 2 vertices, expected at least 3");
  MovingObstacle bow;
  bow.outline.vertices = {{0, 0}, {4, 0}, {1, 3}, {3, 3}};
  CHECK(error_of(*simulation, {.new_obstacles = {bow}})
            .starts_with("change: new obstacle: vertices: found an edge from (3, 3) to (0, 0) that meets the one from (4, 0) to (1, 3), "));
  CHECK(error_of(*simulation, {.new_obstacles = {line}}) == "change: new obstacle: vertices: found 2 vertices, expected at least 3");
  MovingObstacle far = line;
  far.outline.vertices = {{0, 0}, {1e20f, 0}, {0, 1}};
  CHECK(error_of(*simulation, {.new_obstacles = {far}}) ==
        "change: new obstacle: vertices: found the vertex (1e+20, 0), expected finite numbers, at most 1e9 m from the origin");
  CHECK(error_of(*simulation, {.goals = {{-1, {0, 0}}}}) == "change: goal: found -1, expected a number below 4");
  CHECK(error_of(*simulation, {.goals = {{3, {0, 0}}}}) == "change: goal 3: found an exit, expected a goal that is a point");
  CHECK(error_of(*simulation, {.goals = {{0, {nan, 0}}}}) ==
        "change: goal 0: found (nan, 0), expected finite numbers, at most 1e9 m from the origin");
  CHECK(error_of(*simulation, {.goals_of_agents = {{3, 0}}}) == "change: agent: found 3, expected a number below 3");
  CHECK(error_of(*simulation, {.goals_of_agents = {{1, 0}}}) == "change: agent 1: found one that is absent, expected one that is there");
  CHECK(error_of(*simulation, {.goals_of_agents = {{2, 0}}}) ==
        "change: agent 2: found a passive agent, expected one that heads for a goal");
  CHECK(error_of(*simulation, {.goals_of_agents = {{0, 4}}}) == "change: agent 0: goal: found 4, expected a number below 4");
  CHECK(error_of(*simulation, {.groups_of_agents = {{0, 1}}}) == "change: agent 0: group: found 1, expected a number below 1");
  CHECK(error_of(*simulation, {.groups_of_agents = {{0, -1}}}) == "change: agent 0: group: found -1, expected a number below 1");
  CHECK(error_of(*simulation, {.groups_of_agents = {{1, 0}}}) == "change: agent 1: found one that is absent, expected one that is there");
  CHECK(error_of(*simulation, {.leaving = {-1}}) == "change: agent: found -1, expected a number below 3");
  CHECK(error_of(*simulation, {.joining = {guest, guest}}) ==
        "change: agent that joins: found 3 agents that are there, expected a free id, of an agent that is absent");
  CHECK(joining([&](AgentRecord& a) { a.position.x = nan; }) ==
        "change: agent that joins: position: found (nan, 0), expected finite numbers, at most 1e9 m from the origin");
  CHECK(joining([&](AgentRecord& a) { a.velocity.y = nan; }) ==
        "change: agent that joins: velocity: found (0, nan), expected finite numbers");
  CHECK(joining([](AgentRecord& a) { a.radius = 0.3f; }).starts_with("change: agent that joins: radius: found 0.3"));
  CHECK(joining([](AgentRecord& a) { a.radius = 0; }).starts_with("change: agent that joins: radius: found 0"));
  CHECK(joining([](AgentRecord& a) { a.state = AgentState::arrived; }).starts_with("change: agent that joins: state: found"));
  CHECK(joining([](AgentRecord& a) { a.group = 1; }) == "change: agent that joins: group: found 1, expected a number below 1");
  CHECK(joining([](AgentRecord& a) { a.goal = 9; }) == "change: agent that joins: goal: found 9, expected a number below 4");
  for (Simulation* both : {simulation.get(), expected.get()}) both->advance(40);
  check_equal(*simulation, *expected);
}

}  // namespace plethos::tests
