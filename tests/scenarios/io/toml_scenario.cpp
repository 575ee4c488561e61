#include "scenarios/io/toml_scenario.hpp"

#include <cmath>

#include "tests/scenarios/io/toml_parsed.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::scenarios::parsed;
using namespace plethos::tests;

TEST_CASE("a whole number is exact, or refused; a byte order mark is skipped") {
  const std::string group = "[[group]]\nstart.positions = [[0, 0]]\ngoal.point = [3, 3]\n";
  CHECK(parse("\xEF\xBB\xBF[parameters]\nseed = 9007199254740992\n" + group).parameters.seed == 9007199254740992u);
  CHECK(error_of("[parameters]\nseed = 9007199254740993\n" + group) ==
        "f.toml:2: parameters.seed: found 9007199254740993, expected a whole number that is exact as a float64, as all up to "
        "9007199254740992 are");
  CHECK(contains(error_of("[agent]\nradius = 9007199254740993\n" + group), "f.toml:2: agent.radius: found 9007199254740993, expected"));
  CHECK(contains(error_of("[parameters]\nseed = 9223372036854775808\n" + group), "f.toml:2: syntax: found an error"));
}

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
  const auto nodes = [&](const std::string& text) { return parse(group + square + text).methods.roadmap_nodes; };
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

TEST_CASE("what a file leaves out has defaults") {
  const Scenario scenario = parse(group);
  CHECK(scenario.name == "f");
  CHECK(scenario.groups[0] == "group 1");
  CHECK(scenario.agents[0].radius == AgentRecord{}.radius);
  CHECK(scenario.world.bounds.contains({10, 0}));
  CHECK(scenario.world.goals.size() == 1);
}

TEST_CASE("names of methods are taken in any case, and whole numbers with an exponent") {
  CHECK(parse(group + "[methods]\navoidance = \"ORCA\"\nplanner = \"Straight\"\n").methods.names.at("avoidance") == "orca");
  const Scenario scenario = parse("[[group]]\ncount = 1e1\nstart.rectangle = [[0, 0], [90, 90]]\ngoal.point = [3, 3]\n");
  CHECK(scenario.agents.size() == 10);
  CHECK(contains(error_of("[[group]]\ncount = 1e30\n"), "f.toml:2: group.count: found 1e+30, expected a whole number from 1 to"));
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
  ScenarioRequest request{.settings = {{"radius", 0.3}, {"samples", 10}}, .seed = 5};
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
  ScenarioRequest request{.settings = {{"group_lean", 0.5}}};
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
    ScenarioRequest request{.cost_file = asked};
    const std::string text = "[builder]\nname = \"map\"\nagents = 1\nmap = \"a.map\"\n" + line;
    return cost_range(*read_toml_scenario(folder.write("a.toml", text), request).world.grid).most;
  };
  CHECK(most_cost("") == 2);
  CHECK(most_cost("cost = \"hills\"\n") == 5);
  CHECK(most_cost("cost = \"none\"\n") == 1);
  CHECK(most_cost("cost = \"none\"\n", folder.path("hills")) == 5);
  CHECK(most_cost("cost = \"hills\"\n", "none") == 1);
  CHECK(contains(input_error([&] { most_cost("cost = \"a.cost\"\n"); }), "a.cost: found no such file, expected a cell cost file"));
  CHECK(error_of(group, {.cost_file = "a.cost"}) == "f.toml: cost: found a file of costs, expected none: this scenario is not of a map");
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
