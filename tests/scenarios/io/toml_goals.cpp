#include "tests/scenarios/io/toml_parsed.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::scenarios::parsed;
using namespace plethos::tests;

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
