#include "perf/study/energy.hpp"

#include <cmath>
#include <cstdlib>

#include "core/error.hpp"
#include "perf/study/energy_pairs.hpp"
#include "perf/study/result_times.hpp"
#include "tests/backends/fake_system.hpp"
#include "tests/perf/study/studies.hpp"

using namespace plethos;
using namespace plethos::study;
using namespace plethos::tests;

namespace {

/// A machine whose time goes on when it waits or works, with counters of two packages, in Linux's form, that begin anew every 300 J.
class FakeMachine {
 public:
  FakeMachine() { spend(0, 0); }

  void spend(double seconds, double watts) {
    now_ += seconds;
    joules_ += seconds * watts;
    write(0, joules_ / 4);
    write(1, 3 * joules_ / 4);
  }
  void break_counter() const { system_.write("intel-rapl:1/energy_uj", "x"); }

  backends::EnergySource source() const {
    backends::EnergySource source = backends::processor_energy(system_.root());
    // Its pieces of work take seconds.
    source.most_seconds.reset();
    return source;
  }
  EnergyClock clock(double idle_watts) {
    return {[this] { return now_; },
            [this, idle_watts](double seconds) {
              spend(seconds, idle_watts);
              return true;
            }};
  }
  /// 100 steps of 1,000 agents take 2 s. The crowd is brought back in 0.5 s, with 40 W.
  RepeatedSteps steps(double watts) {
    return {100, 1000, [this] { spend(0.5, 40); },
            [this, watts](const std::function<void()>& look) {
              for (int part = 0; part < 4; ++part) {
                spend(0.5, watts);
                look();
              }
              return 2.0;
            }};
  }

 private:
  void write(int package, double joules) const {
    const std::string zone = "intel-rapl:" + std::to_string(package);
    system_.write(zone + "/name", "package-" + std::to_string(package));
    system_.write(zone + "/max_energy_range_uj", "300000000");
    system_.write(zone + "/energy_uj", std::to_string(std::llround(1e6 * std::fmod(290 + joules, 300))));
  }

  FakeSystem system_;
  double now_ = 100, joules_ = 0;
};

void ignore_share(double) {}

/// Returns a run with so many J of a million agent-steps in two repetitions of each process.
Json run_with(const std::vector<std::vector<double>>& joules) {
  Json run{{"status", "done"},
           {"settings", {{"scenario", "circle"}, {"agents", 10}, {"set", Json::object()}, {"avoidance", "orca"}, {"neighbors", "grid"}}},
           {"machine", {{"backend", "serial"}, {"device", "d"}, {"lanes", "scalar"}, {"threads", 1}}},
           {"results", {{"ms_per_step", 1.0}, {"checksum", "x"}}},
           {"repetitions", Json::array()}};
  for (std::size_t process = 0; process < joules.size(); ++process) {
    for (const double value : joules[process])
      run["repetitions"].push_back({{"process", process + 1}, {"ms_per_step", 1.0}, {"cpu_joules_per_million_agent_steps", value}});
  }
  summarize_times(run);
  return run;
}

/// Makes one run of 1,000 timed steps whose energy is asked for, while `moved` is called.
Json run_with_powercap(const std::string& folder, const std::function<void()>& moved) {
  const TemporaryFolder out;
  setenv("PLETHOS_POWERCAP", folder.c_str(), 1);
  const StudyOptions quick{{"serial"}, {}, {}, true, "", 1};
  const Outcome outcome = run_study(plan_of(R"(
[[runs]]
scenario = "circle"
agents = 12
lanes = "scalar"
steps = 1004
warm_up = 4
start_at = 10
repetitions = 2
measure = ["time", "energy"]
[quick]
energy_seconds = 0.1
)",
                                            quick),
                                    out.path("out"), {}, [&](const Position&) { moved(); });
  unsetenv("PLETHOS_POWERCAP");
  CHECK(outcome.first_failure == "");
  return outcome.runs.at(0);
}

}  // namespace

TEST_CASE("energy is that of the steps, without bringing the crowd back, and then without the idle machine") {
  FakeMachine machine;
  EnergyMeter meter({machine.source()}, machine.clock(20), 5);
  REQUIRE(meter.counts());
  REQUIRE(meter.measure_idle());
  Json row = Json::object();
  REQUIRE(meter.measure(machine.steps(100), ignore_share, row));
  // Three times 2 s are the first that are 5 s.
  CHECK(row.at("energy_seconds") == doctest::Approx(6));
  CHECK(row.at("energy_steps") == 300);
  CHECK(row.at("cpu_watts").get<double>() == doctest::Approx(100));
  CHECK(row.at("cpu_idle_watts").get<double>() == doctest::Approx(20));
  CHECK(row.at("cpu_joules_per_step").get<double>() == doctest::Approx(600 / 300.0));
  CHECK(row.at("cpu_net_joules_per_step").get<double>() == doctest::Approx((600 - 6 * 20) / 300.0));
  CHECK(row.at("cpu_joules_per_million_agent_steps").get<double>() == doctest::Approx(2000));
  CHECK(row.at("cpu_net_joules_per_million_agent_steps").get<double>() == doctest::Approx(1600));
  const Json told = meter.json();
  CHECK(told.at("idle_seconds").get<double>() == doctest::Approx(3));
  CHECK(told.at("cpu").at("idle_watts").get<double>() == doctest::Approx(20));
  CHECK(told.at("cpu").at("not_measured") == "");
  CHECK(told.at("cpu").at("net_not_measured") == "");
}

