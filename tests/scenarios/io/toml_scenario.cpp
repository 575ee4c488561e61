#include "scenarios/io/toml_scenario.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::tests;

namespace {

Scenario parse(const std::string& text, const ScenarioRequest& request = {}) { return parse_toml_scenario(text, "f.toml", request); }

std::string error_of(const std::string& text, const ScenarioRequest& request = {}) {
  return input_error([&] { parse(text, request); });
}

const std::string group = "[[group]]\nstart.positions = [[0, 0], [2, 0]]\ngoal.point = [10, 0]\n";

/// Returns two agents more, `y` metres from those of `group`.
std::string group_at(const std::string& y) {
  return "[[group]]\nstart.positions = [[0, " + y + "], [2, " + y + "]]\ngoal.point = [10, " + y + "]\n";
}

ScenarioRequest asking_for(std::int64_t agents) {
  ScenarioRequest request;
  request.agents = agents;
  return request;
}

}  // namespace

TEST_CASE("a file with everything in it") {
  const Scenario scenario = parse(R"(
name = "everything"
description = "each key once"

[parameters]
time_step = 0.05
samples = 64
seed = 12

[agent]
radius = 0.2
preferred_speed = [1.0, 1.5]

[[group]]
name = "first"
count = 20
start.rectangle = [[-20, -5], [-10, 5]]
start.arrangement = "grid"
start.gap = 0.2
goal.offset = [30, 0]
maximum_speed = 3

[[group]]
name = "second"
start.positions = [[0, 20], [2, 20]]
goal.points = [[0, -20], [2, -20]]
radius = 0.3
reciprocity = 1

[[group]]
name = "cars"
count = 2
passive = true
velocity = [0, 4]
start.disc = { center = [30, 0], radius = 3 }

[[polygon]]
vertices = [[-1, -1], [1, -1], [1, 1], [-1, 1]]

[[polygon]]
vertices = [[5, 5], [6, 8]]
closed = false

[bounds]
low = [-40, -40]
high = [40, 40]
)");
  CHECK(scenario.name == "everything");
  CHECK(scenario.description == "each key once");
  CHECK(scenario.parameters.time_step == 0.05f);
  CHECK(scenario.methods.values.at("samples") == 64);
  CHECK(scenario.parameters.seed == 12);
  CHECK(scenario.groups == std::vector<std::string>{"first", "second", "cars"});
  REQUIRE(scenario.agents.size() == 24);
  bool speeds_differ = false;
  for (std::size_t i = 0; i < 20; ++i) {
    const AgentRecord& agent = scenario.agents[i];
    CHECK(agent.group == 0);
    CHECK(agent.radius == 0.2f);
    CHECK(agent.maximum_speed == 3);
    CHECK(agent.preferred_speed >= 1);
    CHECK(agent.preferred_speed <= 1.5f);
    speeds_differ = speeds_differ || agent.preferred_speed != scenario.agents[0].preferred_speed;
    CHECK(scenario.world.goals[static_cast<std::size_t>(agent.goal)] == agent.position + Vec2{30, 0});
  }
  CHECK(speeds_differ);
  CHECK(scenario.agents[21].position == Vec2{2, 20});
  CHECK(scenario.world.goals[static_cast<std::size_t>(scenario.agents[21].goal)] == Vec2{2, -20});
  CHECK(scenario.agents[20].radius == 0.3f);
  CHECK(scenario.agents[20].reciprocity == 1);
  CHECK(scenario.agents[22].state == AgentState::passive);
  CHECK(scenario.agents[22].velocity == Vec2{0, 4});
  CHECK(length(scenario.agents[23].position - Vec2{30, 0}) <= 3);
  CHECK(scenario.world.polygons.size() == 2);
  CHECK_FALSE(scenario.world.polygons[1].closed);
  CHECK(scenario.world.bounds.low == Vec2{-40, -40});
}

TEST_CASE("a roadmap's nodes are listed or lie at the corners") {
  const std::string square = "[[polygon]]\nvertices = [[4, 4], [6, 4], [6, 6], [4, 6]]\n";
  const auto nodes = [&](const std::string& text) { return parse(group + square + text).methods.nodes; };
  CHECK(nodes("").empty());
  CHECK(nodes("[roadmap]\nnodes = [[1, 2], [3, 4.5]]\n") == std::vector<Vec2>{{1, 2}, {3, 4.5f}});
  CHECK(nodes("[roadmap]\ncorners = true\n").size() == 4);
  CHECK(parse(group + "[roadmap]\nnodes = [[1, 99]]\n").world.bounds.contains({1, 99}));
  const auto error = [&](const std::string& text) { return error_of("[roadmap]\n" + text + group + square); };
  CHECK(error("") == "f.toml:1: roadmap.nodes: found nothing, expected nodes = [[x, y], ...] in metres, or corners = true");
  CHECK(error("corners = false\n") ==
        "f.toml:1: roadmap.nodes: found nothing, expected nodes = [[x, y], ...] in metres, or corners = true");
  CHECK(error("nodes = [[1, 1]]\ncorners = true\n") == "f.toml:3: roadmap.corners: found corners beside nodes, expected one of them");
  CHECK(contains(error("nodes = [[1, nan]]\n"), "f.toml:2: roadmap.nodes: found nan"));
  CHECK(contains(error("node = [[1, 1]]\n"), "f.toml:2: roadmap.node: unknown key 'node'; did you mean 'nodes'?"));
  CHECK(error("nodes = [[1, 1],\n  [5, 5]]\n") ==
        "f.toml:3: roadmap.nodes: found the node (5, 5) inside an obstacle, expected a free place");
  CHECK(contains(error("nodes = [[1, 1],\n  [50, 5]]\n[bounds]\nlow = [-9, -9]\nhigh = [20, 20]\n"),
                 "f.toml:3: roadmap.nodes: found the node (50, 5), expected a place within the bounds"));
  CHECK(contains(error_of("[roadmap]\ncorners = true\n[builder]\nname = \"circle\"\n"), "found a roadmap beside [builder]"));
}

