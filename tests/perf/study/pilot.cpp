#include "perf/study/pilot.hpp"

#include <csignal>

#include "scenarios/catalog.hpp"
#include "scenarios/run/interrupt.hpp"
#include "tests/perf/study/studies.hpp"

using namespace plethos;
using namespace plethos::study;
using namespace plethos::tests;

namespace {

/// A circle that meets in its middle around step 60.
std::string circle(const std::string& keys) {
  return "[[runs]]\nscenario = \"circle\"\nagents = 30\navoidance = \"clearpath2\"\nrepetitions = 1\n" + keys;
}

}  // namespace

TEST_CASE("a run that starts later goes where the whole one went, on every backend and lane, and counts from there") {
  const TemporaryFolder folder;
  const Json whole =
      run_study(plan_of(circle("backends = \"serial\"\nlanes = \"scalar\"\nsteps = 110\nmeasure = [\"time\", \"arrival\"]\n")),
                folder.path("out"), {}, ignore)
          .runs.at(0);
  const Plan plan = plan_of(
      circle("backends = [\"serial\", \"openmp\", \"tbb\"]\nlanes = [\"scalar\", \"simd\"]\nstart_at = 50\nsteps = 60\nwarm_up = 4\n"
             "measure = [\"time\", \"arrival\", \"stages\", \"behavior\"]\n"));
  const Outcome outcome = run_study(plan, folder.path("out"), {}, ignore);
  REQUIRE(outcome.made == plan.runs.size());
  for (const Json& run : outcome.runs) {
    for (const char* name : {"checksum", "steps", "arrived", "overlaps", "min_separation", "last_arrival"}) {
      CAPTURE(name);
      CHECK(run.at("results").at(name) == whole.at("results").at(name));
    }
    CHECK(run.at("settings").at("start_at") == 50);
    CHECK(run.at("repetitions")[0].at("steps") == 56);
    CHECK(run.at("arrival").at("step")[0] == 50);
    CHECK(run.at("curve").at("step").back() == 110);
    CHECK(run.at("behavior").at("frames") == 61);
    CHECK(run.at("crowding") == outcome.runs[0].at("crowding"));
  }
  // Twenty looks at two or three steps' distance, beginning after the warm-up.
  CHECK(outcome.runs[0].at("crowding").at("steps") == 28);
}

TEST_CASE("the share of changed velocities tells an empty road from a crowd") {
  const auto crowding = [&](const std::string& keys) { return outcome_of(plan_of(circle("backends = \"serial\"\n" + keys))).runs.at(0); };
  const Json early = crowding("steps = 10\nset.time_horizon = 0.5\n");
  const Json late = crowding("start_at = 50\nsteps = 40\nset.time_horizon = 0.5\n");
  CHECK(early.at("results").at("changed") == 0);
  CHECK(early.at("results").at("forbidding") == 0);
  CHECK(early.at("crowding").at("agent_steps") == 300);
  CHECK(late.at("results").at("changed") > 0.3);
  CHECK(late.at("results").at("forbidding") > 0.3);
  const double share = late.at("crowding").at("changed").get<double>() / late.at("crowding").at("agent_steps").get<double>();
  CHECK(late.at("results").at("changed").get<double>() == doctest::Approx(share));
}

TEST_CASE("starts and windows are computed once for all runs of the same work") {
  const Plan plan = plan_of(
      circle("backends = [\"serial\", \"tbb\"]\nstart_at = 8\nsteps = 10\nstart_by = \"rvo\"\nset.parallel = [\"flat\", \"nested\"]\n"));
  REQUIRE(plan.runs.size() == 4);
  const scenarios::Scenario scenario = scenarios::make_scenario(plan.runs[0].scenario);
  Pilot pilot;
  const auto first = pilot.start(plan.runs[0], scenario);
  REQUIRE(first != nullptr);
  CHECK(first->crowd.statistics.steps == 8);
  for (const PlannedRun& run : plan.runs) CHECK(pilot.start(run, scenario) == first);
  PlannedRun other = plan.runs[0];
  other.methods.avoidance = "orca";
  CHECK(pilot.start(other, scenario) == first);
  std::get<SimulationRun>(other.own).start_by = "orca";
  CHECK(pilot.start(other, scenario) != first);
  std::get<SimulationRun>(other.own).start_at = 0;
  CHECK(pilot.start(other, scenario) == nullptr);
}

TEST_CASE("an interrupt ends the steps before the start") {
  const Plan plan = plan_of(circle("backends = \"serial\"\nstart_at = 100000000\nsteps = 10\n"));
  const scenarios::Scenario scenario = scenarios::make_scenario(plan.runs[0].scenario);
  Pilot pilot;
  {
    const scenarios::InterruptGuard guard;
    std::raise(SIGTERM);
    CHECK(pilot.start(plan.runs[0], scenario) == nullptr);
    CHECK_FALSE(pilot.window(plan.runs[0], scenario, 0, 10).has_value());
  }
  const scenarios::InterruptGuard guard;  // forgets it
}

TEST_CASE("quick may start earlier, and a start behind the scenario's end is a mistake") {
  const std::string later = circle("backends = \"serial\"\nstart_at = 100\nsteps = 10\n");
  const Study study = parse_study(later + "[quick]\nstart_at = 20\n", "s.toml");
  CHECK(std::get<SimulationRun>(plan_runs(study, {{}, {}, {}, true}).runs.at(0).own).start_at == 20);
  CHECK(std::get<SimulationRun>(plan_runs(study, {}).runs.at(0).own).start_at == 100);
  CHECK(contains(input_error([] { plan_of(circle("backends = \"serial\"\nstart_at = 999999999\n")); }),
                 "s.toml:1: runs.start_at: found 999999999, expected fewer than the "));
}
