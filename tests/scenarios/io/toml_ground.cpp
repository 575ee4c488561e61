#include "tests/scenarios/io/toml_parsed.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::scenarios::parsed;
using namespace plethos::tests;

TEST_CASE("walkable ground has outlines, holes and doors") {
  const Scenario scenario = parse(
      "walkable = [[[-5, -5], [10, -5], [10, 5], [-5, 5]],\n  [[4, -1], [6, -1], [6, 1], [4, 1]]]\n"
      "[[group]]\nstart.positions = [[0, 0], [2, 0]]\ngoal.exit = [[10, -1], [10, 1]]\n[roadmap]\ncorners = true\n");
  const World& world = scenario.world;
  CHECK(world.walkable.size() == 2);
  CHECK(world.is_walkable({0, 0}));
  CHECK_FALSE(world.is_walkable({5, 0}));
  REQUIRE(world.polygons.size() == 2);
  CHECK(world.polygons[0].vertices.front() == Vec2{10, 1});
  CHECK(world.polygons[0].vertices.back() == Vec2{10, -1});
  CHECK(world.polygons[1].vertices.size() == 5);
  CHECK(world.exits[0].landings.size() == 1);
  // At the corners of the hole, and none off the ground.
  CHECK(scenario.methods.roadmap_nodes.size() >= 4);
  for (const Vec2 node : scenario.methods.roadmap_nodes) CHECK(world.is_walkable(node));
  // A single outline needs no list around it.
  CHECK(parse("walkable = [[-5, -5], [10, -5], [10, 5], [-5, 5]]\n[[group]]\nstart.positions = [[0, 0]]\ngoal.point = [3, 3]\n")
            .world.walkable.size() == 1);
}

TEST_CASE("outlines of the ground and of exits may repeat their first point") {
  const Scenario closed = parse(
      "walkable = [[[-5, -5], [10, -5], [10, 5], [-5, 5], [-5, -5]]]\n[[group]]\nstart.positions = [[0, 0]]\n"
      "goal.exit = [[[6, -2], [8, -2], [8, 2], [6, -2]], [[9, 3], [9, 4]]]\n");
  CHECK(closed.world.walkable[0].size() == 4);
  CHECK(closed.world.exits[0].outlines[0].size() == 3);
  CHECK(closed.world.exits[0].outlines[1].size() == 2);
  CHECK(parse("walkable = [[-5, -5], [10, -5], [10, 5], [-5, 5], [-5, -5]]\n[[group]]\nstart.positions = [[0, 0]]\ngoal.point = [3, 3]\n")
            .world.walkable[0]
            .size() == 4);
}

TEST_CASE("a room keeps its exits, however far from the origin float32 can tell its places apart") {
  for (const int at : {0, 50'000, -100'000, 1'000'000}) {
    CAPTURE(at);
    const auto place = [&](int x, int y) { return "[" + std::to_string(at + x) + ", " + std::to_string(at + y) + "]"; };
    const std::string room = place(0, 0) + ", " + place(20, 0) + ", " + place(20, 12) + ", " + place(0, 12);
    for (const std::string& door : {place(20, 4) + ", " + place(20, 8), place(8, 0) + ", " + place(12, 0)}) {
      const Scenario scenario = parse("walkable = [" + room + "]\n[[group]]\nstart.positions = [" + place(4, 5) + "]\ngoal.exit = [" +
                                      door + "]\n[agent]\nradius = 0.5\n");
      CHECK(scenario.world.exits.size() == 1);
    }
  }
}

