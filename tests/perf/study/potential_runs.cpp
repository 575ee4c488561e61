#include <algorithm>
#include <set>

#include "perf/study/compare.hpp"
#include "perf/study/potential_measurement.hpp"
#include "perf/study/query_worlds.hpp"
#include "tests/perf/study/studies.hpp"

using namespace plethos;
using namespace plethos::study;
using namespace plethos::tests;

namespace {

const std::string beginning = "kind = \"potentials\"\n[[runs]]\n";
const std::string rooms = beginning + R"(draw = { kind = "rooms", size = 48 }
set.solver = ["multigrid", "adi", "red-black", "jacobi"]
set.residual = 1e-4
backends = ["serial", "openmp"]
lanes = ["scalar", "simd"]
repetitions = 2

[[plot]]
title = "P"
x = "elapsed_ms"
y = "sweep_residual"
series = ["set.solver"]
where = { solved = true }

[[claim]]
name = "C"
measure = "solve_ms"
where = { solved = true }
numerator = { "set.solver" = "jacobi" }
denominator = { "set.solver" = "multigrid" }

[quick]
size_at_most = 24
sweeps_at_most = 2
repetitions = 1
)";

/// The left part is closed. A goal lies in one of 6 cells.
const std::string two_parts =
    "type octile\nheight 3\nwidth 5\nmap\n"
    ".@...\n"
    ".@.@@\n"
    ".@@@@\n";

std::string in_map(const TemporaryFolder& folder, const std::string& more) {
  return beginning + "map = \"" + folder.write("a.map", two_parts) + "\"\nbackends = \"serial\"\nrepetitions = 1\n" + more;
}

}  // namespace

TEST_CASE("a study of potentials is planned, made, kept and documented as one of simulations is") {
  const TemporaryFolder folder;
  const Study study = parse_study(rooms, "s.toml");
  const Plan plan = plan_runs(study, {});
  REQUIRE(plan.runs.size() % 8 == 0);
  REQUIRE(plan.runs.size() <= 16);
  CHECK(describe(plan.runs[0]) == "rooms 48, residual=0.0001, solver=multigrid, up to 100000 sweeps, serial scalar");
  const std::int64_t cells = std::get<QueryRun>(plan.runs[0].own).cells;
  CHECK(cells > 48 * 48 / 2);
  CHECK(cells < 48 * 48);
  const auto [outcome, work] = watched_outcome_of(plan, folder.path("out"));
  CHECK(outcome.made == plan.runs.size());
  CHECK(work == static_cast<std::int64_t>(plan.runs.size()) * 3 * cells);
  const Outcome again = run_study(plan_of(rooms), folder.path("out"), {}, ignore);
  CHECK(again.kept == plan.runs.size());
  CHECK(again.runs == outcome.runs);
  const Json document = study_document(study, {}, plan, outcome);
  CHECK(document.at("study").at("kind") == "potentials");
  CHECK(document.at("complete") == true);
  REQUIRE(document.at("same_bits").size() == 4);
  for (const Json& one : document.at("same_bits")) {
    CHECK(one.at("same") == true);
    CHECK(one.at("checksums").size() == plan.runs.size() / 4);
  }
  CHECK(document.at("same_bits")[1].at("work") == "rooms 48, residual=0.0001, solver=adi");
  REQUIRE(document.at("claims").size() == 1);
  CHECK(document.at("claims")[0].at("findings").size() == plan.runs.size() / 4);
  const Json comparison = compare_studies({document, document}, {"a.json", "b.json"});
  CHECK(comparison.at("time") == "solve_ms");
  CHECK(comparison.at("pairs").size() == plan.runs.size());
}