TEST_CASE("a machine that took more while it did nothing says so, and no negative energy") {
  FakeMachine machine;
  EnergyMeter meter({machine.source()}, machine.clock(120), 5);
  REQUIRE(meter.measure_idle());
  Json row = Json::object();
  REQUIRE(meter.measure(machine.steps(100), ignore_share, row));
  CHECK(row.at("cpu_joules_per_step").get<double>() == doctest::Approx(2));
  CHECK_FALSE(row.contains("cpu_net_joules_per_step"));
  CHECK_FALSE(row.contains("cpu_net_joules_per_million_agent_steps"));
  CHECK(meter.json().at("cpu").at("net_not_measured") == "the machine took 120 W while it did nothing, and 100 W in the steps");
}

TEST_CASE("what does not count is not measured, with the reason, and never 0") {
  Json row = Json::object();
  const auto why_not = [&](FakeMachine& machine, double idle_watts, const RepeatedSteps& steps) {
    row = Json::object();
    EnergyMeter meter({machine.source()}, machine.clock(idle_watts), 5);
    REQUIRE(meter.measure_idle());
    REQUIRE(meter.measure(steps, ignore_share, row));
    for (const std::string& name : energy_results()) CHECK((name == "cpu_idle_watts" || !row.contains(name)));
    return meter.json().at("cpu").at("not_measured").get<std::string>();
  };
  FakeMachine still, broken, slow, seldom;
  RepeatedSteps steps = still.steps(0);
  steps.go_back = [&] { still.spend(0.5, 0); };
  CHECK(contains(why_not(still, 20, steps), "stood still for 6 s of steps"));
  steps = broken.steps(100);
  steps.take = [&](const std::function<void()>&) {
    broken.spend(2, 100);
    broken.break_counter();
    return 2.0;
  };
  steps.go_back = [&] {
    broken.spend(0.5, 0);
    broken.break_counter();
  };
  CHECK(contains(why_not(broken, 20, steps), "cannot be read any more"));
  steps = slow.steps(100);
  steps.go_back = [&] { slow.spend(4, 40); };
  CHECK(contains(why_not(slow, 20, steps), "bringing the crowd back"));

  backends::EnergySource source = seldom.source();
  source.most_seconds = 1.5;
  EnergyMeter meter({source}, {seldom.clock(20).now, [](double) { return true; }}, 5);
  REQUIRE(meter.measure_idle());
  steps = seldom.steps(100);
  steps.take = [&](const std::function<void()>&) {
    seldom.spend(2, 100);
    return 2.0;
  };
  REQUIRE(meter.measure(steps, ignore_share, row));
  CHECK(contains(meter.json().at("cpu").at("not_measured").get<std::string>(), "may have begun anew more than once"));
  CHECK_FALSE(EnergyMeter({source}, seldom.clock(20), 5, "several ranks").counts());
}

TEST_CASE("a study's energy is counted in the steps after the warm-up, each time to the same positions") {
  const FakeSystem system;
  std::int64_t joules = 0;
  const auto count = [&] { system.write("intel-rapl:0/energy_uj", std::to_string(joules++ * 1000000)); };
  system.write("intel-rapl:0/name", "package-0");
  system.write("intel-rapl:0/max_energy_range_uj", "1000000000000");
  count();
  // It is told of each time that the 1,000 steps are taken: 1 J.
  const Json run = run_with_powercap(system.root(), count);
  CHECK(run.at("results").at("cpu_joules_per_step").get<double>() == doctest::Approx(1 / 1000.0));
  CHECK(run.at("results").at("cpu_joules_per_million_agent_steps").get<double>() == doctest::Approx(1e6 / (1000 * 12.0)));
  CHECK(run.at("results").contains("cpu_joules_per_step_low"));
  CHECK_FALSE(run.at("results").contains("cpu_net_joules_per_step"));
  CHECK(why_no_energy(run, "cpu", false) == "");
  CHECK(why_no_energy(run, "cpu", true) == "the counter stood still while the machine did nothing");
  CHECK(run.at("repetitions").size() == 2);
  CHECK(run.at("repetitions")[1].at("energy_steps").get<int>() % 1000 == 0);
  CHECK_FALSE(run.at("energy")[0].contains("gpu"));
  const std::string text = energy_text(Json::array({run}));
  CHECK(contains(text, ": cpu 83.33 [83.33, 83.33] J, without the idle machine not measured; "));
  CHECK(contains(text, "  not measured: cpu without the idle machine: the counter stood still"));
}

