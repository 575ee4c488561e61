#include "perf/study/crowds.hpp"

#include "algorithms/simulation/simulation.hpp"
#include "perf/study/document.hpp"
#include "perf/study/fields.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/run/json_file.hpp"
#include "tests/perf/study/studies.hpp"

using namespace plethos;
using namespace plethos::study;
using namespace plethos::tests;

namespace {

const std::string streams = "[[runs]]\nscenario = \"four-streams\"\nagents = 24\navoidance = \"rvo\"\nset.seed = 5\nset.samples = 20\n";
const std::string lattice = "[[runs]]\nscenario = \"lattice\"\nagents = 9\nbackends = \"serial\"\nsteps = 3\n";

/// Simulates each seed by itself, and returns the checksum of the positions of all.
std::string alone(const PlannedRun& run, std::initializer_list<std::uint64_t> seeds, std::int64_t steps) {
  simulation::Frame all;
  for (const std::uint64_t seed : seeds) {
    scenarios::ScenarioRequest request = run.scenario;
    request.seed = seed;
    const scenarios::Scenario scenario = scenarios::make_scenario(request);
    const auto world = simulation::Simulation::create(backends::make_backend({"serial", "simd", 0}), scenario.parameters, scenario.world,
                                                      scenario.agents, run.methods);
    world->advance(steps);
    simulation::Frame frame;
    world->read(frame);
    all.x.insert(all.x.end(), frame.x.begin(), frame.x.end());
    all.y.insert(all.y.end(), frame.y.begin(), frame.y.end());
  }
  return scenarios::hexadecimal(simulation::checksum(all));
}

}  // namespace

TEST_CASE("a run of several worlds goes where each seed goes by itself, on all backends, whatever is measured") {
  const Plan plan = plan_of(streams +
                            "worlds = 3\nbackends = [\"serial\", \"openmp\", \"tbb\"]\nstart_at = 30\nsteps = 40\nwarm_up = 4\n"
                            "repetitions = 2\nmeasure = [\"time\", \"arrival\", \"memory\", \"stages\", \"bound\"]\n");
  REQUIRE(plan.runs.size() == 3);
  const std::string checksum = alone(plan.runs[0], {5, 6, 7}, 70);
  const TemporaryFolder folder;
  const Outcome outcome = watched_outcome_of(plan, folder.path("out")).first;
  REQUIRE(outcome.failed == 0);
  for (const Json& run : outcome.runs) {
    const Json& results = run.at("results");
    CHECK(results.at("checksum") == checksum);
    CHECK(results.at("steps") == 70);
    CHECK(run.at("settings").at("agents") == 24);
    CHECK(run.at("settings").at("worlds") == 3);
    CHECK(run.at("scenario").at("agents") == 72);
    CHECK(run.at("arrival").at("travelers") == 72);
    CHECK(run.at("arrival").at("step").front() == 30);
    CHECK(run.at("repetitions").at(0).at("steps") == 36);
    const double per_second = 1e3 / results.at("ms_per_step").get<double>();
    CHECK(results.at("world_steps_per_second").get<double>() == doctest::Approx(3 * per_second));
    CHECK(results.at("agent_steps_per_second").get<double>() == doctest::Approx(72 * per_second));
    CHECK(results.at("avoid_ms") > 0);
    CHECK(results.at("bytes_per_agent").get<double>() == doctest::Approx(results.at("bytes").get<double>() / 72));
    // They say nothing of several worlds.
    CHECK_FALSE(results.contains("changed"));
    CHECK_FALSE(run.contains("bound"));
  }
}

TEST_CASE("a run of one world is the same in a study of worlds, and in the document it says so") {
  const std::string worlds = lattice + "worlds = [1, 3]\n";
  const Study study = parse_study(worlds, "s.toml");
  const Plan plan = plan_runs(study, {});
  REQUIRE(plan.runs.size() == 2);
  CHECK(plan.runs[0].key == key_of(lattice));
  CHECK_FALSE(settings_json(plan.runs[0]).contains("worlds"));
  CHECK(plan.runs[1].key != plan.runs[0].key);
  CHECK(describe(plan.runs[0]) == describe(plan_of(lattice).runs.at(0)));
  CHECK(describe(plan.runs[1]).starts_with("lattice, 9 agents, 3 worlds, "));
  CHECK(plan.runs[1].kind->work(plan.runs[1]) == 3 * plan.runs[0].kind->work(plan.runs[0]));
  const Outcome outcome = outcome_of(plan);
  REQUIRE(outcome.failed == 0);
  const Json runs = study_document(study, {}, plan, outcome).at("runs");
  CHECK(number_field(runs.at(0), "worlds") == 1.);
  CHECK(number_field(runs.at(1), "worlds") == 3.);
  CHECK(runs.at(0).at("results").at("world_steps_per_second") == runs.at(0).at("results").at("frames_per_second"));
  CHECK(work_text(runs.at(0), {}).starts_with("lattice, 9 agents, 1 world, "));
  const Study other = parse_study(lattice, "s.toml");
  CHECK_FALSE(number_field(study_document(other, {}, plan, outcome).at("runs").at(0), "worlds").has_value());
}

