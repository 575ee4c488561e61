#include "perf/study/drawn_worlds.hpp"

#include <set>

#include "tests/perf/study/studies.hpp"

using namespace plethos;
using namespace plethos::study;
using namespace plethos::tests;

namespace {

const std::string queries = "kind = \"paths\"\n[[runs]]\n";

}  // namespace

TEST_CASE("a study draws its maps, and knows their runs by kind, size and seed") {
  const std::string text = queries + R"(draw = { kind = ["open", "office"], size = [40, 64], seed = [1, 2] }
queries = 6
goals = [1, 3]
planner = ["wavefront", "quadtree"]
set.metric = ["steps", "eikonal"]
backends = "serial"
repetitions = 1

[[plot]]
title = "P"
x = "draw.size"
y = "states"
series = ["draw.kind"]
where = { "draw.seed" = 1 }

[[claim]]
name = "C"
measure = "states"
numerator = { "draw.size" = 64 }
denominator = { "draw.size" = 40 }
where = { planner = "wavefront", "draw.kind" = "open" }

[quick]
size_at_most = 40
)";
  StudyOptions quick{.quick = true};
  // A run of the quadtree has no use for the metric.
  CHECK(plan_of(text).runs.size() == 8 * 2 * 3);
  CHECK(plan_of(text, quick).runs.size() == 4 * 2 * 3);
  const Study study = parse_study(text, "s.toml");
  const Plan plan = plan_runs(study, {});
  CHECK(describe(plan.runs.front()) == "open 40, 6 queries to 1 goal, metric=steps, wavefront, serial");
  CHECK(describe(plan.runs.back()) == "office 64 of seed 2, 6 queries to 3 goals, metric=eikonal, wavefront, serial");
  const Outcome outcome = outcome_of(plan);
  const Json document = study_document(study, {}, plan, outcome);
  std::set<std::string> keys, contents;
  for (const Json& run : document.at("runs")) {
    keys.insert(run.at("key").get<std::string>());
    contents.insert(run.at("settings").at("content").get<std::string>());
    const auto size = run.at("settings").at("draw.size").get<std::int64_t>();
    const std::string kind = run.at("settings").at("draw.kind").get<std::string>();
    CHECK(run.at("settings").at("scenario") == kind + " " + std::to_string(size));
    CHECK(run.at("settings").at("agents").is_null());
    const bool uniform = run.at("settings").at("planner") == "wavefront";
    CHECK((run.at("results").at("states").get<std::int64_t>() == size * size) == uniform);
    CHECK(run.at("results").at("mismatches") == 0);
    CHECK_FALSE(run.contains("moves"));
  }
  CHECK(keys.size() == 8 * 2 * 3);
  // The scene is the same for all methods and their parameters.
  CHECK(contents.size() == 8 * 2);
  const Json& finding = document.at("claims").at(0).at("findings").at(0);
  CHECK(finding.at("value").get<double>() == doctest::Approx(64. * 64 / (40 * 40)));
  CHECK(finding.at("rows").size() == 2 * 2 * 2);
}

TEST_CASE("an obstacle's moves are timed, and every backend answers the same after each") {
  const std::string text = queries + R"(draw = { kind = "game", size = 100 }
queries = 12
goals = 2
moves = 4
planner = ["quadtree", "jps"]
backends = ["serial", "tbb"]
lanes = "scalar"
repetitions = 2
)";
  const TemporaryFolder folder;
  const Study study = parse_study(text, "s.toml");
  const Plan plan = plan_runs(study, {});
  REQUIRE(plan.runs.size() == 4);
  CHECK(describe(plan.runs.front()) == "game 100, 12 queries to 2 goals, 4 moves, quadtree, serial scalar");
  const auto [outcome, work] = watched_outcome_of(plan, folder.path("out"));
  const Json document = study_document(study, {}, plan, outcome);
  for (const Json& run : document.at("runs")) {
    REQUIRE(run.at("status") == "done");
    const bool repairs = run.at("settings").at("planner") == "quadtree";
    const Json& moves = run.at("moves");
    CHECK(moves.at("move") == Json({0, 1, 2, 3, 4}));
    for (const char* name : {"move_ms", "move_solved", "move_inserted", "move_invalidated"}) CHECK(moves.at(name).size() == 5);
    CHECK(moves.at("move_solved").at(0) == run.at("results").at("solved"));
    CHECK((moves.at("move_cells").at(1).get<int>() > 0) == repairs);
    const Json& results = run.at("results");
    CHECK(results.at("repaired") == repairs);
    CHECK(results.at("repair_ms").get<double>() > 0);
    CHECK(results.at("plan_ms").get<double>() > results.at("online_ms").get<double>());
    CHECK(results.at("repair_percent").get<double>() ==
          doctest::Approx(100 * results.at("repair_ms").get<double>() / results.at("plan_ms").get<double>()));
  }
  CHECK(document.at("runs").at(0).at("moves").at("move_invalidated") == document.at("runs").at(1).at("moves").at("move_invalidated"));
}

TEST_CASE("mistakes in maps that are drawn, goals and moves are found") {
  const std::string good = "draw = { kind = \"open\", size = 40 }\nqueries = 3\nplanner = \"astar\"\n";
  CHECK(plan_error(queries + good) == "no error");
  CHECK(plan_error(queries + good + "scenario = \"narrow\"\n") == "s.toml:3: runs.draw: found draw and scenario, expected one of them");
  CHECK(plan_error(queries + good + "map = \"a.map\"\n") == "s.toml:3: runs.draw: found map and draw, expected one of them");
  CHECK(contains(plan_error(queries + "queries = 3\n"), "runs.scenario: found neither scenario, map nor draw, expected one of them"));
  CHECK(contains(plan_error(queries + "scenario = \"narrow\"\nqueries = 3\nmoves = 2\n"), "runs.moves: found moves without a map"));
  CHECK(contains(plan_error(queries + good + "agents = 4\n"), "agents"));
  CHECK(contains(plan_error(queries + "map = \"a.map\"\nscen = \"a.scen\"\ngoals = 2\n"), "runs.goals: found goals and scen"));
  CHECK(contains(plan_error(queries + "draw = { kind = \"open\" }\nqueries = 3\n"), "runs.draw.size: found nothing"));
}

TEST_CASE("simulations draw their worlds, too, and say so") {
  const std::string text = R"([[runs]]
draw = { kind = ["open", "game"], size = [64, 100] }
agents = [5, 9]
set.goals = 2
planner = "wavefront"
backends = "serial"
steps = 4
repetitions = 1

[quick]
size_at_most = 64
)";
  const Plan plan = plan_of(text);
  REQUIRE(plan.runs.size() == 8);
  CHECK(describe(plan.runs.back()).starts_with("game 100, 9 agents, goals=2"));
  CHECK(plan_of(text, {.quick = true}).runs.size() == 4);
  const Json settings = settings_json(plan.runs.back());
  CHECK(settings.at("scenario") == "game 100");
  CHECK(settings.at("draw.size") == 100);
  CHECK(settings.at("agents") == 9);
  CHECK(plan_error(text + "\n[[runs]]\nscenario = \"circle\"\ndraw = { kind = \"open\", size = 40 }\n") ==
        "s.toml:15: runs.draw: found draw and scenario, expected one of them");
}