TEST_CASE("goals that lead on") {
  const std::string starts = "[[group]]\nstart.positions = [[0, 0], [2, 0]]\n";
  const auto world = [&](const std::string& goal) { return parse(starts + goal).world; };
  const std::string route = "goal.route = [[9, 0], [9, 9], [0, 9]]\n";
  const Scenario along = parse(starts + route);
  CHECK(along.world.goals == std::vector<Vec2>{{9, 0}, {9, 9}, {0, 9}});
  CHECK(along.agents[0].goal == 0);
  CHECK(along.agents[1].goal == 0);
  CHECK(along.world.next_goals == std::vector<std::int32_t>{1, 2});
  CHECK(along.world.next_goal(2) == -1);
  CHECK(world(route + "goal.endless = true\n").next_goals == std::vector<std::int32_t>{1, 2, 0});
  for (const std::string goal : {"goal.point = [9, 0]\n", "goal.points = [[9, 0], [9, 0]]\n"}) {
    CAPTURE(goal);
    CHECK(world(goal).next_goals.empty());
    const World there_and_back = world(goal + "goal.endless = true\n");
    CHECK(there_and_back.goals == std::vector<Vec2>{{9, 0}, {0, 0}, {9, 0}, {2, 0}});
    CHECK(there_and_back.next_goals == std::vector<std::int32_t>{1, 0, 3, 2});
  }
  CHECK(world("goal.offset = [9, 0]\ngoal.endless = true\n").goals == std::vector<Vec2>{{9, 0}, {0, 0}, {11, 0}, {2, 0}});

  const auto error = [&](const std::string& goal) { return error_of(starts + goal); };
  CHECK(error("goal.route = [[9, 0]]\n") == "f.toml:3: group.goal.route: found an array of 1, expected a list [[x, y], ...] of at least 2");
  CHECK(error("goal.route = [[9, 0], [9, 0]]\n") ==
        "f.toml:3: group.goal.route: found a place twice in a row, expected places that differ (float32)");
  CHECK(error("goal.route = [[9, 0], [8, 0], [9, 0]]\n") == "no error");
  CHECK(contains(error("goal.route = [[9, 0], [8, 0], [9, 0]]\ngoal.endless = true\n"), "found a place twice in a row"));
  CHECK(contains(error("goal.offset = [0, 0]\ngoal.endless = true\n"), "found the same place"));
  CHECK(contains(error("goal.route = [[9, 0], [5, 5]]\n[[polygon]]\nvertices = [[4, 4], [6, 4], [6, 6], [4, 6]]\n"),
                 "goal 1: found the goal (5, 5) inside an obstacle"));
}