TEST_CASE("a run has the residuals and times of every measurement, and its last one is what was asked for") {
  const Json runs = runs_of(rooms);
  std::map<std::string, std::int64_t> sweeps;
  for (const Json& run : runs) {
    CAPTURE(run.at("settings").at("set").dump());
    const Json& results = run.at("results");
    const Json& solving = run.at("solving");
    const std::vector<double> residuals = solving.at("sweep_residual"), times = solving.at("elapsed_ms"), measured = solving.at("sweep");
    REQUIRE_FALSE(residuals.empty());
    REQUIRE(times.size() == residuals.size());
    REQUIRE(measured.size() == residuals.size());
    CHECK(residuals.front() < 1);
    CHECK(times.front() > 0);
    for (std::size_t k = 1; k < residuals.size(); ++k) {
      CHECK(residuals[k] < residuals[k - 1]);
      CHECK(residuals[k - 1] > 1e-4);
      CHECK(times[k] >= times[k - 1]);
      CHECK(measured[k] > measured[k - 1]);
    }
    CHECK(residuals.back() <= 1e-4);
    CHECK(results.at("residual") == residuals.back());
    CHECK(results.at("sweeps") == measured.back());
    CHECK(results.at("solved") == true);
    CHECK(results.at("solve_ms").get<double>() == doctest::Approx(times.back()));
    REQUIRE(run.at("repetitions").size() == 2);
    const double a = run.at("repetitions")[0].at("solve_ms"), b = run.at("repetitions")[1].at("solve_ms");
    CHECK(results.at("solve_ms").get<double>() == doctest::Approx((a + b) / 2));
    CHECK(results.at("solve_ms_min") == std::min(a, b));
    CHECK(results.at("solve_ms_max") == std::max(a, b));
    CHECK(results.at("cell_sweeps_per_s").get<double>() ==
          doctest::Approx(1e3 * results.at("cells").get<double>() * measured.back() / results.at("solve_ms").get<double>()));
    CHECK(results.at("bytes") > 4 * 48 * 48);
    CHECK(run.at("scenario").at("width") == 48);
    sweeps[run.at("settings").at("set").at("solver")] = results.at("sweeps");
  }
  CHECK(sweeps.at("multigrid") < sweeps.at("adi"));
  CHECK(sweeps.at("adi") < sweeps.at("red-black"));
  CHECK(sweeps.at("red-black") < sweeps.at("jacobi"));
}

TEST_CASE("a run that ends before its residual is reached says so, and a claim can leave it out") {
  const std::string text = beginning + R"(draw = { kind = "open", size = 48 }
set.solver = ["multigrid", "jacobi"]
sweeps = 40
backends = "serial"
repetitions = 1
)";
  const Json runs = runs_of(text);
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].at("results").at("solved") == true);
  CHECK(runs[1].at("results").at("solved") == false);
  // It measures after 32 sweeps, and at the end.
  CHECK(runs[1].at("solving").at("sweep") == Json{32, 40});
  CHECK(runs[1].at("results").at("residual") > 1e-6);
  const auto findings = [&](const std::string& where) {
    const Study study = parse_study(text + "[[claim]]\nname = \"C\"\nmeasure = \"sweeps\"\n" + where, "s.toml");
    const Json claims = study_document(study, {}, {}, {.runs = runs}).at("claims");
    return claims[0].at("findings").empty() ? Json() : claims[0].at("findings")[0].at("rows");
  };
  CHECK(findings("").size() == 2);
  CHECK(findings("where = { solved = true }\n").size() == 1);
  CHECK(findings("where = { solved = false }\n")[0].at("value") == 40);
  CHECK(findings("where = { solved = true }\nnumerator = { \"set.solver\" = \"jacobi\" }\n"
                 "denominator = { \"set.solver\" = \"multigrid\" }\n") == Json());
}