TEST_CASE("claims set worlds against one world") {
  const Study study = parse_study(lattice +
                                      "worlds = [1, 3]\n[[claim]]\nname = \"three over one\"\nmeasure = \"world_steps_per_second\"\n"
                                      "numerator = { worlds = 3 }\ndenominator = { worlds = 1 }\n",
                                  "s.toml");
  const Plan plan = plan_runs(study, {});
  const Json document = study_document(study, {}, plan, outcome_of(plan));
  REQUIRE(document.at("claims").at(0).at("findings").size() == 1);
  const auto rate = [&](std::size_t run) { return *number_field(document.at("runs").at(run), "world_steps_per_second"); };
  CHECK(document.at("claims").at(0).at("findings").at(0).at("value").get<double>() == doctest::Approx(rate(1) / rate(0)));
}

TEST_CASE("worlds are as many as quick lets them be, with seeds of their own") {
  const std::string text = lattice + "worlds = [1, 10, 100]\nmeasure = \"memory\"\n";
  CHECK(plan_of(text + "[quick]\nworlds_at_most = 10\n", {{}, {}, {}, true}).runs.size() == 2);
  CHECK(plan_of(text + "[quick]\nworlds_at_most = 10\n").runs.size() == 3);
  const scenarios::Scenario crowd = make_crowd(plan_of(lattice + "worlds = 3\nset.seed = 8\n").runs.at(0));
  CHECK(crowd.ensemble.seeds == std::vector<std::uint64_t>{8, 9, 10});
  CHECK(make_crowd(plan_of(lattice + "worlds = 2\n").runs.at(0)).ensemble.seeds == std::vector<std::uint64_t>{1, 2});
  CHECK(make_crowd(plan_of(lattice).runs.at(0)).ensemble.seeds.empty());
  // What a run needs of memory it may claim without steps.
  CHECK(plan_of("[[runs]]\nscenario = \"lattice\"\nagents = 9\nbackends = \"serial\"\nworlds = 2\nmeasure = \"memory\"\n").runs.size() ==
        1);
}

TEST_CASE("mistakes in worlds are found before the first run") {
  const auto error = [](const std::string& keys) { return plan_error(lattice + keys); };
  CHECK(error("worlds = 0\n").find("runs.worlds: found 0") != std::string::npos);
  CHECK(error("worlds = [1, 2]\nranks = [1, 2]\n") ==
        "s.toml:6: runs.worlds: found several worlds and several ranks, expected one of them");
  CHECK(plan_error("[[runs]]\nscenario = \"lattice\"\nagents_per_rank = 9\nworlds = 2\nsteps = 3\n") ==
        "s.toml:3: runs.agents_per_rank: found agents_per_rank and several worlds, expected agents, which are those of a world");
  CHECK(error("worlds = 2\nmeasure = [\"time\", \"behavior\"]\n").find("runs.measure: found 'behavior' of several worlds") !=
        std::string::npos);
  CHECK(plan_error("[[runs]]\nscenario = \"lattice\"\nagents = 9\nworlds = 2\n") ==
        "s.toml:4: runs.worlds: found several worlds without steps, expected steps, as worlds arrive at different times");
  CHECK(error("worlds = 2\nstart_at = 5\nstart_by = \"orca\"\n").find("found start_by and several worlds") != std::string::npos);
  CHECK(plan_error("[[runs]]\nscenario = \"lattice\"\nagents = 9000\nworlds = 1000000\nsteps = 3\n") ==
        "s.toml:1: runs.worlds: found 9000000000 agents in 1000000 worlds, expected at most 2147483647");
  CHECK(error("worlds = 2\nneighbors = [\"grid\", \"brute\"]\n") ==
        "s.toml:1: runs.worlds: ensemble: found 2 worlds with neighbors brute, expected one: it cannot tell worlds apart");
  CHECK(plan_error("[[runs]]\nscenario = \"building\"\nagents = 5\nworlds = 2\nsteps = 3\n") ==
        "s.toml:1: runs: worlds: found 2 worlds of building of which 2 differ in walls or the like, expected worlds that are simulated at "
        "once");
  // One world can do all of that.
  CHECK(plan_of(lattice + "worlds = 1\nneighbors = \"brute\"\n").runs.size() == 1);
}