TEST_CASE("agents of a group choose among listed goals") {
  const std::string starts = "[[group]]\nstart.positions = [[0, 0], [2, 0]]\n";
  const Scenario points = parse(starts + "goal.point = [5, 5]\n[[group]]\nstart.positions = [[0, 9], [4, 9], [8, 9]]\n" +
                                "goal.points = [[-3, 9], [11, 9]]\ngoal.choose = \"nearest\"\n");
  CHECK(points.world.goals == std::vector<Vec2>{{5, 5}, {-3, 9}, {11, 9}});
  CHECK(points.world.choices == std::vector<GoalRange>{{1, 3}});
  std::vector<std::int32_t> goals;
  for (const AgentRecord& agent : points.agents) goals.push_back(agent.goal);
  CHECK(goals == std::vector<std::int32_t>{0, 0, 1, 1, 2});

  // Every exit of a list is a goal.
  const std::string exits = "goal.exit = [[[9, -1], [9, 1]], [[-5, 0], [-6, 0], [-6, 1]]]\n";
  CHECK(parse(starts + exits).world.choices.empty());
  const Scenario doors =
      parse(starts + exits + "goal.choose = \"nearest\"\n[[group]]\nstart.positions = [[4, 0]]\ngoal.exit = [[9, -1], [9, 1]]\n");
  CHECK(doors.world.choices == std::vector<GoalRange>{{0, 2}});
  CHECK(doors.world.exits.size() == 2);
  CHECK(doors.world.exits[0].outlines == std::vector<std::vector<Vec2>>{{{9, -1}, {9, 1}}});
  CHECK(doors.world.exits[0].landings.size() == 1);
  CHECK(doors.world.exit_of_goal == std::vector<std::int32_t>{0, 1, 0});
  CHECK(doors.agents[0].goal == 1);
  CHECK(doors.agents[1].goal == 0);
  CHECK(doors.agents[2].goal == 2);
  // An exit that is too narrow for the largest agent is none to choose, but messages name the lines of the others.
  const std::string walls =
      "[[polygon]]\nclosed = false\nvertices = [[9, -9], [9, -0.2]]\n[[polygon]]\nclosed = false\nvertices = [[9, 0.2], [9, 9]]\n";
  const std::string narrow = starts + "goal.exit = [[[9, -1], [9, 1]],\n [[-5, 0], [-6, 0], [-6, 1]]]\ngoal.choose = \"nearest\"\n" + walls;
  CHECK(parse(narrow).world.exits.size() == 1);
  CHECK(parse(narrow).agents[1].goal == 0);
  CHECK(
      contains(error_of(narrow + "[bounds]\nlow = [-5.5, -20]\nhigh = [20, 20]\n"), "f.toml:4: group.goal.exit: found the point (-6, 0)"));
  // A crowd of another size chooses among the same goals.
  const Scenario many =
      parse("[[group]]\ncount = 4\nstart.rectangle = [[0, 0], [4, 4]]\ngoal.points = [[20, 2], [-20, 2]]\ngoal.choose = \"nearest\"\n",
            asking_for(50));
  CHECK(many.agents.size() == 50);
  CHECK(many.world.goals.size() == 2);

  const auto error = [&](const std::string& goal) { return error_of(starts + goal); };
  const std::string nearest = "\ngoal.choose = \"nearest\"\n";
  CHECK(error("goal.points = [[9, 0], [8, 0]]\ngoal.choose = \"last\"\n") ==
        "f.toml:4: group.goal.choose: found 'last', expected 'nearest'");
  CHECK(error("goal.point = [9, 0]" + nearest) ==
        "f.toml:4: group.goal.choose: found a choice without a list of goals, expected points or exit beside it");
  CHECK(contains(error("goal.points = [[9, 0], [8, 0]]\ngoal.endless = true" + nearest),
                 "f.toml:4: group.goal.endless: found true beside choose"));
  const std::string block = "[[polygon]]\nvertices = [[4, 4], [6, 4], [6, 6], [4, 6]]\n";
  CHECK(error("goal.points = [[9, 0],\n [5, 5]]" + nearest + block) ==
        "f.toml:4: group.goal: found the goal (5, 5) inside an obstacle, expected a free place");
  CHECK(error("goal.exit = [[[9, 0], [9, 1]],\n [[5, 5], [5, 5.5]]]" + nearest + block) ==
        "f.toml:4: group.goal.exit: found an exit inside an obstacle, expected a free place on it");
  const std::string bounds = "[bounds]\nlow = [-20, -20]\nhigh = [20, 20]\n";
  CHECK(contains(error("goal.points = [[9, 0],\n [50, 5]]" + nearest + bounds),
                 "f.toml:4: group.goal: found the goal (50, 5), expected a place within"));
  CHECK(contains(error("goal.exit = [[[9, 0], [9, 1]],\n [[50, 5], [5, 5.5]]]" + nearest + bounds),
                 "f.toml:4: group.goal.exit: found the point (50, 5)"));
}

TEST_CASE("what a file leaves out has defaults") {
  const Scenario scenario = parse(group);
  CHECK(scenario.name == "f");
  CHECK(scenario.groups[0] == "group 1");
  CHECK(scenario.agents[0].radius == AgentRecord{}.radius);
  CHECK(scenario.world.bounds.contains({10, 0}));
  CHECK(scenario.world.goals.size() == 1);
}

TEST_CASE("unknown keys name the nearest known one") {
  CHECK(error_of("nam = \"x\"\n" + group) == "f.toml:1: nam: unknown key 'nam'; did you mean 'name'?");
  CHECK(error_of("[parameters]\n\nneigbors = 3\n") == "f.toml:3: parameters.neigbors: unknown key 'neigbors'; did you mean 'neighbors'?");
  CHECK(error_of("[[group]]\ncount = 3\nstart.rectangel = [[0, 0], [1, 1]]\ngoal.point = [1, 1]\n") ==
        "f.toml:3: group.start.rectangel: unknown key 'rectangel'; did you mean 'rectangle'?");
  CHECK(contains(error_of("[[group]]\nradios = 1\n"), "f.toml:2: group.radios: unknown key 'radios'; did you mean 'radius'?"));
  CHECK(contains(error_of(group + "[[polygon]]\nvertexes = 1\n"),
                 "f.toml:5: polygon.vertexes: unknown key 'vertexes'; did you mean 'vertices'?"));
}

