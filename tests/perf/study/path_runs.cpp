#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <utility>

#include "perf/study/compare.hpp"
#include "tests/perf/study/studies.hpp"

using namespace plethos;
using namespace plethos::study;
using namespace plethos::tests;

namespace {

const std::string head = "kind = \"paths\"\n[[runs]]\n";
const std::string small = head + R"(scenario = "narrow"
agents = 20
queries = [8, 20]
planner = ["straight", "roadmap"]
optimum = "roadmap"
backends = ["serial", "openmp"]
lanes = "scalar"
repetitions = 2

[[claim]]
name = "C"
measure = "mismatches"
where = { planner = "roadmap" }

[quick]
queries_at_most = 5
repetitions = 1
)";

std::int64_t queries_of(const PlannedRun& run) { return std::get<QueryRun>(run.own).queries; }

scenarios::PathProblems problems_of(const PlannedRun& run) {
  return scenarios::make_path_problems(run.scenario, std::get<QueryRun>(run.own));
}

/// Two rooms without a door between them, and a passage of two cells in the left one.
const std::string map_text =
    "type octile\nheight 5\nwidth 9\nmap\n"
    "....@....\n"
    "....@....\n"
    "..@.@....\n"
    "..@.@....\n"
    "..@.@....\n";

std::string map_study(const TemporaryFolder& folder, const std::string& problems, const std::string& more) {
  const std::string map = folder.write("a.map", map_text);
  const std::string scen = folder.write("a.scen", "version 1\n" + problems);
  return head + "map = \"" + map + "\"\nscen = \"" + scen + "\"\nbackends = \"serial\"\nrepetitions = 1\n" + more;
}

}  // namespace

TEST_CASE("a study of queries is planned, made, kept and documented as one of simulations is") {
  const TemporaryFolder folder;
  const Study study = parse_study(small, "s.toml");
  const Plan plan = plan_runs(study, {});
  REQUIRE(plan.runs.size() == 8);
  CHECK(describe(plan.runs[0]) == "narrow, sized for 20 agents, 8 queries, straight, serial scalar");
  const auto [first, work] = watched_outcome_of(plan, folder.path("out"));
  CHECK(first.made == 8);
  CHECK(work == 4 * 3 * (8 + 20));
  const Outcome second = run_study(plan_of(small), folder.path("out"), {}, ignore);
  CHECK(second.kept == 8);
  CHECK(second.runs == first.runs);
  const Json document = study_document(study, {}, plan, first);
  CHECK(document.at("study").at("kind") == "paths");
  CHECK(document.at("complete") == true);
  CHECK(document.at("fields").at("settings")[0] == "scenario");
  REQUIRE(document.at("same_bits").size() == 4);
  for (const Json& one : document.at("same_bits")) {
    CHECK(one.at("same") == true);
    CHECK(one.at("checksums").size() == 2);
  }
  CHECK(document.at("same_bits")[1].at("work") == "narrow, 20 agents, 8 queries, roadmap");
  for (const Json& run : document.at("runs")) {
    const Json& results = run.at("results");
    const bool by_roadmap = run.at("settings").at("planner") == "roadmap";
    CHECK(results.at("queries") == run.at("settings").at("queries"));
    // Streets lead everywhere, and few places see each other.
    if (by_roadmap) CHECK(results.at("solved") == results.at("queries"));
    if (!by_roadmap) CHECK(results.at("solved") < results.at("queries"));
    CHECK(results.at("mismatches").get<int>() == results.at("queries").get<int>() - results.at("solved").get<int>());
    if (results.at("solved") > 0) {
      CHECK(results.at("over_optimum_mean") == 1);
      CHECK(results.at("over_optimum_max") == 1);
      CHECK(results.at("over_optimum_percent") == 0);
      CHECK(results.at("length_mean") > 1);
    }
    REQUIRE(run.at("repetitions").size() == 2);
    for (const char* name : {"offline_ms", "online_ms"}) {
      const double a = run.at("repetitions")[0].at(name);
      const double b = run.at("repetitions")[1].at(name);
      CHECK(results.at(name).get<double>() == doctest::Approx((a + b) / 2));
      CHECK(results.at(std::string(name) + "_min") == std::min(a, b));
      CHECK(results.at(std::string(name) + "_max") == std::max(a, b));
      CHECK(results.at(std::string("first_") + name) >= 0);
    }
    CHECK(results.at("queries_per_s").get<double>() ==
          doctest::Approx(1e3 * results.at("queries").get<double>() / results.at("online_ms").get<double>()));
    CHECK(results.at("claim_ms") >= 0);
    CHECK(results.at("bytes") > 0);
  }
  REQUIRE(document.at("claims").size() == 1);
  CHECK(document.at("claims")[0].at("findings").size() == 2);
  CHECK(document.at("claims")[0].at("findings")[0].at("value") == 0);
  const Json comparison = compare_studies({document, document}, {"a.json", "b.json"});
  CHECK(comparison.at("pairs").size() == 8);
  CHECK(comparison.at("pairs")[0].at("ratio") == 1);
}

