#include <string>

#include "perf/study/emptying_measurement.hpp"
#include "scenarios/builders/building.hpp"
#include "tests/perf/study/studies.hpp"

using namespace plethos;
using namespace plethos::study;
using namespace plethos::tests;

namespace {

const std::string study_text = R"(kind = "emptying"
[[runs]]
scenario = "building"
agents = [1, 6]
plans = 3
steps = 2000
planner = ["roadmap", "astar"]
avoidance = "orca"
backends = "serial"
lanes = ["scalar", "simd"]
set.radius = 0.2
each.angle = [0, 0.5]
each.rooms = [1, 2, 1]

[[plot]]
title = "P"
kind = "bars"
x = "planner"
y = "emptied"
series = ["agents"]

[[claim]]
name = "C"
measure = "wall_crossings"
paper = 0

[quick]
plans_at_most = 1
steps_at_most = 2
)";

}  // namespace

TEST_CASE("a study empties plans that differ as it says, and tells who gets out") {
  const Json runs = runs_of(study_text);
  REQUIRE(runs.size() == 8);
  for (const Json& run : runs) {
    CAPTURE(run.dump());
    const Json& results = run.at("results");
    CHECK(run.at("settings").at("plans") == 3);
    CHECK(results.at("emptied") == 3);
    CHECK(results.at("not_emptied") == 0);
    CHECK(results.at("people") == 3 * run.at("settings").at("agents").get<int>());
    CHECK(results.at("people_left") == 0);
    CHECK(results.at("wall_crossings") == 0);
    CHECK(results.at("seconds_to_empty") > 1);
    CHECK(results.at("seconds_to_empty_most") >= results.at("seconds_to_empty"));
    CHECK(results.at("time_over_door") > 1);
    REQUIRE(run.at("plans").size() == 3);
    CHECK(run.at("settings").at("each") == Json{{"angle", {"0", "0.5"}}, {"rooms", {"1", "2", "1"}}});
  }
  // The same work on other lanes has the same bits, and plans differ.
  CHECK(runs[0].at("results").at("checksum") == runs[1].at("results").at("checksum"));
  CHECK(runs[0].at("plans")[0].at("checksum") != runs[0].at("plans")[1].at("checksum"));
}

TEST_CASE("plan k has the seed k + 1 and its own values") {
  const Plan plan = plan_of(study_text);
  const scenarios::ScenarioRequest request = request_of_plan(plan.runs[0], 4);
  CHECK(request.seed == 5);
  CHECK(request.settings.find("angle")->second == WrittenValue(0));
  CHECK(request.settings.find("rooms")->second == WrittenValue(2));
  CHECK(request.settings.find("radius")->second == WrittenValue(0.2));
}

TEST_CASE("people that are left are counted") {
  const Json runs = runs_of(study_text, {.quick = true});
  for (const Json& run : runs) {
    CHECK(run.at("settings").at("plans") == 1);
    CHECK(run.at("results").at("emptied") == 0);
    CHECK(run.at("results").at("people_left") == run.at("settings").at("agents"));
    CHECK(run.at("results").at("seconds_to_empty").is_null());
    CHECK(run.at("results").at("time_over_door").is_null());
  }
}

TEST_CASE("mistakes in such a study are told") {
  const auto fault = [](const std::string& from, const std::string& to) {
    std::string text = study_text;
    text.replace(text.find(from), from.size(), to);
    return input_error([&] { plan_of(text); });
  };
  CHECK(fault("\"building\"", "\"bilding\"").find("s.toml:3: runs.scenario: unknown builder 'bilding'") == 0);
  CHECK(fault("plans = 3", "plans = 0").find("s.toml:5: runs.plans: found 0") == 0);
  CHECK(fault("each.rooms", "each.romms").find("s.toml:2: runs: ") == 0);
  CHECK(fault("each.rooms = [1, 2, 1]", "each.rooms = [0.5]").find("rooms") != std::string::npos);
}

TEST_CASE("the slowest door takes what its width and the people behind it say") {
  scenarios::ScenarioRequest request{.name = "building", .agents = 12};
  request.settings = {{"rooms", 1},      {"exits", 1},    {"exit_least", 1.2}, {"exit_most", 1.2}, {"exit_kind", std::string("doors")},
                      {"door_least", 2}, {"door_most", 2}};
  // All leave by one exit of 1.2 m, and at most all of them by one door of 2 m.
  CHECK(scenarios::slowest_door(request) == doctest::Approx(12 / (1.2 * 1.2)).epsilon(1e-4));
  request.settings["exit_least"] = request.settings["exit_most"] = 2.0;
  request.settings["door_least"] = request.settings["door_most"] = 0.5;
  // One of two rooms has half of them or more.
  const double least = scenarios::slowest_door(request);
  CHECK(least >= 6 / (1.2 * 0.5) * (1 - 1e-4));
  CHECK(least <= 12 / (1.2 * 0.5) * (1 + 1e-4));
  request.name = "circle";
  CHECK(scenarios::slowest_door(request) == 0);
}