TEST_CASE("values that are not what they should be") {
  CHECK(error_of("name = 3\n" + group) == "f.toml:1: name: found 3, expected a text in quotes");
  CHECK(error_of("[parameters]\ntime_step = nan\n") == "f.toml:2: parameters.time_step: found nan, expected a number from 1e-06 to 10");
  CHECK(error_of("[parameters]\ntime_step = inf\n") == "f.toml:2: parameters.time_step: found inf, expected a number from 1e-06 to 10");
  CHECK(error_of("[parameters]\ntime_step = 0\n") == "f.toml:2: parameters.time_step: found 0, expected a number from 1e-06 to 10");
  CHECK(error_of("[parameters]\nsamples = 1.5\n") == "f.toml:2: parameters.samples: found 1.5, expected a whole number");
  CHECK(error_of("[parameters]\nsamples = \"many\"\n") == "f.toml:2: parameters.samples: found 'many', expected a number from 1 to 65536");
  CHECK(error_of("parameters = 3\n") == "f.toml:1: parameters: found 3, expected a table");
  CHECK(error_of("group = 3\n") == "f.toml:1: group: found 3, expected tables, each begun with [[group]]");
  CHECK(error_of("[agent]\nradius = -1\n") == "f.toml:2: agent.radius: found -1, expected a number from 0.001 to 1000");
  CHECK(contains(error_of("[agent]\nradius = [0.3, 0.2]\n"), "f.toml:2: agent.radius: found [0.3, 0.2], expected"));
  CHECK(contains(error_of("[agent]\nradius = [0.3, nan]\n"), "f.toml:2: agent.radius: found nan, expected"));
  CHECK(contains(error_of("[[group]]\ncount = 0\n"), "f.toml:2: group.count: found 0, expected a whole number from 1 to"));
  CHECK(contains(error_of("[[group]]\ncount = 2.5\n"), "f.toml:2: group.count: found 2.5, expected a whole number"));
  CHECK(contains(error_of("[[group]]\npassive = 1\n"), "f.toml:2: group.passive: found 1, expected true or false"));
  CHECK(contains(error_of("[[group]]\nstart.positions = [[0, 0],\n [nan, 1]]\ngoal.point = [1, 1]\n"),
                 "f.toml:3: group.start.positions: found nan, expected [x, y] in metres"));
  CHECK(contains(error_of("[[group]]\nstart.positions = [[0, 0, 0]]\ngoal.point = [1, 1]\n"),
                 "f.toml:2: group.start.positions: found an array of 3, expected [x, y]"));
  CHECK(contains(error_of("[[group]]\nstart.positions = [[0, 1e30]]\ngoal.point = [1, 1]\n"), "group.start.positions: found 1"));
  CHECK(contains(error_of("[[group]]\nstart.positions = []\ngoal.point = [1, 1]\n"),
                 "f.toml:2: group.start.positions: found an array of 0, expected a list [[x, y], ...] of at least 1"));
  CHECK(contains(error_of("[[group]]\nvelocity = 1979-05-27\n"), "f.toml:2: group.velocity: found a date or time, expected [x, y]"));
  CHECK(contains(error_of(group + "[[polygon]]\nvertices = [[0, 0], [1, 1]]\n"),
                 "f.toml:5: polygon.vertices: found an array of 2, expected a list [[x, y], ...] of at least 3"));
}

TEST_CASE("groups that are not whole") {
  CHECK(error_of("") == "f.toml:1: group: found none, expected at least one [[group]] of agents, or a [builder]");
  CHECK(error_of("\n[[group]]\ncount = 2\n") ==
        "f.toml:2: group.start: found nothing, expected start.rectangle, start.disc or start.positions");
  CHECK(error_of("[[group]]\nstart.positions = [[0, 0]]\n") ==
        "f.toml:1: group.goal: found nothing, expected goal.point, goal.points, goal.exit, goal.rectangle, goal.disc, goal.offset or "
        "goal.route");
  CHECK(error_of("[[group]]\nstart.rectangle = [[0, 0], [5, 5]]\ngoal.point = [9, 9]\n") ==
        "f.toml:1: group.count: found nothing, expected how many agents fill the region");
  CHECK(error_of("[[group]]\ncount = 3\nstart.positions = [[0, 0]]\ngoal.point = [9, 9]\n") ==
        "f.toml:3: group.start.positions: found 1 positions, expected 3, the count of the group");
  CHECK(error_of("[[group]]\nstart.positions = [[0, 0]]\ngoal.points = [[9, 9], [8, 8]]\n") ==
        "f.toml:3: group.goal.points: found 2 goals, expected 1, one for each agent");
  CHECK(error_of("[[group]]\ncount = 3\nstart.gap = 1\ngoal.point = [9, 9]\n") ==
        "f.toml:3: group.start: found none of its keys, expected one of positions, rectangle or disc");
  CHECK(error_of("[[group]]\nstart.positions = [[0, 0]]\ngoal.point = [9, 9]\ngoal.offset = [1, 1]\n") ==
        "f.toml:4: group.goal.offset: found both point and offset, expected one of them");
  CHECK(error_of("[[group]]\npassive = true\nstart.positions = [[0, 0]]\ngoal.point = [9, 9]\n") ==
        "f.toml:4: group.goal: found a goal, expected none: passive agents keep their velocity");
  CHECK(contains(error_of("[[group]]\ncount = 3\nstart.rectangle = [[5, 0], [0, 5]]\ngoal.point = [9, 9]\n"), "low below high"));
  CHECK(contains(error_of("[[group]]\ncount = 3\nstart.disc = {radius = 2}\ngoal.point = [9, 9]\n"),
                 "f.toml:3: group.start.disc.center: found nothing"));
  CHECK(contains(error_of("[[group]]\ncount = 3\nstart.disc = {center = [0, 0], radius = 2}\nstart.grow = \"west\"\ngoal.point = [9, 9]\n"),
                 "f.toml:4: group.start.grow: found 'west' for a disc, expected 'around' or 'none'"));
  CHECK(contains(error_of("[[group]]\ncount = 3\nstart.rectangle = [[0, 0], [5, 5]]\nstart.arrangement = \"line\"\ngoal.point = [9, 9]\n"),
                 "f.toml:4: group.start.arrangement: found 'line', expected 'random' or 'grid'"));
  CHECK(contains(error_of("[[group]]\ncount = 300\nstart.rectangle = [[0, 0], [5, 5]]\ngoal.point = [9, 9]\n"),
                 "f.toml:3: group.start: found 300 agents of radius 0.25 m, expected at most 64"));
}