TEST_CASE("what is known of one run's queries is not taken for what is known of another's") {
  const std::string block =
      "scenario = \"narrow\"\nagents = 20\nqueries = 8\nplanner = \"roadmap\"\nbackends = \"serial\"\nrepetitions = 1\n";
  const Plan plan = plan_of(head + block + "optimum = \"roadmap\"\n[[runs]]\n" + block + "[[runs]]\n" + block +
                            "optimum = \"roadmap\"\nseed = 2\nset.radius = 0.4\n");
  REQUIRE(plan.runs.size() == 3);
  const Json runs = outcome_of(plan).runs;
  CHECK(runs[0].at("results").at("over_optimum_mean") == 1);
  CHECK(runs[1].at("results").at("over_optimum_mean").is_null());
  CHECK(runs[1].at("results").at("over_optimum_percent").is_null());
  CHECK(runs[0].at("results").at("checksum") == runs[1].at("results").at("checksum"));
  CHECK(runs[2].at("results").at("checksum") != runs[1].at("results").at("checksum"));
  CHECK(runs[2].at("scenario").at("radius").get<double>() == doctest::Approx(0.4));
}

TEST_CASE("an interrupt keeps the answered runs, and the next start goes on") { check_interrupt(small, {{"serial"}, {}, {}, false}); }

TEST_CASE("quick asks fewer queries, under keys of their own") {
  const Plan whole = plan_of(small);
  const Plan quick = plan_of(small, {{}, {}, {}, true});
  REQUIRE(quick.runs.size() == 4);
  for (const PlannedRun& run : quick.runs) {
    CHECK(queries_of(run) == 5);
    CHECK(run.repetitions == 1);
    for (const PlannedRun& other : whole.runs) CHECK(other.key != run.key);
  }
}

