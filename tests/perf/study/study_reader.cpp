#include <algorithm>

#include "perf/study/run_kind.hpp"
#include "perf/study/study.hpp"
#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::study;
using namespace plethos::tests;

namespace {

const std::string runs = "[[runs]]\nscenario = \"circle\"\n";

std::string error_of(const std::string& text) {
  return input_error([&] { parse_study(text, "s.toml"); });
}

}  // namespace

TEST_CASE("a study file is read whole") {
  const Study study = parse_study(R"(
name = "mine"
title = "Mine"
description = "Why."

[[runs]]
scenario = ["circle", "lattice"]
agents = [10, 20]
neighbors = ["grid", "brute"]
regroup = [true, false]
backends = "serial"
lanes = ["scalar", "simd"]
threads = [1, 2]
set.samples = [50, 100]
set.radius = 0.2
set.parallel = "flat"
steps = 10
warm_up = 2
chunk = 5
repetitions = 4
measure = ["time", "arrival"]

[[plot]]
title = "P"
kind = "dots"
x = "agents"
y = "ms_per_step"
series = ["neighbors", "set.samples"]
average = ["scenario", "set.radius"]
where = { "set.samples" = 50, neighbors = "grid" }
log = ["x", "y"]
[[plot.reference]]
label = "level"
level = 3.5
[[plot.reference]]
label = "points"
points = [[10, 1], [20, 2]]

[[claim]]
name = "C"
measure = "ms_per_step"
numerator = { neighbors = "brute" }
denominator = { neighbors = "grid" }
ignore = "threads"
summary = "mean"
paper = 4

[quick]
agents_at_most = 10
steps_at_most = 5
repetitions = 1
warm_up = 1
)",
                                  "s.toml");
  CHECK(study.name == "mine");
  REQUIRE(study.blocks.size() == 1);
  const RunBlock& block = study.blocks[0];
  const auto& own = std::get<SimulationBlock>(block.own);
  CHECK(block.scenarios == std::vector<std::string>{"circle", "lattice"});
  CHECK(block.agents == std::vector<std::int64_t>{10, 20});
  CHECK(block.methods == std::map<std::string, std::vector<std::string>>{{"neighbors", {"grid", "brute"}}});
  CHECK(own.regroup == std::vector<bool>{true, false});
  CHECK(own.replay == std::vector<bool>{true});
  CHECK(block.settings ==
        std::map<std::string, std::vector<WrittenValue>>{{"parallel", {"flat"}}, {"radius", {0.2}}, {"samples", {50, 100}}});
  CHECK(own.steps == 10);
  CHECK(own.chunk == 5);
  CHECK(block.repetitions == 4);
  CHECK(own.arrival);
  REQUIRE(study.plots.size() == 1);
  CHECK(study.plots[0].where.at("set.samples") == WrittenValue(50));
  CHECK(study.plots[0].average == std::vector<std::string>{"scenario", "set.radius"});
  CHECK(study.plots[0].references[0].level == 3.5);
  CHECK(study.plots[0].references[1].points == std::vector<std::pair<double, double>>{{10, 1}, {20, 2}});
  CHECK((study.plots[0].log_x && study.plots[0].log_y));
  REQUIRE(study.claims.size() == 1);
  CHECK(study.claims[0].paper_text == "4");
  CHECK(study.quick.agents_at_most == 10);
}

TEST_CASE("what a study does not say") {
  const Study study = parse_study(runs, "folder/my-study.toml");
  CHECK(study.name == "my-study");
  CHECK(study.title == "my-study");
  const auto& own = std::get<SimulationBlock>(study.blocks[0].own);
  CHECK(own.steps == 0);
  CHECK(study.blocks[0].repetitions == 3);
  CHECK_FALSE(own.arrival);
  CHECK_FALSE(own.avoidance_parts);
  CHECK(std::get<SimulationBlock>(parse_study(runs + "measure = \"avoidance_parts\"\n", "s.toml").blocks[0].own).avoidance_parts);
  CHECK(study.blocks[0].agents.empty());
  CHECK(parse_study(runs + "measure = \"memory\"\n", "s.toml").blocks[0].repetitions == 0);
}