TEST_CASE("scenes that cannot be name the line") {
  CHECK(contains(error_of("[[group]]\nstart.positions = [\n[0, 0],\n[0.1, 0]]\ngoal.point = [9, 9]\n"),
                 "f.toml:4: group.start.positions: found the start (0.1, 0) 0.1 m from that of f.toml:3: group.start.positions, expected"));
  const std::string house = "[[polygon]]\nvertices = [[-1, -1], [3, -1], [3, 1], [-1, 1]]\n";
  CHECK(contains(error_of(group + house), "f.toml:2: group.start.positions: found the start (0, 0) inside an obstacle"));
  CHECK(contains(error_of("[[group]]\nstart.positions = [[0, 1.1]]\ngoal.point = [9, 9]\n" + house),
                 "f.toml:2: group.start.positions: found the start (0, 1.1) overlapping a wall"));
  CHECK(contains(error_of("[[group]]\nstart.positions = [[0, 5]]\ngoal.point = [0, 0]\n" + house),
                 "f.toml:3: group.goal: found the goal (0, 0) inside an obstacle, expected a free place"));
  CHECK(contains(error_of("[[group]]\nstart.positions = [[0, 5], [0, 6]]\ngoal.points = [[5, 5],\n[0, 0]]\n" + house),
                 "f.toml:4: group.goal: found the goal (0, 0) inside an obstacle"));
  CHECK(contains(error_of(group + "[[polygon]]\nvertices = [[5, 5], [6, 6], [6, 6], [5, 6]]\n"),
                 "f.toml:5: polygon.vertices: found the vertex (6, 6) twice in a row"));
  CHECK(contains(error_of(group + "[bounds]\nlow = [-1, -1]\nhigh = [5, 5]\n"),
                 "f.toml:3: group.goal: found the goal (10, 0), expected a place within"));
  CHECK(contains(error_of(group + "[bounds]\nlow = [-1, -1]\nhigh = [-5, 5]\n"), "f.toml:5: bounds.low: found a corner"));
  CHECK(contains(error_of(group + "[bounds]\nlow = [-1, -1]\n"), "f.toml:4: bounds.high: found nothing"));
}

TEST_CASE("files that are not TOML") {
  CHECK(contains(error_of("name = \n"), "f.toml:1: syntax: found an error ("));
  CHECK(contains(error_of("a = 1\na = 2\n"), "f.toml:2: syntax: "));
  CHECK(contains(error_of(std::string("\x00\x01\xff", 3)), "f.toml:1: syntax: "));
  CHECK(contains(error_of("a = " + std::string(100000, '[')), "f.toml:1: syntax: "));
  CHECK(error_of("a = \"\xff\xfe\"").find('\n') == std::string::npos);
  const std::string text = "[parameters]\nsamples = 9\n[[group]]\nstart.positions = [[0, 0], [2, 0]]\ngoal.point = [10, 0]\n";
  for (std::size_t length = 0; length + 1 < text.size(); ++length) {
    CAPTURE(length);
    CHECK(error_of(text.substr(0, length)).starts_with("f.toml:"));
  }
}

TEST_CASE("files that cannot be read") {
  const TemporaryFolder folder;
  const std::string missing = folder.path("missing.toml");
  CHECK(input_error([&] { read_toml_scenario(missing); }) == missing + ": found no such file, expected a TOML scenario file");
  CHECK(contains(input_error([&] { read_toml_scenario(folder.path("")); }), "found a folder"));
  CHECK(contains(input_error([&] { read_toml_scenario(folder.write("empty.toml", "")); }), "empty.toml:1: group: found none"));
  CHECK(input_error([&] { read_toml_scenario("/dev/zero"); }) == "/dev/zero: found more than 16 MB, expected a smaller scenario file");
  CHECK(read_toml_scenario(folder.write("good.toml", group)).agents.size() == 2);
  CHECK(read_toml_scenario(folder.write("large.toml", group + "#" + std::string(200000, 'x') + "\n")).agents.size() == 2);
}