TEST_CASE("the goal is where the first query of the seed ends, in the cell that a planner takes for it") {
  const TemporaryFolder folder;
  std::set<Json> goals, checksums;
  for (int seed = 1; seed <= 40; ++seed) {
    const std::string text = in_map(folder, "seed = " + std::to_string(seed) + "\n");
    const Plan plan = plan_of(text);
    REQUIRE(plan.runs.size() == 1);
    const scenarios::PathProblems problems = query_problems(plan.runs[0]);
    REQUIRE(problems.queries.size() == 1);
    const GoalProblem problem = goal_problem(problems);
    REQUIRE(problem.goal.size() == 1);
    const GridCell cell = problem.map->cell(static_cast<std::size_t>(problem.goal[0]));
    CHECK(problem.map->center(cell) == problems.queries[0].to);
    CHECK(problem.map->is_passable(cell));
    CHECK(std::get<QueryRun>(plan.runs[0].own).cells == 6);
    if (seed > 20) continue;
    const Json run = runs_of(text)[0];
    CHECK(run.at("scenario").at("goal") == Json{cell.x, cell.y});
    CHECK(run.at("results").at("cells") == 6);
    goals.insert(run.at("scenario").at("goal"));
    checksums.insert(run.at("results").at("checksum"));
  }
  CHECK(goals.size() > 3);
  CHECK(checksums.size() == goals.size());
}

TEST_CASE("a scenario with a grid has a potential, and one without is refused before the first run") {
  const std::string text = beginning + "scenario = \"bvp-rooms\"\nagents = 20\nbackends = \"serial\"\nrepetitions = 1\n";
  const Json run = runs_of(text)[0];
  CHECK(run.at("settings").at("agents") == 20);
  CHECK(run.at("results").at("solved") == true);
  CHECK(describe(plan_of(text + "seed = 3\n").runs.at(0)) == "bvp-rooms, sized for 20 agents, goal of seed 3, up to 100000 sweeps, serial");
  CHECK(contains(plan_error(beginning + "scenario = \"circle\"\nagents = 20\nbackends = \"serial\"\n"),
                 "s.toml:2: runs: planner 'bvp-global': found a world without a grid, expected a map"));
}

TEST_CASE("quick draws smaller maps and ends sooner, under keys of their own") {
  const Plan whole = plan_of(rooms);
  const Plan quick = plan_of(rooms, {{}, {}, {}, true});
  REQUIRE(quick.runs.size() == whole.runs.size());
  for (const PlannedRun& run : quick.runs) {
    CHECK(run.scenario.drawn.size == 24);
    CHECK(std::get<QueryRun>(run.own).sweeps == 2);
    CHECK(run.repetitions == 1);
    for (const PlannedRun& other : whole.runs) CHECK(other.key != run.key);
  }
}

TEST_CASE("an interrupt keeps the solved potentials, and the next start goes on") {
  check_interrupt(rooms, {{"serial"}, {"scalar"}, {}, false});
}

TEST_CASE("a key depends on everything that determines a potential") {
  const std::string base = beginning + "backends = \"serial\"\n";
  const std::string drawn = base + "draw = { kind = \"open\", size = 32 }\n";
  std::set<std::string> keys{key_of(drawn)};
  CHECK(key_of("title = \"T\"\n" + drawn) == *keys.begin());
  for (const char* more :
       {"seed = 2", "sweeps = 5", "repetitions = 9", "set.solver = \"adi\"", "set.residual = 1e-3", "lanes = \"scalar\""}) {
    CHECK(keys.insert(key_of(drawn + more + "\n")).second);
  }
  CHECK(keys.insert(key_of(base + "draw = { kind = \"open\", size = 33 }\n")).second);
  CHECK(keys.insert(key_of(base + "draw = { kind = \"open\", size = 32, seed = 2 }\n")).second);
  const TemporaryFolder folder;
  CHECK(keys.insert(key_of(in_map(folder, ""))).second);
}