TEST_CASE("a study without a sensor says so") {
  const Json run = run_with_powercap("/nowhere/powercap", [] {});
  for (const std::string& name : energy_results()) CHECK_FALSE(run.at("results").contains(name));
  CHECK(contains(why_no_energy(run, "cpu", false), "/nowhere/powercap: no processor package"));
  const std::string text = energy_text(Json::array({run, run}));
  CHECK(contains(text, ": cpu not measured\n"));
  CHECK(text.find("not measured: cpu: /nowhere") == text.rfind("not measured: cpu: /nowhere"));
  CHECK(energy_text(Json::array({run_with({{1}})})) == "");
}

TEST_CASE("energy of a process that could not measure it makes that of all unknown") {
  Json one = run_with({{2, 2}});
  one["energy"] = Json::array({{{"cpu", {{"not_measured", ""}}}}});
  const Json two = one;
  const auto both = merge_processes({one, two});
  CHECK(both.at("results").at("cpu_joules_per_million_agent_steps") == 2);
  CHECK(both.at("energy").size() == 2);
  Json without = one;
  without["repetitions"] = Json::array({{{"ms_per_step", 1.0}}, {{"ms_per_step", 1.0}}});
  without["energy"][0]["cpu"]["not_measured"] = "the reason";
  const auto known_to_one = merge_processes({one, without});
  for (const char* end : {"", "_min", "_max", "_low", "_high"})
    CHECK_FALSE(known_to_one.at("results").contains(std::string("cpu_joules_per_million_agent_steps") + end));
  CHECK(why_no_energy(known_to_one, "cpu", false) == "the reason");
}

TEST_CASE("energies of two results are compared by their interval") {
  const Json a = run_with({{10, 10}, {10.1, 10.1}, {9.9, 9.9}}), less = run_with({{5, 5}, {5.1, 5.1}, {4.9, 4.9}}),
             of_one = run_with({{5, 5}});
  Json disturbed = less;
  disturbed["disturbed"] = Json::array({"others"});
  const Json none = run_with({});
  Json pairs = Json::array();
  for (int i = 0; i < 5; ++i) pairs.push_back({{"work", "w"}, {"label", "w"}, {"a", {{"machine", "m"}}}, {"b", {{"machine", "n"}, {"result", "B"}}}});
  add_energy_pairs(pairs, {{&a, &less}, {&a, &a}, {&a, &of_one}, {&a, &disturbed}, {&a, &none}});
  CHECK(pairs[0].at("energy")[0].at("ratio").get<double>() == doctest::Approx(0.5));
  CHECK(pairs[0].at("energy")[0].at("less") == "B");
  CHECK(pairs[0].at("energy")[0].at("confidence").get<double>() == doctest::Approx(1 - 0.05 / 4));
  CHECK(pairs[1].at("energy")[0].at("less") == "");
  CHECK(pairs[2].at("energy")[0].at("not_judged") == "one process alone measured");
  CHECK(pairs[3].at("energy")[0].at("not_judged") == "B: others");
  CHECK_FALSE(pairs[4].contains("energy"));
  const std::string text = energy_pairs_text(pairs);
  CHECK(contains(text, "w, A on m, B on n: cpu_joules_per_million_agent_steps A 10, B 5, B/A 0.5 ["));
  CHECK(contains(text, "; B takes less\n"));
  CHECK(contains(text, "; no difference seen\n"));
  CHECK(contains(text, "; not judged: B: others\n"));
}

TEST_CASE("energy is asked for with the time, as often, and for seconds") {
  const auto error = [](const std::string& lines) {
    return input_error([&] { parse_study("[[runs]]\nscenario = \"circle\"\nsteps = 20\n" + lines, "s.toml"); });
  };
  CHECK(error("measure = [\"time\", \"energy\"]\nenergy_seconds = 7.5") == "no error");
  CHECK(contains(error("measure = \"energy\""), "measure: found 'energy' without 'time', expected both"));
  CHECK(contains(error("measure = [\"time\", \"energy\"]\nrepetitions = \"auto\""),
                 "repetitions: found 'auto' and energy, expected a number"));
  CHECK(contains(error("measure = [\"time\", \"energy\"]\nenergy_seconds = 4"), "energy_seconds: found 4, expected"));
  CHECK(contains(error("energy_seconds = 7"), "energy_seconds: found it without energy"));
}