TEST_CASE("groups are scaled, with their regions") {
  const std::string text =
      "[[group]]\ncount = 30\nstart.rectangle = [[0, 0], [10, 10]]\nstart.grow = \"west\"\ngoal.point = [50, 5]\n"
      "[[group]]\ncount = 10\nstart.disc = {center = [30, 5], radius = 5}\ngoal.offset = [20, 0]\n";
  const Scenario scenario = parse(text, asking_for(400));
  REQUIRE(scenario.agents.size() == 400);
  int first = 0;
  for (const AgentRecord& agent : scenario.agents) {
    if (agent.group == 0) {
      ++first;
      CHECK(agent.position.x <= 10);
      CHECK(agent.position.x >= -90);
    } else {
      CHECK(length(agent.position - Vec2{30, 5}) <= 5 * std::sqrt(10.f));
    }
  }
  CHECK(first == 300);
  CHECK(parse(text, asking_for(1)).agents.size() == 1);
  CHECK(contains(error_of(group, asking_for(5)),
                 "f.toml:2: group.start.positions: found 5 agents asked for, expected 2: listed positions cannot be scaled"));
  CHECK(parse(group, asking_for(2)).agents.size() == 2);
}

TEST_CASE("settings win over the file, group fields over [agent]") {
  ScenarioRequest request;
  request.settings = {{"radius", 0.3}, {"samples", 10}};
  request.seed = 5;
  const Scenario scenario = parse(
      "[parameters]\nsamples = 20\nneighbors = 3\n[agent]\nradius = 0.1\nreciprocity = 0.9\n" + group + "reciprocity = 0.4\n", request);
  CHECK(scenario.methods.values.at("samples") == 10);
  CHECK(scenario.parameters.neighbors == 3);
  CHECK(scenario.parameters.seed == 5);
  CHECK(scenario.agents[1].radius == 0.3f);
  CHECK(scenario.agents[1].reciprocity == 0.4f);
}

TEST_CASE("a group has values of its own of methods' parameters") {
  const Scenario scenario = parse(group + "parameters = { group_lean = -1, group_gait = \"stroll\" }\n" + group_at("5") + group_at("10") +
                                  "[group.parameters]\ngroup_lean = 0.5\n" + group_at("15"));
  CHECK(scenario.methods.values.empty());
  CHECK(scenario.methods.group_values == std::vector<ParameterValues>{{{"group_lean", -1}, {"group_gait", 1}}, {}, {{"group_lean", 0.5}}});
  CHECK(parse(group + "parameters = {}\n").methods.group_values.empty());
}

TEST_CASE("values of a group that cannot be") {
  CHECK(error_of(group + "parameters.group_leen = 1\n") ==
        "f.toml:4: group.parameters.group_leen: unknown key 'group_leen'; did you mean 'group_lean'?");
  for (const std::string name : {"shared_haste", "samples", "time_step"}) {
    CAPTURE(name);
    CHECK(
        contains(error_of(group + "\nparameters = { " + name + " = 1 }\n"),
                 "f.toml:5: group.parameters." + name + ": found a parameter that all agents share, expected one that a group may have: "));
  }
  CHECK(contains(error_of(group + "parameters = { samples = 1 }\n"), "group_lean"));
  CHECK(error_of(group + "parameters = { group_lean = -2 }\n") ==
        "f.toml:4: group.parameters.group_lean: found -2, expected a number from -1 to 1");
  CHECK(error_of(group + "parameters = { group_gait = \"run\" }\n") ==
        "f.toml:4: group.parameters.group_gait: found 'run', expected walk or stroll");
  CHECK(error_of("[methods]\nplanner = \"straight\"\n" + group + "parameters = { group_lean = 1 }\n") ==
        "f.toml:6: group.parameters.group_lean: found a parameter of grouped, expected none: [methods] names straight");
  CHECK(error_of(group + "parameters = 3\n") == "f.toml:4: group.parameters: found 3, expected a table");
}

TEST_CASE("a setting holds for all agents, whatever their groups say") {
  const std::string text =
      group + "parameters = { group_lean = -1, group_gait = \"stroll\" }\n" + group_at("5") + "parameters = { group_lean = 1 }\n";
  ScenarioRequest request;
  request.settings = {{"group_lean", 0.5}};
  const Scenario scenario = parse(text, request);
  CHECK(scenario.methods.values == ParameterValues{{"group_lean", 0.5}});
  CHECK(scenario.methods.group_values == std::vector<ParameterValues>{{{"group_gait", 1}}});
  request.settings = {{"group_lean", 0.5}, {"group_gait", "walk"}};
  CHECK(parse(text, request).methods.group_values.empty());
}