TEST_CASE("the problems of a .scen file are answered, and their lengths are the file's over the cells") {
  const TemporaryFolder folder;
  const std::string problems =
      "0 a.map 9 5 0 0 3 0 3\n"
      "0 a.map 9 5 0 4 3 4 8.41421356\n"  // around the wall within the left room
      "0 a.map 9 5 0 0 8 0 8\n"           // there is no way into the right room
      "0 a.map 9 5 5 0 8 4 5.24264069\n";
  const std::string study = map_study(folder, problems, "planner = \"roadmap\"\nset.cell_size = 2\nset.radius = 0.5\n");
  const Plan plan = plan_of(study);
  REQUIRE(plan.runs.size() == 1);
  CHECK(queries_of(plan.runs[0]) == 4);
  const Json run = run_study(plan, folder.path("out"), {}, ignore).runs.at(0);
  REQUIRE(run.at("status") == "done");
  CHECK(run.at("settings").at("scenario") == folder.path("a.map"));
  CHECK(run.at("settings").at("scen") == folder.path("a.scen"));
  CHECK(run.at("settings").at("seed").is_null());
  const Json& results = run.at("results");
  CHECK(results.at("queries") == 4);
  CHECK(results.at("solved") == 3);
  CHECK(results.at("mismatches") == 0);
  // Straight ways are shorter than those of eight directions.
  const double diagonal = 2 * 5;
  // The nodes lie 0.55 + 0.02 m from the walls of their corners; these are (4, 6) and (6, 6).
  const double distance = 0.5 + 0.05 + 0.02;
  const double around = std::hypot(3 - distance, 5 + distance) + 2 + 2 * distance + std::hypot(1 - distance, 5 + distance);
  CHECK(results.at("length_mean").get<double>() == doctest::Approx((6 + around + diagonal) / 3));
  const double ratios[] = {1, around / (2 * 8.41421356), diagonal / (2 * 5.24264069)};
  CHECK(results.at("over_optimum_mean").get<double>() == doctest::Approx((ratios[0] + ratios[1] + ratios[2]) / 3));
  CHECK(results.at("over_optimum_max").get<double>() == doctest::Approx(std::max({ratios[0], ratios[1], ratios[2]})));

  const Json straight =
      run_study(plan_of(map_study(folder, problems, "planner = \"straight\"\n")), folder.path("out"), {}, ignore).runs.at(0).at("results");
  CHECK(straight.at("solved") == 2);
  CHECK(straight.at("mismatches") == 1);

  const Plan some = plan_of(map_study(folder, problems, "queries = 2\n"));
  REQUIRE(some.runs.size() == 1);
  const scenarios::PathProblems chosen = problems_of(some.runs[0]);
  REQUIRE(chosen.queries.size() == 2);
  CHECK(chosen.optimum == std::vector<double>{3, 8});
  CHECK(chosen.queries[1].to == Vec2{8.5f, 4.5f});
  CHECK(contains(plan_error(map_study(folder, problems, "queries = 5\n")), "queries: found 5, expected at most 4, the problems of "));
  CHECK(contains(plan_error(map_study(folder, "0 a.map 9 5 4 0 3 0 3\n", "")), "a.scen:2: "));
  const Plan left = plan_of(map_study(folder, problems + "0 a.map 9 5 4 0 3 0 3\n", ""));
  CHECK(queries_of(left.runs.at(0)) == 4);
  CHECK(left.skipped ==
        std::vector<std::string>{folder.path("a.scen") + ": left out 1 of 5 problems: 1 with an end on a blocked cell (line 6)"});
}

TEST_CASE("drawn queries lie on free ground, and are the same for a seed whatever the planner and the number of queries") {
  const auto problems = [](const std::string& more) {
    return problems_of(plan_of(head + "scenario = \"narrow\"\nagents = 20\nbackends = \"serial\"\n" + more).runs.at(0));
  };
  const scenarios::PathProblems few = problems("queries = 30\n");
  const scenarios::PathProblems many = problems("queries = 60\nplanner = \"straight\"\n");
  const scenarios::PathProblems other = problems("queries = 30\nseed = 2\n");
  std::set<float> distinct;
  int same = 0;
  for (std::size_t q = 0; q < few.queries.size(); ++q) {
    const planning::PathQuery& query = few.queries[q];
    CHECK(query.from == many.queries[q].from);
    CHECK(query.to == many.queries[q].to);
    same += query.from == other.queries[q].from ? 1 : 0;
    distinct.insert({query.from.x, query.to.x});
    for (const Vec2 place : {query.from, query.to}) {
      CHECK(few.scenario.world.bounds.contains(place));
      for (const Polygon& polygon : few.scenario.world.polygons) CHECK_FALSE(polygon.contains(place));
      for (const Segment& wall : few.scenario.world.segments()) {
        CHECK(distance_to_segment(place, wall.a, wall.b) >= few.setup().largest_radius * 0.999f);
      }
    }
  }
  CHECK(same == 0);
  CHECK(distinct.size() == 60);
  CHECK(few.optimum.empty());
}