TEST_CASE("a grid has the cells in which the largest agent can stand") {
  const std::string wall = "[[polygon]]\nvertices = [[5, -20], [5, 20]]\nclosed = false\n";
  const std::string bounds = "[bounds]\nlow = [-4, -4]\nhigh = [12, 4]\n";
  CHECK(parse(group).world.grid == nullptr);
  const Scenario scenario =
      parse(group + wall + "[agent]\nradius = 0.4\n[bounds]\nlow = [-4, -20]\nhigh = [12, 20]\n[grid]\ncell_size = 0.5\n");
  REQUIRE(scenario.world.grid != nullptr);
  const WorldGrid& grid = *scenario.world.grid;
  CHECK(grid.width == 32);
  CHECK(grid.height == 80);
  CHECK(grid.cell_size == 0.5f);
  CHECK(grid.origin == Vec2{-4, -20});
  // The cells beside the wall, as far as 0.4 m reach into them.
  for (const float x : {4.25f, 4.75f, 5.25f, 5.75f}) CHECK(grid.is_passable(grid.cell_at({x, 1})) == (x < 4.5f || x > 5.5f));
  CHECK(error_of(group + bounds + "[grid]\n") == "f.toml:7: grid.cell_size: found nothing, expected the side of a cell in metres");
  CHECK(contains(error_of(group + bounds + "[[polygon]]\nvertices = [[5, -3], [5, 3]]\nclosed = false\n[grid]\ncell_size = 1e4\n"),
                 "grid.cell_size: found 10000 m, with which no cell is free, expected a smaller side"));
  CHECK(contains(error_of(group + bounds + "[grid]\ncell_size = 0\n"), "f.toml:8: grid.cell_size: found 0, expected"));
  CHECK(contains(error_of(group + bounds + "[grid]\ncell = 1\n"), "f.toml:8: grid.cell: unknown key"));
  CHECK(contains(error_of(group + "[bounds]\nlow = [-4e4, -4e4]\nhigh = [4e4, 4e4]\n[grid]\ncell_size = 0.01\n"),
                 "f.toml:7: grid: cell_size: found 0.01 m, which makes"));
  CHECK(contains(error_of("[builder]\nname = \"circle\"\n[grid]\ncell_size = 1\n"), "f.toml:3: grid: found a grid beside [builder]"));
}

TEST_CASE("regions are filled on walkable ground alone, and who starts off it is no error") {
  const std::string ground = "walkable = [[0, 0], [10, 0], [10, 5], [0, 5]]\n";
  const Scenario scenario = parse(ground + "[[group]]\ncount = 60\nstart.rectangle = [[-10, -10], [20, 20]]\ngoal.point = [5, 2]\n");
  for (const AgentRecord& agent : scenario.agents) {
    CHECK(agent.position.x >= 0.249f);
    CHECK(agent.position.x <= 9.751f);
    CHECK(agent.position.y >= 0.249f);
    CHECK(agent.position.y <= 4.751f);
  }
  CHECK(contains(error_of(ground + "[[group]]\ncount = 600\nstart.rectangle = [[-10, -10], [20, 20]]\ngoal.point = [5, 2]\n"),
                 "found 600 agents of radius 0.25 m, expected at most"));
  CHECK(parse(ground + "[[group]]\nstart.positions = [[-3, 1], [0.1, 1], [5, 1]]\ngoal.point = [5, 2]\n").agents.size() == 3);
}

TEST_CASE("ground that cannot be") {
  const std::string walkers = "[[group]]\nstart.positions = [[0, 0], [2, 0]]\n";
  const std::string square = "[[-5, -5], [9, -5], [9, 9], [-5, 9]]";
  const auto error = [&](const std::string& ground, const std::string& goal = "goal.point = [8, 8]\n") {
    return error_of("walkable = " + ground + "\n" + walkers + goal);
  };
  CHECK(error(square) == "no error");
  CHECK(error("[[0, 0], [1, 1]]") ==
        "f.toml:1: walkable: found an array of 2, expected a list [[x, y], ...] of at least 3 points, or a list of such lists");
  CHECK(contains(error("[" + square + ",\n [[0, 5], [1, 1]]]"), "f.toml:2: walkable: found an array of 2"));
  CHECK(contains(error("true"), "f.toml:1: walkable: found true"));
  CHECK(contains(error("[[0, 0], [4, 4], [4, 0], [0, 4]]"), "f.toml:1: walkable: found an edge from (4, 0) to (0, 4) that meets"));
  CHECK(
      contains(error("[" + square + ",\n [[8, 0], [12, 0], [12, 3], [8, 3]]]"), "expected outlines that do not cross or touch each other"));
  CHECK(error(square, "goal.point = [20, 8]\n") ==
        "f.toml:4: group.goal: found the goal (20, 8) off the walkable ground, expected a free place");
  CHECK(error(square, "goal.exit = [[20, 8], [20, 9]]\n") ==
        "f.toml:4: group.goal.exit: found an exit off the walkable ground, expected a free place on it");
  CHECK(contains(error(square, "goal.point = [8, 8]\n[roadmap]\nnodes = [[30, 3]]\n"), "found the node (30, 3) off the walkable ground"));
  CHECK(contains(error_of("walkable = " + square + "\n[builder]\nname = \"circle\"\n"), "found a walkable beside [builder]"));
}