TEST_CASE("a file may name a builder") {
  const Scenario scenario =
      parse("name = \"wide\"\n[builder]\nname = \"circle\"\nagents = 30\nspacing = 4\n[agent]\nradius = 0.5\n[parameters]\nseed = 3\n");
  CHECK(scenario.name == "wide");
  CHECK(scenario.description == "agents on a circle, each walking to the opposite place");
  CHECK(scenario.agents.size() == 30);
  CHECK(scenario.agents[7].radius == 0.5f);
  CHECK(scenario.parameters.seed == 3);
  ScenarioRequest request = asking_for(40);
  request.settings = {{"spacing", 20}};
  const Scenario asked = parse("[builder]\nname = \"circle\"\nagents = 30\nspacing = 4\n", request);
  CHECK(asked.agents.size() == 40);
  CHECK(length(asked.agents[0].position) == doctest::Approx(127.324));

  CHECK(error_of("[builder]\nname = \"circel\"\n") == "f.toml:2: builder.name: unknown builder 'circel'; did you mean 'circle'?");
  CHECK(error_of("[builder]\nagents = 3\n") == "f.toml:1: builder.name: found nothing, expected the name of a builder");
  CHECK(error_of("[builder]\nname = \"circle\"\npitch = 2\n").starts_with("f.toml:3: builder.pitch: unknown key 'pitch'"));
  CHECK(error_of("[builder]\nname = \"circle\"\nspacing = 0.1\n") ==
        "f.toml:1: builder: circle: spacing: found 0.1 m, expected more room for agents of radius 0.25 m: their starts overlap");
  CHECK(contains(error_of("[builder]\nname = \"circle\"\n" + group), "f.toml:3: group: found a group beside [builder]"));
}

TEST_CASE("a file of costs is looked for beside the file that names it, and a request goes before") {
  const TemporaryFolder folder;
  const std::string head = "type octile\nheight 1\nwidth 3\n";
  folder.write("a.map", head + "map\n...\n");
  folder.write("a.map.cost", head + "cost\n2 2 2\n");
  folder.write("hills", head + "cost\n1 5 1\n");
  const auto most_cost = [&](const std::string& line, const std::string& asked = "") {
    ScenarioRequest request;
    request.cost_file = asked;
    const std::string text = "[builder]\nname = \"map\"\nagents = 1\nmap = \"a.map\"\n" + line;
    return cost_range(*read_toml_scenario(folder.write("a.toml", text), request).world.grid).most;
  };
  CHECK(most_cost("") == 2);
  CHECK(most_cost("cost = \"hills\"\n") == 5);
  CHECK(most_cost("cost = \"none\"\n") == 1);
  CHECK(most_cost("cost = \"none\"\n", folder.path("hills")) == 5);
  CHECK(most_cost("cost = \"hills\"\n", "none") == 1);
  CHECK(contains(input_error([&] { most_cost("cost = \"a.cost\"\n"); }), "a.cost: found no such file, expected a cell cost file"));
  ScenarioRequest request;
  request.cost_file = "a.cost";
  CHECK(error_of(group, request) == "f.toml: cost: found a file of costs, expected none: this scenario is not of a map");
}

TEST_CASE("maps are looked for beside the file") {
  const TemporaryFolder folder;
  folder.write("a.map", "type octile\nheight 2\nwidth 4\nmap\n....\n@@..\n");
  const std::string path = folder.write("a.toml", "[builder]\nname = \"map\"\nagents = 3\nmap = \"a.map\"\ncell_size = 2\n");
  CHECK(read_toml_scenario(path).agents.size() == 3);
  const std::string wrong = folder.write("b.toml", "[builder]\nname = \"map\"\nmap = \"b.map\"\n");
  CHECK(contains(input_error([&] { read_toml_scenario(wrong); }), "b.toml:1: builder: "));
  CHECK(contains(input_error([&] { read_toml_scenario(wrong); }), "b.map: found no such file, expected a Moving AI .map file"));
}

TEST_CASE("an exit is a line or a polygon, or several of these") {
  const auto exits = [](const std::string& text) {
    const Scenario scenario = parse("[[group]]\nstart.positions = [[0, 0], [2, 0]]\ngoal.exit = " + text + "\n");
    CHECK(scenario.agents[0].goal == scenario.agents[1].goal);
    REQUIRE(scenario.world.exits.size() == 1);
    CHECK(scenario.world.exit(scenario.agents[0].goal) == scenario.world.exits.data());
    return scenario.world.exits[0].outlines;
  };
  using Outlines = std::vector<std::vector<Vec2>>;
  CHECK(exits("[[9, -1], [9, 1]]") == Outlines{{{9, -1}, {9, 1}}});
  CHECK(exits("[[9, -1], [10, -1], [10, 1]]") == Outlines{{{9, -1}, {10, -1}, {10, 1}}});
  CHECK(exits("[[[9, -1], [9, 1]], [[-5, 0], [-6, 0], [-6, 1]]]") == Outlines{{{9, -1}, {9, 1}}, {{-5, 0}, {-6, 0}, {-6, 1}}});
  CHECK(exits("[[[9, -1], [9, 1]]]") == Outlines{{{9, -1}, {9, 1}}});
}

