#include "scenarios/catalog.hpp"

#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::tests;

namespace {

ScenarioRequest request_for(const std::string& name, std::int64_t agents = 0) {
  ScenarioRequest request{.name = name};
  if (agents > 0) request.agents = agents;
  return request;
}

std::string error_of(const ScenarioRequest& request) {
  return input_error([&] { make_scenario(request); });
}

}  // namespace

TEST_CASE("all scenarios are listed, and all but the map are made as listed") {
  std::vector<std::string> names;
  for (const ScenarioEntry& entry : list_scenarios()) {
    CAPTURE(entry.name);
    names.push_back(entry.name);
    CHECK_FALSE(entry.description.empty());
    if (entry.name == "map") continue;
    const Scenario scenario = make_scenario(request_for(entry.name));
    CHECK(scenario.agents.size() == static_cast<std::size_t>(entry.agents));
    CHECK(scenario.name == entry.name);
    CHECK(scenario.description == entry.description);
    CHECK_FALSE(scenario.groups.empty());
  }
  CHECK(names == std::vector<std::string>{
                     "arena",  "back-and-forth", "building",        "bvp-cross",    "bvp-groups", "bvp-moods", "bvp-rooms", "car",
                     "castle", "circle",         "circle-1k",       "circle32",     "city",       "corridor",  "crosswalk", "door",
                     "doors",  "evacuation",     "evacuation-wide", "four-streams", "lattice",    "map",       "narrow",    "robots",
                     "simple", "stadium",        "stadium-25k",     "streams",      "streets"});
}

TEST_CASE("scenarios have as many agents as asked for") {
  for (const std::string name : {"circle", "city", "corridor", "crosswalk", "door", "evacuation", "four-streams", "lattice"}) {
    for (const std::int64_t agents : {1, 5, 37, 1000, 20000}) {
      CAPTURE(name);
      CAPTURE(agents);
      CHECK(make_scenario(request_for(name, agents)).agents.size() == static_cast<std::size_t>(agents));
    }
  }
}

TEST_CASE("settings and the seed reach scenarios of the library and builders") {
  for (const std::string name : {"crosswalk", "lattice"}) {
    ScenarioRequest request = request_for(name, 100);
    request.settings = {{"radius", 0.2}, {"preferred_speed", 1}, {"samples", 50}, {"time_step", 0.05}};
    request.seed = 77;
    const Scenario scenario = make_scenario(request);
    CHECK(scenario.methods.values == ParameterValues{{"samples", 50}});
    CHECK(scenario.parameters.time_step == 0.05f);
    CHECK(scenario.parameters.seed == 77);
    for (const AgentRecord& agent : scenario.agents) {
      CHECK(agent.radius == 0.2f);
      CHECK(agent.preferred_speed == 1);
    }
    const Scenario same = make_scenario(request);
    request.seed = 78;
    const Scenario other = make_scenario(request);
    bool differs = false;
    for (std::size_t i = 0; i < 100; ++i) {
      CHECK(same.agents[i].position == scenario.agents[i].position);
      differs = differs || other.agents[i].position != scenario.agents[i].position;
    }
    CHECK(differs);
  }
}

TEST_CASE("a scenario's own keys") {
  ScenarioRequest request = request_for("circle", 10);
  request.settings = {{"spacing", 20}};
  CHECK(length(make_scenario(request).agents[0].position) == doctest::Approx(31.831));
  request.name = "crosswalk";
  CHECK(contains(error_of(request), "--set spacing: unknown key 'spacing'"));
}

TEST_CASE("requests that cannot be met") {
  CHECK(error_of(request_for("crosswlak")) == "unknown scenario 'crosswlak'; did you mean 'crosswalk'? (or the path of a .toml file)");
  CHECK(contains(
      error_of(request_for("")),
      "known: arena, back-and-forth, building, bvp-cross, bvp-groups, bvp-moods, bvp-rooms, car, castle, circle, circle-1k, circle32, "
      "city, corridor, "
      "crosswalk"));
  CHECK(error_of(request_for("missing.toml")) == "missing.toml: found no such file, expected a TOML scenario file");
  ScenarioRequest request = request_for("circle");
  request.agents = 0;
  CHECK(error_of(request) == "--agents: found 0, expected a whole number from 1 to 2147483647");
  request = request_for("circle");
  request.settings = {{"radius", -1}};
  CHECK(error_of(request) == "--set radius: found -1, expected a number from 0.001 to 1000");
  request.settings = {{"spacin", 1}};
  CHECK(error_of(request) == "--set spacin: unknown key 'spacin'; did you mean 'spacing'?");
  request = request_for("crosswalk");
  request.map_file = "some.map";
  CHECK(contains(error_of(request), "expected none"));
  request = request_for("circle");
  request.cost_file = "some.cost";
  CHECK(error_of(request) == "circle: found a file of costs, expected none: this scenario has no map");
  request = request_for("crosswalk");
  request.settings = {{"radius", 0.9}};
  CHECK(contains(error_of(request), "group.start: found 100 agents of radius 0.9 m, expected at most "));
}

TEST_CASE("a map and its problems are named by the request") {
  const TemporaryFolder folder;
  ScenarioRequest request = request_for("map", 3);
  request.map_file = folder.write("a.map", "type octile\nheight 2\nwidth 4\nmap\n....\n@@..\n");
  CHECK(make_scenario(request).agents.size() == 3);
  request.scen_file = folder.path("missing.scen");
  CHECK(contains(error_of(request), "missing.scen: found no such file, expected a Moving AI .scen file"));
}

TEST_CASE("a file is a scenario by its path") {
  const TemporaryFolder folder;
  const std::string path = folder.write("mine.toml", "[builder]\nname = \"circle\"\nagents = 12\n");
  CHECK(make_scenario(request_for(path)).agents.size() == 12);
  CHECK(make_scenario(request_for(path, 15)).agents.size() == 15);
}
