#include "perf/study/run_study.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "perf/study/document.hpp"
#include "perf/study/measure.hpp"
#include "perf/study/run_store.hpp"
#include "perf/study/statistics.hpp"
#include "tests/perf/study/studies.hpp"

using namespace plethos;
using namespace plethos::study;
using namespace plethos::tests;

namespace {

const std::string small = R"(
[[runs]]
scenario = "circle"
agents = [4, 12]
neighbors = ["grid", "brute"]
backends = ["serial", "openmp"]
lanes = "scalar"
steps = 20
warm_up = 4
chunk = 8
repetitions = 2
measure = ["time", "arrival", "memory"]

[[claim]]
name = "brute over grid"
measure = "ms_per_step"
numerator = { neighbors = "brute" }
denominator = { neighbors = "grid" }
paper = 4

[quick]
agents_at_most = 4
steps_at_most = 6
repetitions = 1
)";

}  // namespace

TEST_CASE("behavior is what a verifier sees in every step, whatever else is measured") {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& measure) {
    const Plan plan = plan_of(R"(
[[runs]]
scenario = "back-and-forth"
agents = 30
avoidance = "none"
steering = ["none", "reynolds"]
backends = "serial"
steps = 200
measure = )" + measure);
    REQUIRE(plan.runs.size() == 2);
    return run_study(plan, folder.path("out"), {}, ignore).runs;
  };
  const Json runs = run("\"behavior\"");
  const Json& walking = runs[0].at("results");
  const Json& steered = runs[1].at("results");
  CHECK(runs[0].at("settings").at("steering") == "none");
  CHECK(runs[1].at("settings").at("steering") == "reynolds");
  CHECK(runs[0].at("behavior").at("frames") == 201);
  CHECK(walking.at("steps") == 200);
  CHECK(walking.at("overlaps_per_frame") > steered.at("overlaps_per_frame"));
  CHECK(walking.at("separation") == doctest::Approx(walking.at("min_separation").get<double>()).epsilon(1e-4));
  CHECK(walking.at("never_arrived") == 0);
  CHECK(walking.at("way_ratio") < 1.2);
  const Json timed = run("[\"time\", \"behavior\"]");
  CHECK(timed[0].at("results").at("overlaps_per_frame") == walking.at("overlaps_per_frame"));
  CHECK(timed[0].at("results").at("checksum") == walking.at("checksum"));
}

TEST_CASE("finished runs are kept and not repeated") {
  const TemporaryFolder folder;
  const Plan plan = plan_of(small);
  REQUIRE(plan.runs.size() == 8);
  const Outcome first = run_study(plan, folder.path("out"), {}, ignore);
  CHECK(first.made == 8);
  CHECK(first.kept == 0);
  const Outcome second = run_study(plan_of(small), folder.path("out"), {}, ignore);
  CHECK(second.made == 0);
  CHECK(second.kept == 8);
  CHECK(second.runs == first.runs);
}

