#include "scenarios/io/toml_drawn_map.hpp"

#include <set>

#include "scenarios/io/toml_scenario.hpp"
#include "scenarios/maps/map_kinds.hpp"
#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::tests;

namespace {

std::vector<DrawnMap> read(const std::string& keys) {
  const toml::table parsed = parse_toml(keys, "f.toml");
  TomlTable table(parsed, "f.toml", "draw", 1);
  return read_drawn_maps(table);
}

std::string error_of(const std::string& keys) {
  return input_error([&] { read(keys); });
}

Scenario scenario(const std::string& keys, const ScenarioRequest& request = {}) {
  return parse_toml_scenario("[builder]\nname = \"map\"\nagents = 12\n" + keys, "f.toml", request);
}

}  // namespace

TEST_CASE("lists of kinds, sizes and seeds make a map for each combination") {
  const std::vector<DrawnMap> maps = read("kind = [\"open\", \"game\"]\nsize = [64, 128]\nseed = [1, 9]\n");
  REQUIRE(maps.size() == 8);
  CHECK(maps[0] == DrawnMap{"open", 64, 1, {}});
  CHECK(maps[3] == DrawnMap{"open", 128, 9, {}});
  CHECK(maps[7].name() == "game 128");
  const std::vector<DrawnMap> one = read("kind = \"office\"\nsize = 100\nhalls = 0.5\n");
  REQUIRE(one.size() == 1);
  CHECK(one[0] == DrawnMap{"office", 100, 1, {{"halls", 0.5}}});
}

TEST_CASE("mistakes in a map to be drawn are named") {
  CHECK(error_of("size = 64\n") == "f.toml:1: draw.kind: found nothing, expected a kind of map, such as \"office\"");
  CHECK(error_of("kind = \"open\"\n") == "f.toml:1: draw.size: found nothing, expected cells of a side");
  CHECK(error_of("kind = \"ofice\"\nsize = 9\n") == "f.toml:1: draw.kind: unknown kind of map 'ofice'; did you mean 'office'?");
  CHECK(contains(error_of("kind = \"open\"\nsize = 20000\n"), "draw.size: found 20000, expected"));
  CHECK(contains(error_of("kind = \"open\"\nsize = 64\nhalls = 0.5\n"), "halls"));
  CHECK(contains(error_of("kind = \"open\"\nsize = 64\nblocked = 2\n"), "draw.blocked: found 2"));
}

TEST_CASE("a scenario file draws its map, and agents may share goals") {
  const Scenario drawn = scenario("goals = 3\ndraw = { kind = \"office\", size = 90, seed = 4, halls = 1 }\n");
  CHECK(drawn.world.grid->passable == draw_map("office", {90, 90, 4, {{"halls", 1}}}).passable);
  REQUIRE(drawn.agents.size() == 12);
  std::set<std::pair<float, float>> goals, starts;
  for (const AgentRecord& agent : drawn.agents) {
    const Vec2 goal = drawn.world.goals[static_cast<std::size_t>(agent.goal)];
    goals.insert({goal.x, goal.y});
    starts.insert({agent.position.x, agent.position.y});
  }
  CHECK(goals.size() == 3);
  CHECK(starts.size() == 12);
  CHECK(scenario("draw = { kind = \"terrain\", size = 40 }\n").world.grid->cost.size() == 1600);

  const TemporaryFolder folder;
  ScenarioRequest request{.map_file = folder.write("a.map", "type octile\nheight 4\nwidth 5\nmap\n.....\n.....\n.....\n.....\n")};
  CHECK(scenario("draw = { kind = \"office\", size = 90 }\n", request).world.grid->width == 5);
  request = {};
  request.drawn = {"open", 33, 1, {}};
  CHECK(scenario("map = \"nowhere.map\"\n", request).world.grid->width == 33);

  const auto error = [](const std::string& keys) { return input_error([&] { scenario(keys); }); };
  CHECK(error("map = \"a.map\"\ndraw = { kind = \"open\", size = 40 }\n") ==
        "f.toml:1: builder: map: draw: found it beside the map a.map, expected one of them");
  CHECK(error("draw = { kind = \"open\", size = [40, 50] }\n") ==
        "f.toml:4: builder.draw: found 2 maps, expected one kind, one size and one seed");
  CHECK(
      contains(input_error([] { parse_toml_scenario("[builder]\nname = \"circle\"\ndraw = { kind = \"open\", size = 40 }\n", "f.toml"); }),
               "this scenario has no map"));
}