TEST_CASE("groups with one exit share it, and exits make no goals of others") {
  const std::string exit = "goal.exit = [[9, -1], [9, 1]]\n";
  const Scenario scenario = parse("[[group]]\nstart.positions = [[0, 0]]\n" + exit + "[[group]]\nstart.positions = [[2, 0]]\n" + exit +
                                  "[[group]]\nstart.positions = [[4, 0]]\ngoal.point = [5, 5]\n");
  CHECK(scenario.world.exits.size() == 1);
  CHECK(scenario.world.exit(scenario.agents[1].goal) != nullptr);
  CHECK(scenario.world.exit(scenario.agents[2].goal) == nullptr);
  CHECK(scenario.world.bounds.contains({9, 1}));
  // A crowd of another size leaves by the same exit.
  const Scenario many = parse("[[group]]\ncount = 4\nstart.rectangle = [[0, 0], [4, 4]]\n" + exit, asking_for(50));
  CHECK(many.agents.size() == 50);
  CHECK(many.world.goals.size() == 1);
}

TEST_CASE("agents head for the part of an exit where there is room for them") {
  const Scenario scenario = parse(
      "[parameters]\nminimum_distance = 0.05\n[[group]]\nstart.positions = [[0, 0]]\nradius = 0.3\ngoal.exit = [[9, -1], [9, 1]]\n"
      "[[polygon]]\nclosed = false\nvertices = [[9, -9], [9, -1]]\n[[polygon]]\nclosed = false\nvertices = [[9, 1], [9, 9]]\n");
  const std::vector<Line>& landings = scenario.world.exits[0].landings;
  REQUIRE(landings.size() == 1);
  CHECK(landings[0].a.y == doctest::Approx(-0.62));
  CHECK(landings[0].b.y == doctest::Approx(0.62));
}

TEST_CASE("exits that cannot be") {
  const auto error = [](const std::string& goal, const std::string& rest = "") {
    return error_of("[[group]]\nstart.positions = [[0, 0], [2, 0]]\n" + goal + "\n" + rest);
  };
  CHECK(error("goal.exit = [[9, 1]]") ==
        "f.toml:3: group.goal.exit: found an array of 1, expected a list [[x, y], ...] of at least 2 points, or a list of such lists");
  CHECK(contains(error("goal.exit = []"), "f.toml:3: group.goal.exit: found an array of 0"));
  CHECK(contains(error("goal.exit = [[[9, 1], [9, 2]],\n [[1, 2]]]"), "f.toml:4: group.goal.exit: found an array of 1"));
  CHECK(contains(error("goal.exit = [[[9, 1], [9, 2]],\n [[1, 2], [1, nan]]]"), "f.toml:4: group.goal.exit: found nan"));
  CHECK(contains(error("goal.exit = [9, 1]"), "f.toml:3: group.goal.exit: found 9, expected [x, y] in metres"));
  CHECK(contains(error("goal.exit = [[[9, 1], [9, 2]], 7]"), "f.toml:3: group.goal.exit: found 7"));
  CHECK(contains(error("goal.exit = \"east\""), "f.toml:3: group.goal.exit: found 'east'"));
  CHECK(error("goal.exit = [[9, 1], [9, 1]]") ==
        "f.toml:3: group.goal.exit: found the point (9, 1) twice, expected two ends that differ (float32)");
  CHECK(error("goal.exit = [[0, 5], [4, 9], [4, 5], [0, 9]]") ==
        "f.toml:3: group.goal.exit: found an edge from (4, 5) to (0, 9) that meets the one from (0, 5) to (4, 9), expected an outline that "
        "does not cross or touch itself");
  CHECK(error("goal.exit = [[9, 1], [9, 2]]\ngoal.point = [1, 1]") ==
        "f.toml:3: group.goal.exit: found both point and exit, expected one of them");
  CHECK(contains(error("goal.exit = [[9, 1], [9, 2]]\ngoal.endless = true"), "f.toml:4: group.goal.endless: found true beside exit"));
  CHECK(error("goal.exit = [[9, 1], [9, 2]]", "[[polygon]]\nvertices = [[8, 0], [10, 0], [10, 5], [8, 5]]\n") ==
        "f.toml:3: group.goal.exit: found an exit inside an obstacle, expected a free place on it");
  CHECK(contains(error("goal.exit = [[9, 1], [99, 2]]", "[bounds]\nlow = [-20, -20]\nhigh = [20, 20]\n"),
                 "f.toml:3: group.goal.exit: found the point (99, 2), expected a place within the bounds"));
  CHECK(contains(error("goal = { exits = [[9, 1], [99, 2]] }"), "did you mean 'exit'?"));
}

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
  CHECK(scenario.methods.nodes.size() >= 4);
  for (const Vec2 node : scenario.methods.nodes) CHECK(world.is_walkable(node));
  // A single outline needs no list around it.
  CHECK(parse("walkable = [[-5, -5], [10, -5], [10, 5], [-5, 5]]\n[[group]]\nstart.positions = [[0, 0]]\ngoal.point = [3, 3]\n")
            .world.walkable.size() == 1);
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