TEST_CASE("a run file that is cut, damaged, changed or another's is made anew") {
  const TemporaryFolder folder;
  const Plan plan = plan_of(small);
  run_study(plan, folder.path("out"), {}, ignore);
  const auto path = [&](std::size_t run) { return folder.path("out/runs/" + plan.runs[run].key + ".json"); };
  const auto text = [&](std::size_t run) {
    std::ifstream file(path(run));
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const auto put = [&](std::size_t run, const std::string& content) { std::ofstream(path(run)) << content; };
  put(0, text(0).substr(0, text(0).size() / 2));
  put(1, "");
  std::string changed = text(2);
  const std::size_t digit = changed.find_first_of("123456789", changed.find("\"seconds\""));
  changed[digit] = changed[digit] == '9' ? '8' : '9';
  put(2, changed);
  put(3, text(4));
  std::filesystem::remove(path(5));
  // What a killed process leaves behind.
  folder.write("out/runs/" + plan.runs[6].key + ".json.part", "{");
  const Outcome outcome = run_study(plan, folder.path("out"), {}, ignore);
  CHECK(outcome.made == 5);
  CHECK(outcome.kept == 3);
}

TEST_CASE("an interrupt keeps what is finished, and the next start goes on") { check_interrupt(small, {{"serial"}, {}, {}, false}); }

TEST_CASE("several processes measure times, each in another order, and one run has all of them") {
  const TemporaryFolder folder;
  const std::string out = folder.path("out");
  const Plan plan = plan_of(small, {{"serial"}, {}, {}, false, "", 3});
  REQUIRE(plan.runs.size() == 4);
  std::vector<std::vector<std::string>> orders;
  const auto run_process = [&](int process) {
    std::vector<std::string> order;
    Outcome outcome = run_study(
        plan, out, {},
        [&](const Position& position) {
          const std::string what = describe(*position.what);
          if (order.empty() || order.back() != what) order.push_back(what);
        },
        process);
    orders.push_back(order);
    return outcome;
  };
  Outcome outcome = run_process(0);
  CHECK(outcome.runs[0].contains("arrival"));
  CHECK(needs_process(plan, out, 2));
  CHECK_FALSE(needs_process(plan, out, 3));
  const Outcome second = run_process(1);
  CHECK(second.made == 4);
  CHECK_FALSE(second.runs[0].contains("arrival"));
  CHECK_FALSE(second.runs[0].at("results").contains("changed"));
  CHECK(run_process(2).made == 4);
  CHECK_FALSE(needs_process(plan, out, 2));
  CHECK((orders[0] != orders[1] || orders[1] != orders[2]));
  const RunStore store(out + "/runs");
  outcome.runs[0]["disturbed"] = {"this"};
  for (const auto& [process, texts] : {std::pair("-2", Json{"this", "that"}), std::pair("-3", Json::array())}) {
    Json run = *store.load(plan.runs[0].key + process);
    run["disturbed"] = texts;
    store.save(plan.runs[0].key + process, run);
  }
  merge_all_processes(plan, out, outcome);
  CHECK(outcome.runs[0].at("disturbed") == Json{"this", "that"});
  REQUIRE(outcome.runs.size() == 4);
  for (std::size_t i = 0; i < 4; ++i) {
    const Json& run = outcome.runs[i];
    CHECK(run.at("key") == plan.runs[i].key);
    CHECK(run.at("machine").at("processes") == 3);
    CHECK(run.at("disturbance").size() == 3);
    REQUIRE(run.at("repetitions").size() == 6);
    std::vector<double> times;
    for (std::size_t k = 0; k < 6; ++k) {
      CHECK(run.at("repetitions")[k].value("process", 1) == static_cast<int>(k / 2) + 1);
      times.push_back(run.at("repetitions")[k].at("ms_per_step"));
    }
    std::sort(times.begin(), times.end());
    const Json& results = run.at("results");
    CHECK(results.at("ms_per_step").get<double>() == doctest::Approx((times[2] + times[3]) / 2));
    CHECK(results.at("ms_per_step_low") <= results.at("ms_per_step"));
    CHECK(results.at("ms_per_step_high") >= results.at("ms_per_step"));
    CHECK(results.at("time_confidence") == usual_confidence);
    CHECK(results.at("frames_per_second").get<double>() == doctest::Approx(2e3 / (times[2] + times[3])));
    CHECK(run.contains("arrival"));
  }
  const Json claim = study_document(parse_study(small, "s.toml"), {}, plan, outcome).at("claims")[0].at("findings")[0];
  CHECK(claim.at("low") < claim.at("value"));
  CHECK(claim.at("value") < claim.at("high"));
  CHECK(claim.at("confidence") == confidence_of_each(2));
}

TEST_CASE("a run that lacks the times of a process is left out after an interrupt, and failed otherwise; so is one that ended elsewhere") {
  const TemporaryFolder folder;
  const std::string out = folder.path("out");
  const Plan plan = plan_of(small, {{"serial"}, {}, {}, false, "", 2});
  const Outcome first = run_study(plan, out, {}, ignore);
  run_study(plan, out, {}, ignore, 1);
  const RunStore store(out + "/runs");
  const std::string key = plan.runs[1].key + "-2";
  Json other = *store.load(key);
  std::filesystem::remove(out + "/runs/" + key + ".json");
  for (const bool interrupted : {false, true}) {
    Outcome outcome = first;
    outcome.interrupted = interrupted;
    merge_all_processes(plan, out, outcome);
    CHECK(outcome.runs.size() == (interrupted ? 3 : 4));
    CHECK(outcome.failed == (interrupted ? 0 : 1));
    if (!interrupted) CHECK(outcome.runs[1].at("error") == "process 2 did not measure it; did a file of the study change meanwhile?");
  }
  other["disturbed"] = Json::array({"other work"});
  store.save(key, other);
  Outcome whole = first;
  merge_all_processes(plan, out, whole);
  CHECK(whole.runs[1].at("disturbed").back() == "other work");
  other["results"]["checksum"] = "0123456789abcdef";
  store.save(key, other);
  Outcome outcome = first;
  merge_all_processes(plan, out, outcome);
  CHECK(outcome.runs[1].at("status") == "failed");
  CHECK(contains(outcome.first_failure, "process 2 ended in other results: found checksum 0123456789abcdef, expected "));
}

TEST_CASE("without a number of repetitions, they go on until their median is known well, or there are too many") {
  const auto made = [](const std::string& most) {
    const std::string text =
        "[[runs]]\nscenario = \"circle\"\nagents = 4\nbackends = \"serial\"\nsteps = 8\nrepetitions = \"auto\"\n" + most;
    const Json run = outcome_of(plan_of(text)).runs.at(0);
    CHECK(run.at("settings").at("repetitions") == "auto");
    return run.at("repetitions").size();
  };
  CHECK(made("repetitions_at_most = 6\n") == 6);
  CHECK(made("") >= 6);
  CHECK(made("") <= 30);
}

TEST_CASE("the document holds every run with its figures") {
  const Study study = parse_study(small, "s.toml");
  const Plan plan = plan_runs(study, {});
  const Json document = study_document(study, {}, plan, outcome_of(plan));
  CHECK(document.at("schema") == schema_name);
  CHECK(document.at("schema_version") == schema_version);
  CHECK(document.at("complete") == true);
  for (const char* key : {"version", "commit", "date", "kokkos", "processors", "machine", "devices"})
    CHECK(document.at("header").contains(key));
  REQUIRE(document.at("runs").size() == 8);
  for (const Json& run : document.at("runs")) {
    CHECK(run.at("status") == "done");
    CHECK(run.at("results").at("steps") == 20);
    REQUIRE(run.at("repetitions").size() == 2);
    double low = 1e300;
    double high = 0;
    for (const Json& repetition : run.at("repetitions")) {
      CHECK(repetition.at("steps") == 16);
      CHECK(repetition.at("checksum") == run.at("results").at("checksum"));
      low = std::min(low, repetition.at("ms_per_step").get<double>());
      high = std::max(high, repetition.at("ms_per_step").get<double>());
    }
    CHECK(run.at("results").at("ms_per_step").get<double>() == doctest::Approx((low + high) / 2));
    CHECK(run.at("results").at("frames_per_second").get<double>() == doctest::Approx(2e3 / (low + high)));
    // The warm-up's four steps, then stretches that end at multiples of eight.
    CHECK(run.at("curve").at("step") == Json{8, 16, 20});
    CHECK(run.at("arrival").at("step") == Json{0, 8, 16, 20});
    CHECK(run.at("arrival").at("travelers") == run.at("settings").at("agents"));
    std::uint64_t bytes = 0;
    for (const Json& part : run.at("memory")) bytes += part.at("bytes").get<std::uint64_t>();
    CHECK(run.at("results").at("bytes") == bytes);
  }
  REQUIRE(document.at("claims").size() == 1);
  CHECK(document.at("claims")[0].at("findings").size() == 2);
  REQUIRE(document.at("same_bits").size() == 4);
  for (const Json& work : document.at("same_bits")) {
    CHECK(work.at("same") == true);
    CHECK(work.at("checksums").size() == 2);
  }
}

TEST_CASE("quick makes fewer, shorter runs under keys of their own") {
  const Plan whole = plan_of(small);
  const Plan quick = plan_of(small, {{}, {}, {}, true});
  REQUIRE(quick.runs.size() == 4);
  for (const PlannedRun& run : quick.runs) {
    CHECK(run.agents == 4);
    CHECK(std::get<SimulationRun>(run.own).steps == 6);
    CHECK(std::get<SimulationRun>(run.own).warm_up == 4);
    CHECK(run.repetitions == 1);
    for (const PlannedRun& other : whole.runs) CHECK(other.key != run.key);
  }
}

TEST_CASE("runs until all have arrived end when they have") {
  const Plan plan = plan_of("[[runs]]\nscenario = \"circle\"\nagents = 2\nbackends = \"serial\"\nuntil = \"arrived\"\nrepetitions = 1\n");
  REQUIRE(plan.runs.size() == 1);
  const Outcome outcome = outcome_of(plan);
  const Json& results = outcome.runs[0].at("results");
  CHECK(results.at("arrived") == 2);
  CHECK(results.at("steps") > results.at("last_arrival"));
  CHECK(results.at("steps") <= results.at("last_arrival").get<std::int64_t>() + 1 + 16);
  CHECK(outcome.runs[0].at("repetitions")[0].at("steps") == results.at("steps"));
}

TEST_CASE("the stages of a step are timed in a pass of their own") {
  const Plan plan =
      plan_of("[[runs]]\nscenario = \"circle\"\nagents = 50\nbackends = \"serial\"\nsteps = 20\nwarm_up = 5\nmeasure = \"stages\"\n");
  CHECK(steps_in_all(plan.runs.at(0)) == 20);
  const Json run = outcome_of(plan).runs.at(0);
  REQUIRE(run.at("stages").size() == 5);
  double all = 0;
  for (const Json& stage : run.at("stages")) {
    CHECK(stage.at("ms") >= 0);
    all += stage.at("ms").get<double>();
    double parts = 0;
    for (const Json& part : stage.value("parts", Json::array())) {
      parts += part.at("ms").get<double>();
      CHECK(run.at("results").at(part.at("name").get<std::string>() + "_ms") == part.at("ms"));
    }
    CHECK(parts <= stage.at("ms").get<double>());
  }
  CHECK(run.at("results").at("build_percent").get<double>() == doctest::Approx(100 * run.at("results").at("build_ms").get<double>() / all));
  CHECK(run.at("results").at("avoid_ms") > 0);
  CHECK(run.at("results").at("empty_stage_ms") > 0);
  CHECK(run.at("stages")[0].at("name") == "perceive");
  CHECK(run.at("results").at("perceive_percent").get<double>() ==
        doctest::Approx(100 * run.at("results").at("perceive_ms").get<double>() / all));
  CHECK(run.at("results").at("steps") == 20);
}

TEST_CASE("a run's bound is its counted work over what the backend can do, and counting changes nothing") {
  const auto run_with = [&](const std::string& measure) {
    const std::string block = "[[runs]]\nscenario = \"crosswalk\"\nagents = 40\nbackends = \"serial\"\nsteps = 20\nwarm_up = 5\n";
    return outcome_of(plan_of(block + "measure = " + measure + "\n")).runs.at(0);
  };
  const Json plain = run_with("[\"stages\"]");
  const Json run = run_with("[\"stages\", \"bound\"]");
  CHECK(run.at("results").at("checksum") == plain.at("results").at("checksum"));
  CHECK(run.at("results").at("overlaps") == plain.at("results").at("overlaps"));
  CHECK_FALSE(plain.contains("bound"));
  const auto number = [&](const char* name) { return run.at("bound").at(name).get<double>(); };
  // A walk past others tries dozens of velocities.
  CHECK(number("operations") > 40 * 100);
  CHECK(number("bytes") > 40 * 100);
  // The walk takes a tenth of these.
  CHECK(number("operations") < 40 * 60'000);
  CHECK(number("bytes") < 40 * 1'000);
  const double operations_ms = 1e3 * number("operations") / number("peak_operations_per_second");
  const double bytes_ms = 1e3 * number("bytes") / number("peak_bytes_per_second");
  CHECK(number("ms") == doctest::Approx(std::max(operations_ms, bytes_ms)));
  CHECK(run.at("results").at("bound_ms") == run.at("bound").at("ms"));
  // So it is of each stage, and the step cannot take less than all of them.
  std::vector<std::string> names;
  double all = 0;
  for (const Json& stage : run.at("bound").at("stages")) {
    names.push_back(stage.at("stage"));
    const double of_operations = 1e3 * stage.at("operations").get<double>() / number("peak_operations_per_second");
    const double of_bytes = 1e3 * stage.at("bytes").get<double>() / number("peak_bytes_per_second");
    CHECK(stage.at("ms") == doctest::Approx(std::max(of_operations, of_bytes)));
    CHECK(stage.at("by") == (of_operations >= of_bytes ? "operations" : "bytes"));
    if (stage.at("stage") == "avoid") CHECK(stage.at("operations") == run.at("bound").at("operations"));
    all += stage.at("ms").get<double>();
  }
  CHECK(names == std::vector<std::string>{"perceive", "plan", "avoid", "move"});
  CHECK(run.at("results").at("step_bound_ms").get<double>() == doctest::Approx(all));
}

TEST_CASE("a scenario that the machine has no memory for fails its runs, and the others are made") {
  const Plan plan = plan_of("[[runs]]\nscenario = \"circle\"\nagents = [2000000000, 4]\nbackends = \"serial\"\nmeasure = \"memory\"\n");
  const Outcome outcome = outcome_of(plan);
  CHECK(outcome.failed == 1);
  CHECK(outcome.made == 1);
  CHECK(contains(outcome.first_failure, "out of memory"));
}

TEST_CASE("a study of memory takes no step") {
  const Plan plan = plan_of("[[runs]]\nscenario = \"circle\"\nagents = 50\nbackends = \"serial\"\nmeasure = \"memory\"\n");
  CHECK(steps_in_all(plan.runs.at(0)) == 0);
  const Outcome outcome = outcome_of(plan);
  CHECK(outcome.runs[0].at("results").at("bytes_per_agent") > 0);
  CHECK_FALSE(outcome.runs[0].contains("repetitions"));
}

TEST_CASE("a fault of the machine fails one run and the others go on") {
  Plan plan = plan_of(small, {{"serial"}, {}, {}, false});
  // More agents than the machine has memory for.
  plan.runs[1].scenario.agents = 2000000000;
  const Outcome outcome = outcome_of(plan);
  CHECK(outcome.failed == 1);
  CHECK(outcome.made == 3);
  CHECK(outcome.runs.at(1).at("status") == "failed");
  CHECK(contains(outcome.runs.at(1).at("error").get<std::string>(), "out of memory"));
  CHECK(contains(outcome.first_failure, "circle"));
  const Study study = parse_study(small, "s.toml");
  CHECK(study_document(study, {}, plan, outcome).at("complete") == false);
}