TEST_CASE("queries in a map without problems lie in its passable cells") {
  const TemporaryFolder folder;
  const std::string map = folder.write("a.map", map_text);
  const Plan plan = plan_of(head + "map = \"" + map + "\"\nqueries = 200\nbackends = \"serial\"\nplanner = \"roadmap\"\nrepetitions = 1\n");
  REQUIRE(plan.runs.size() == 1);
  std::set<std::pair<float, float>> places;
  for (const planning::PathQuery& query : problems_of(plan.runs[0]).queries) {
    places.insert({query.from.x, query.from.y});
    places.insert({query.to.x, query.to.y});
  }
  CHECK(places.size() == 37);
  CHECK_FALSE(places.contains({4.5f, 0.5f}));
  CHECK_FALSE(places.contains({2.5f, 0.5f}));
  const Json results = run_study(plan, folder.path("out"), {}, ignore).runs.at(0).at("results");
  CHECK(results.at("mismatches") == 0);
  CHECK(results.at("solved") > 50);
  CHECK(results.at("solved") < 150);
  CHECK(results.at("over_optimum_mean").is_null());
}

TEST_CASE("a key depends on everything that determines the answers") {
  const std::string base = head + "scenario = \"city\"\nqueries = 5\nbackends = \"serial\"\n";
  std::set<std::string> keys{key_of(base + "agents = 20\n")};
  CHECK(key_of("title = \"T\"\n" + base + "agents = 20\n") == *keys.begin());
  for (const char* more :
       {"seed = 2", "planner = \"straight\"", "optimum = \"roadmap\"", "repetitions = 9", "set.radius = 0.21", "lanes = \"scalar\""}) {
    CHECK(keys.insert(key_of(base + "agents = 20\n" + more + "\n")).second);
  }
  CHECK(keys.insert(key_of(base + "agents = 40\n")).second);
  const TemporaryFolder folder;
  CHECK(keys.insert(key_of(map_study(folder, "0 a.map 9 5 0 0 3 0 3\n", ""))).second);
  CHECK(keys.insert(key_of(map_study(folder, "0 a.map 9 5 0 0 3 0 4\n", ""))).second);
  CHECK(keys.insert(key_of(map_study(folder, "0 a.map 9 5 0 0 2 0 3\n", ""))).second);
}

TEST_CASE("maps are looked for in a folder, and a study names them the same wherever that is") {
  const TemporaryFolder one;
  const TemporaryFolder other;
  for (const TemporaryFolder* folder : {&one, &other}) {
    folder->write("a.map", map_text);
    folder->write("a.scen", "version 1\n0 a.map 9 5 0 0 3 0 3\n");
  }
  const std::string text = head + "map = \"a.map\"\nscen = \"a.scen\"\nbackends = \"serial\"\nplanner = \"astar\"\nrepetitions = 1\n";
  const auto in = [&](const std::string& folder) { return plan_of(text, {{}, {}, {}, false, folder}); };
  const Plan plan = in(one.path().string());
  REQUIRE(plan.runs.size() == 1);
  CHECK(plan.missing.empty());
  CHECK(settings_json(plan.runs[0]).at("scenario") == "a.map");
  CHECK(settings_json(plan.runs[0]).at("scen") == "a.scen");
  CHECK(in(other.path().string()).runs.at(0).key == plan.runs[0].key);
  const TemporaryFolder out;
  CHECK(run_study(plan, out.path("out"), {}, ignore).runs.at(0).at("results").at("solved") == 1);
  // An absolute name needs no folder.
  CHECK(plan_of(map_study(one, "0 a.map 9 5 0 0 3 0 3\n", ""), {{}, {}, {}, false, "nowhere"}).missing.empty());
  std::filesystem::remove(one.path("a.scen"));
  CHECK(contains(in(one.path().string()).missing.at(0),
                 "s.toml:2: runs.scen: found no file a.scen in " + one.path().string() + ", expected "));
}

TEST_CASE("what is known of runs is planned without their maps, and none of them is made") {
  const std::string text =
      head +
      "map = \"none.map\"\nqueries = [5, 50]\nset.connectivity = 4\nset.block = [8, 16]\nplanner = [\"astar\", \"pha\"]\n"
      "backends = \"serial\"\n[[runs]]\nmap = \"none.map\"\nscen = \"none.scen\"\nbackends = \"serial\"\n"
      "[quick]\nqueries_at_most = 20\n";
  const Plan plan = plan_of(text, {{}, {}, {}, true});
  CHECK(plan.missing == std::vector<std::string>{"s.toml:2: runs.map: found no file none.map in the current folder, expected a file of the "
                                                 "Moving AI benchmarks (movingai.com); --maps FOLDER says where they are"});
  REQUIRE(plan.runs.size() == 7);
  CHECK(describe(plan.runs[0]) == "none.map, 5 queries, connectivity=4, astar, serial");
  CHECK(describe(plan.runs[1]) == "none.map, 5 queries, block=8, connectivity=4, pha, serial");
  CHECK(queries_of(plan.runs[4]) == 20);
  CHECK(describe(plan.runs[6]).starts_with("none.map, all queries, "));
  const Outcome outcome = outcome_of(plan);
  CHECK(outcome.failed == 7);
  CHECK(contains(outcome.first_failure, "found no file none.map"));
}