TEST_CASE("how often times are measured") {
  const RunBlock usual = parse_study(runs, "s.toml").blocks[0];
  CHECK(usual.processes == 3);
  CHECK_FALSE(usual.until_precise);
  const RunBlock block = parse_study(runs + "repetitions = \"auto\"\nprocesses = 5\n", "s.toml").blocks[0];
  CHECK(block.until_precise);
  CHECK(block.repetitions == 30);
  CHECK(block.processes == 5);
  CHECK(parse_study(runs + "repetitions = \"auto\"\nrepetitions_at_most = 12\n", "s.toml").blocks[0].repetitions == 12);
  CHECK(contains(error_of(runs + "repetitions = \"many\"\n"),
                 ": runs.repetitions: found 'many', expected 'auto' or a whole number from 1 to 1000"));
  CHECK(contains(error_of(runs + "repetitions_at_most = 12\n"),
                 ": runs.repetitions_at_most: found it without repetitions = 'auto', expected both or neither"));
  CHECK(contains(error_of(runs + "repetitions = \"auto\"\nrepetitions_at_most = 5\n"), "repetitions_at_most: found 5"));
  CHECK(contains(error_of(runs + "processes = 0\n"), "processes: found 0"));
}

TEST_CASE("mistakes in study files are named with file, line and key") {
  CHECK(error_of("title = 1\n") == "s.toml:1: title: found 1, expected a text in quotes");
  CHECK(error_of("title = \"T\"\n") == "s.toml:1: runs: found none, expected at least one [[runs]]");
  CHECK(error_of("[[runs]]\nsteps = 5\n") == "s.toml:1: runs.scenario: found none, expected the name of a scenario, or a list of such");
  CHECK(error_of("[[runs]]\nscenario = []\n") ==
        "s.toml:2: runs.scenario: found an array of 0, expected a text in quotes, or a list of such");
  CHECK(error_of("name = \"a b\"\n" + runs).starts_with("s.toml:1: name: found 'a b', expected letters"));
  CHECK(error_of(runs + "agents = [10, 0]\n") ==
        "s.toml:3: runs.agents: found 0, expected a whole number from 1 to 2147483647, or a list of such");
  CHECK(error_of(runs + "agnets = 10\n") == "s.toml:3: runs.agnets: unknown key 'agnets'; did you mean 'agents'?");
  CHECK(error_of(runs + "measure = \"tiem\"\n") == "s.toml:3: runs.measure: unknown measure 'tiem'; did you mean 'time'?");
  CHECK(error_of(runs + "steps = 5\nuntil = \"arrived\"\n") == "s.toml:4: runs.until: found until and steps, expected one of them");
  CHECK(error_of(runs + "until = \"noon\"\n") == "s.toml:3: runs.until: found 'noon', expected 'arrived'");
  CHECK(error_of(runs + "steps = 5\nwarm_up = 5\n") == "s.toml:4: runs.warm_up: found 5, expected fewer than steps");
  CHECK(error_of(runs + "set.samples = [1, {}]\n").starts_with("s.toml:3: runs.set.samples: found a table, expected numbers, texts"));
  CHECK(error_of(runs + "neighbors = \"gird\"\n") == "s.toml:3: runs.neighbors: unknown neighbors 'gird'; did you mean 'grid'?");
  CHECK(error_of(runs + "start_by = \"orka\"\n") == "s.toml:3: runs.start_by: unknown avoidance 'orka'; did you mean 'orca'?");
  CHECK(error_of(runs + "regroup = \"on\"\n") == "s.toml:3: runs.regroup: found 'on', expected true or false, or a list of such");
  const std::string plot = runs + "[[plot]]\ntitle = \"P\"\nx = \"agents\"\n";
  CHECK(error_of(plot) == "s.toml:3: plot.y: found none, expected a text in quotes");
  CHECK(error_of(plot + "y = \"ms_per_stop\"\n") == "s.toml:6: plot.y: unknown field 'ms_per_stop'; did you mean 'ms_per_step'?");
  CHECK(error_of(plot + "y = \"step_ms\"\n") ==
        "s.toml:6: plot.y: found 'step_ms' over 'agents', expected both of the curve of a run, or neither");
  CHECK(error_of(plot + "y = \"bytes\"\nkind = \"pie\"\n") == "s.toml:7: plot.kind: unknown kind 'pie'; known: lines, bars, dots, stacked");
  CHECK(error_of(plot + "y = \"bytes\"\nkind = \"bars\"\nlog = \"y\"\n") ==
        "s.toml:8: plot.log: found 'y' with kind 'bars', expected kind 'dots': a bar starts at 0, which a log axis lacks");
  CHECK(error_of(plot + "y = \"bytes\"\nwhere = { samples = 5 }\n").starts_with("s.toml:7: plot.where.samples: unknown field 'samples'"));
  CHECK(error_of(plot + "y = \"bytes\"\n[[plot.reference]]\nlabel = \"L\"\n") ==
        "s.toml:7: plot.reference: found neither points nor level, expected one of them");
  CHECK(error_of(plot + "y = \"bytes\"\naverage = \"seed\"\n").starts_with("s.toml:7: plot.average: unknown field 'seed'"));
  for (const char* shown : {"agents", "scenario"}) {
    CHECK(error_of(plot + "y = \"bytes\"\nseries = \"scenario\"\naverage = \"" + shown + "\"\n") ==
          "s.toml:8: plot.average: found '" + std::string(shown) +
              "', which x or series shows, expected fields that the plot does not show");
  }
  CHECK(error_of(plot + "kind = \"stacked\"\naverage = \"scenario\"\n") ==
        "s.toml:7: plot.average: found parts or curves of runs, expected it with one result of a run");
  CHECK(error_of(runs + "[[plot]]\ntitle = \"P\"\nx = \"step\"\ny = \"step_ms\"\naverage = \"scenario\"\n")
            .starts_with("s.toml:7: plot.average: "));
  const std::string claim = runs + "[[claim]]\nname = \"C\"\nmeasure = \"ms_per_step\"\n";
  CHECK(error_of(claim + "numerator = { neighbors = \"grid\" }\n") == "s.toml:3: claim: found numerator alone, expected both or neither");
  CHECK(error_of(claim + "summary = \"most\"\n") == "s.toml:6: claim.summary: unknown summary 'most'; known: largest, smallest, mean");
  CHECK(error_of(runs + "[quick]\nsteps = 1\n").starts_with("s.toml:4: quick.steps: unknown key 'steps'"));
}

