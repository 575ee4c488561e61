#include <doctest/doctest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/verify/behavior.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/methods.hpp"
#include "scenarios/run/advance.hpp"
#include "tests/harness/frames.hpp"

namespace plethos::tests {
namespace {

/// Returns the verifier's report of a run until all agents have arrived. It looks at every step.
verify::BehaviorReport run(const std::string& name, std::int64_t agents, std::uint64_t seed, const std::string& avoidance,
                           const std::string& steering = "none") {
  const scenarios::Scenario scenario = scenarios::make_scenario({.name = name, .agents = agents, .seed = seed});
  const backends::Backend backend = backends::make_backend({"serial", "simd", 1});
  const simulation::MethodChoices methods = scenarios::choose_methods(scenario.methods, {{"avoidance", avoidance}, {"steering", steering}});
  const auto simulation = simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents, methods);
  verify::Behavior behavior(scenario.world, scenario.agents, static_cast<double>(scenario.parameters.time_step),
                            static_cast<double>(scenario.parameters.minimum_distance));
  const auto look = [&] {
    const simulation::Frame frame = frame_of(*simulation);
    behavior.look(frame.x, frame.y, frame.present);
  };
  look();
  const std::vector<std::int64_t> every_step{1};
  scenarios::advance(*simulation, 0, scenario.parameters.steps, every_step, [&](const scenarios::Stretch&) {
    look();
    return simulation->arrived() < scenarios::count_travelers(scenario);
  });
  return behavior.report();
}

}  // namespace

TEST_CASE("four streams get through each other, with clearpath-guarded without an overlap") {
  for (const char* method : {"clearpath1", "clearpath2", "clearpath-guarded", "orca"}) {
    CAPTURE(method);
    const verify::BehaviorReport report = run("four-streams", 200, 1, method);
    CHECK(report.arrived == 200);
    CHECK(report.never_arrived.empty());
    if (std::string(method) == "clearpath-guarded") CHECK(report.overlaps == 0);
  }
}

TEST_CASE("a circle of 200 dissolves, with clearpath-guarded nearly without an overlap") {
  for (const std::string method : {"clearpath1", "clearpath2", "clearpath-guarded", "orca"}) {
    CAPTURE(method);
    const verify::BehaviorReport report = run("circle-1k", 200, 1, method);
    CHECK(report.arrived == 200);
    CHECK(report.never_arrived.empty());
    if (method == "clearpath-guarded") CHECK(report.deepest <= 0.01);
  }
}

TEST_CASE("80 agents walk back and forth without an overlap, by clearpath-guarded and by every exact method under steering") {
  struct Case {
    const char* avoidance;
    const char* steering;
  };
  for (const Case& c : {Case{"clearpath-guarded", "none"}, Case{"clearpath-guarded", "reynolds"}, Case{"orca", "reynolds"}}) {
    CAPTURE(c.avoidance);
    CAPTURE(c.steering);
    const verify::BehaviorReport report = run("back-and-forth", 80, 1, c.avoidance, c.steering);
    CHECK(report.frames == 3001);
    CHECK(report.overlaps == 0);
    CHECK(report.endless == 80);
    // There and back at least: 21 m a way, 150 s.
    CHECK(report.goals_reached >= 2 * 80);
    CHECK(report.deadlock < 0);
  }
}

TEST_CASE("jams between walls open, and nobody stays behind at one") {
  struct Case {
    const char* name;
    std::int64_t agents;
    std::uint64_t seed;
  };
  for (const Case& c : {Case{"narrow", 100, 2}, Case{"narrow", 100, 4}, Case{"crosswalk", 400, 4}}) {
    CAPTURE(c.name);
    CAPTURE(c.seed);
    const verify::BehaviorReport report = run(c.name, c.agents, c.seed, "clearpath-guarded");
    CHECK(report.arrived == c.agents);
    CHECK(report.overlaps == 0);
    CHECK(report.deepest_in_wall < 0.01);
    CHECK(report.wall_crossings == 0);
  }
}

}  // namespace plethos::tests