TEST_CASE("the optimum is found by the run's values of its planner's parameters") {
  const TemporaryFolder folder;
  // From (0, 0) to (1, 2): three steps in four directions, 2.41 m in eight.
  const std::string text = map_study(folder, "0 a.map 9 5 0 0 1 2 2.41421\n", "planner = [\"astar\", \"straight\"]\noptimum = \"astar\"\n");
  const auto over_optimum = [&](const std::string& connectivity) {
    std::vector<double> values;
    const Plan plan = plan_of(text + "set.connectivity = " + connectivity + "\n");
    for (const Json& run : run_study(plan, folder.path("out" + connectivity), {}, ignore).runs) {
      values.push_back(run.at("results").at("over_optimum_mean"));
    }
    return values;
  };
  const std::vector<double> four = over_optimum("4");
  const std::vector<double> eight = over_optimum("8");
  REQUIRE(four.size() == 2);
  CHECK(four[0] == 1);
  CHECK(eight[0] == 1);
  CHECK(four[1] == doctest::Approx(std::hypot(1, 2) / 3));
  CHECK(eight[1] == doctest::Approx(std::hypot(1, 2) / (1 + std::sqrt(2))));
  // Both at once: what is known of one is not taken for the other.
  CHECK(over_optimum("[4, 8]") == std::vector<double>{four[0], four[1], eight[0], eight[1]});
}

TEST_CASE("the shipped studies of maps name their runs without the maps") {
  const std::pair<const char*, std::size_t> studies[] = {{"pha-fig6", 72}, {"pha-fig7", 340}, {"grid-search", 48}};
  for (const auto& [name, runs] : studies) {
    CAPTURE(name);
    for (const bool quick : {false, true}) {
      const Plan plan = plan_runs(find_study(name), {{"serial"}, {}, {}, quick, "nowhere"});
      CHECK(plan.missing.size() == 2);
      if (!quick) CHECK(plan.runs.size() == runs);
      if (quick) CHECK_FALSE(plan.runs.empty());
      for (const PlannedRun& run : plan.runs) CHECK(queries_of(run) > 0);
    }
  }
}

TEST_CASE("a shipped study has the same runs with its maps as without them") {
  const char* maps = std::getenv("PLETHOS_TEST_MAPS");
  if (maps == nullptr || !std::filesystem::exists(std::filesystem::path(maps) / "tranquilpaths.map")) {
    MESSAGE("skipped: PLETHOS_TEST_MAPS does not name a folder with tranquilpaths.map");
    return;
  }
  const Study study = find_study("pha-fig6");
  const Plan with = plan_runs(study, {{"serial"}, {}, {}, true, maps});
  const Plan without = plan_runs(study, {{"serial"}, {}, {}, true, "nowhere"});
  CHECK(with.missing.empty());
  REQUIRE(with.runs.size() == without.runs.size());
  for (std::size_t k = 0; k < with.runs.size(); ++k) CHECK(describe(with.runs[k]) == describe(without.runs[k]));
}

TEST_CASE("mistakes in a study of queries are found before the first run") {
  CHECK(contains(plan_error(head + "scenario = \"ctiy\"\nqueries = 5\n"), "s.toml:2: runs: unknown scenario 'ctiy'; did you mean 'city'?"));
  CHECK(contains(plan_error(head + "scenario = \"narrow\"\nagents = 20\nqueries = 5\nset.samples = 50\nbackends = \"serial\"\n"),
                 "runs.set.samples: found a parameter of "));
}