TEST_CASE("a study of queries is read whole, and has fields and keys of its own") {
  const std::string scenario = "kind = \"paths\"\n[[runs]]\nscenario = \"city\"\nqueries = 10\n";
  const Study study = parse_study(R"(
kind = "paths"
[[runs]]
scenario = ["city", "evacuation"]
agents = [100, 200]
queries = [10, 20]
seed = [3, 4]
planner = ["straight", "roadmap"]
optimum = "roadmap"
repetitions = 2
backends = "serial"
set.radius = 0.3
[[runs]]
map = "a.map"
scen = "a.scen"
[[plot]]
title = "P"
x = "queries"
y = "online_ms"
series = "planner"
[[claim]]
name = "C"
measure = "mismatches"
where = { planner = "roadmap" }
[quick]
queries_at_most = 5
repetitions = 1
)",
                                  "s.toml");
  CHECK(study.kind->name == "paths");
  REQUIRE(study.blocks.size() == 2);
  const RunBlock& block = study.blocks[0];
  const auto& own = std::get<QueryBlock>(block.own);
  CHECK(block.agents == std::vector<std::int64_t>{100, 200});
  CHECK(own.queries == std::vector<std::int64_t>{10, 20});
  CHECK(own.seeds == std::vector<std::int64_t>{3, 4});
  CHECK(own.optimum == "roadmap");
  CHECK(block.methods == std::map<std::string, std::vector<std::string>>{{"planner", {"straight", "roadmap"}}});
  CHECK(block.repetitions == 2);
  CHECK(std::get<QueryBlock>(study.blocks[1].own).map == "a.map");
  CHECK(std::get<QueryBlock>(study.blocks[1].own).scen == "a.scen");
  CHECK(std::get<QueryBlock>(study.blocks[1].own).queries.empty());
  CHECK(study.quick.queries_at_most == 5);
  CHECK(parse_study(runs, "s.toml").kind->name == "simulation");

  const std::string head = "kind = \"paths\"\n[[runs]]\n";
  CHECK(error_of("kind = \"pahts\"\n" + runs) == "s.toml:1: kind: unknown kind of runs 'pahts'; did you mean 'paths'?");
  CHECK(error_of(head + "queries = 5\n") == "s.toml:2: runs.scenario: found neither scenario, map nor draw, expected one of them");
  CHECK(error_of(scenario + "map = \"a.map\"\n") == "s.toml:5: runs.map: found map and scenario, expected one of them");
  CHECK(error_of(scenario + "scen = \"a.scen\"\n") ==
        "s.toml:5: runs.scen: found no map, expected scen with the map that its problems are of");
  CHECK(error_of(head + "map = \"a.map\"\nqueries = 5\nagents = 5\n") ==
        "s.toml:5: runs.agents: found agents and map, expected agents with a scenario, to size it");
  CHECK(error_of(head + "map = \"a.map\"\n") == "s.toml:2: runs.queries: found none, expected a whole number, as no scen file has queries");
  CHECK(error_of(head + "map = \"a.map\"\nscen = \"a.scen\"\nseed = 2\n") ==
        "s.toml:5: runs.seed: found seed and scen, expected seed for queries that are drawn");
  CHECK(error_of(scenario + "planner = \"raodmap\"\n") == "s.toml:5: runs.planner: unknown planner 'raodmap'; did you mean 'roadmap'?");
  CHECK(error_of(scenario + "optimum = \"raodmap\"\n") == "s.toml:5: runs.optimum: unknown planner 'raodmap'; did you mean 'roadmap'?");
  CHECK(error_of(scenario + "steps = 5\n").starts_with("s.toml:5: runs.steps: unknown key 'steps'"));
  CHECK(error_of(runs + "queries = 5\n").starts_with("s.toml:3: runs.queries: unknown key 'queries'"));
  CHECK(error_of(scenario + "[quick]\nsteps_at_most = 5\n").starts_with("s.toml:6: quick.steps_at_most: unknown key"));
  CHECK(error_of(runs + "[quick]\nqueries_at_most = 5\n").starts_with("s.toml:4: quick.queries_at_most: unknown key"));
  const std::string plot = scenario + "[[plot]]\ntitle = \"P\"\nx = \"queries\"\n";
  CHECK(error_of(plot + "y = \"ms_per_step\"\n").starts_with("s.toml:8: plot.y: unknown field 'ms_per_step'"));
  CHECK(error_of(plot + "kind = \"stacked\"\n") == "s.toml:8: plot.kind: unknown kind 'stacked'; known: lines, bars, dots");
  CHECK(error_of(scenario + "[[claim]]\nname = \"C\"\nmeasure = \"arrived\"\n").starts_with("s.toml:7: claim.measure: unknown field"));
}

TEST_CASE("the studies that the program carries are readable") {
  std::vector<std::string> names;
  for (const auto& [name, title] : list_studies()) {
    names.push_back(name);
    CHECK(find_study(name).name == name);
    CHECK_FALSE(title.empty());
  }
  for (const char* name : {"bleiweiss-fig9", "bleiweiss-fig10", "bleiweiss-fig11", "bleiweiss-fig12", "bleiweiss-fig13", "clearpath-fig6",
                           "clearpath-fig7", "clearpath-fig9", "clearpath-scheduling", "clearpath-tableB1", "orca-rvo2", "paths-roadmap",
                           "pha-fig6", "pha-fig7", "grid-search", "platforms"}) {
    CHECK(std::find(names.begin(), names.end(), name) != names.end());
  }
  CHECK(contains(input_error([] { find_study("bleiweiss-fig8"); }), "unknown study 'bleiweiss-fig8'; did you mean 'bleiweiss-fig9'?"));
  CHECK(contains(input_error([] { find_study("nowhere/s.toml"); }), "nowhere/s.toml"));
}