TEST_CASE("a map of potentials is looked for in a folder, and its runs are planned without it") {
  const TemporaryFolder folder;
  folder.write("a.map", two_parts);
  const std::string text = beginning + "map = \"a.map\"\nbackends = \"serial\"\nset.solver = [\"adi\", \"jacobi\"]\n";
  CHECK(plan_of(text, {{}, {}, {}, false, folder.path().string()}).missing.empty());
  const Plan plan = plan_of(text, {{}, {}, {}, false, "nowhere"});
  REQUIRE(plan.missing.size() == 1);
  CHECK(plan.missing[0].starts_with("s.toml:2: runs.map: found no file a.map in nowhere, expected "));
  REQUIRE(plan.runs.size() == 2);
  CHECK(describe(plan.runs[1]) == "a.map, solver=jacobi, up to 100000 sweeps, serial");
}

TEST_CASE("a repetition with other values is a fault of the machine") {
  require_same_values(2, "aa", "aa");
  CHECK_THROWS_WITH_AS(require_same_values(2, "bb", "aa"), "repetition 2 ended in other values: found checksum bb, expected aa",
                       MachineError);
}

TEST_CASE("mistakes in a study of potentials are found before the first run") {
  const std::string drawn = beginning + "draw = { kind = \"open\", size = 32 }\nbackends = \"serial\"\n";
  CHECK(plan_error(drawn) == "no error");
  CHECK(plan_error(beginning + "sweeps = 5\n") == "s.toml:2: runs.scenario: found neither scenario, map nor draw, expected one of them");
  CHECK(plan_error(drawn + "map = \"a.map\"\n") == "s.toml:3: runs.draw: found map and draw, expected one of them");
  CHECK(plan_error(drawn + "scenario = \"city\"\n") == "s.toml:3: runs.draw: found draw and scenario, expected one of them");
  CHECK(contains(plan_error(drawn + "sweeps = 0\n"), "s.toml:5: runs.sweeps: found 0, expected "));
  CHECK(contains(plan_error(drawn + "seed = -1\n"), "s.toml:5: runs.seed: found -1, expected "));
  for (const char* key : {"queries", "goals", "moves", "scen", "planner", "optimum", "steps", "measure"}) {
    CAPTURE(key);
    CHECK(plan_error(drawn + key + " = 1\n").starts_with("s.toml:5: runs." + std::string(key) + ": unknown key"));
  }
  CHECK(contains(plan_error(drawn + "set.solver = \"gauss\"\n"), "solver: found 'gauss', expected "));
  CHECK(contains(plan_error(drawn + "set.residual = 1\n"), "residual: found 1, expected "));
  CHECK(contains(plan_error(drawn + "set.inertia = 0.5\n"), "runs.set.inertia: found a parameter of "));
  CHECK(plan_error(drawn + "[quick]\nsteps_at_most = 5\n").starts_with("s.toml:6: quick.steps_at_most: unknown key"));
  const std::string plot = drawn + "[[plot]]\ntitle = \"P\"\nx = \"elapsed_ms\"\n";
  CHECK(plan_error(plot + "y = \"sweep_residual\"\n") == "no error");
  CHECK(plan_error(plot + "y = \"residual\"\n") ==
        "s.toml:8: plot.y: found 'residual' over 'elapsed_ms', expected both of the curve of a run, or neither");
  CHECK(plan_error(plot + "y = \"solved\"\n").starts_with("s.toml:8: plot.y: unknown field 'solved'"));
  CHECK(plan_error(plot + "y = \"sweep_residual\"\nseries = [\"solved\"]\n").starts_with("s.toml:9: plot.series: unknown field 'solved'"));
  CHECK(plan_error(plot + "y = \"sweep_residual\"\nwhere = { solve = true }\n").starts_with("s.toml:9: plot.where.solve: unknown field"));
}

TEST_CASE("the shipped study of solvers has runs on every machine") {
  const Study study = find_study("bvp-solvers");
  const Plan plan = plan_runs(study, {{"serial"}, {}, {}, true});
  std::set<std::string> solvers;
  for (const PlannedRun& run : plan.runs) solvers.insert(plain_text(run.scenario.settings.at("solver")));
  CHECK(solvers == std::set<std::string>{"multigrid", "adi", "red-black", "jacobi"});
}
