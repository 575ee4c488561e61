#include "scenarios/builders/map.hpp"

#include <set>

#include "scenarios/geometry/wkt.hpp"
#include "scenarios/validation.hpp"
#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::tests;

namespace {

// The right part is the largest region: 16 cells.
const std::string map_text =
    "type octile\nheight 4\nwidth 8\nmap\n"
    "..@.....\n"
    "..@.@@..\n"
    "@@@.....\n"
    "..@...@@\n";

BuilderInput input_for(const std::string& map, std::int64_t agents) { return {.agents = agents, .map_file = map}; }

}  // namespace

TEST_CASE("starts and goals are distinct cells of the largest region") {
  const TemporaryFolder folder;
  const std::string map = folder.write("a.map", map_text);
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    BuilderInput input = input_for(map, 16);
    input.parameters.seed = seed;
    const Scenario scenario = build(map_builder(), input);
    CHECK(input_error([&] { validate(scenario); }) == "no error");
    std::set<std::pair<float, float>> starts;
    std::set<std::pair<float, float>> goals;
    for (const AgentRecord& agent : scenario.agents) {
      starts.insert({agent.position.x, agent.position.y});
      const Vec2 goal = scenario.world.goals[static_cast<std::size_t>(agent.goal)];
      goals.insert({goal.x, goal.y});
      CHECK(agent.position.x > 3);
    }
    CHECK(starts.size() == 16);
    CHECK(goals == starts);
  }
}

TEST_CASE("more agents than cells") {
  const TemporaryFolder folder;
  const std::string map = folder.write("a.map", map_text);
  CHECK(input_error([&] { build(map_builder(), input_for(map, 17)); }) ==
        "map: agents: found 17, expected at most 16, the connected passable cells of " + map);
  const std::string blocked = folder.write("b.map", "type octile\nheight 1\nwidth 2\nmap\n@@\n");
  CHECK(input_error([&] { build(map_builder(), input_for(blocked, 1)); }) ==
        "map: " + blocked + ": found no passable cell of land, expected at least one");
}

TEST_CASE("problems give starts and goals; rows count from the top") {
  const TemporaryFolder folder;
  BuilderInput input = input_for(folder.write("a.map", map_text), 2);
  input.scen_file = folder.write("a.scen",
                                 "version 1\n"
                                 "0 a.map 8 4 3 0 7 0 4\n"
                                 "0 a.map 8 4 3 0 6 0 3\n"  // start taken
                                 "0 a.map 8 4 4 0 7 0 3\n"  // goal taken
                                 "0 a.map 8 4 0 3 1 3 1\n"
                                 "0 a.map 8 4 5 2 3 3 3\n");
  input.values = {{"cell_size", 2}};
  const Scenario scenario = build(map_builder(), input);
  REQUIRE(scenario.agents.size() == 2);
  CHECK(scenario.agents[0].position == Vec2{7, 7});
  CHECK(scenario.world.goals[0] == Vec2{15, 7});
  CHECK(scenario.agents[1].position == Vec2{1, 1});
  REQUIRE(scenario.warnings.size() == 1);
  CHECK(scenario.warnings[0] == input.scen_file + ": left out 2 of 5 problems: 1 with the start of another agent (line 3); " +
                                    "1 with the goal of another agent (line 4); not needed: 1 behind the last agent's");
  input.strict = true;
  CHECK(input_error([&] { build(map_builder(), input); }) ==
        input.scen_file + ":3: problem: found one with the start of another agent, expected none that is left out (--strict)");
  input.strict = false;
  input.agents = 4;
  CHECK(contains(input_error([&] { build(map_builder(), input); }), "map: agents: found 4, expected at most 3, the problems of "));
  input.agents.reset();
  CHECK(build(map_builder(), input).agents.size() == 3);
}

TEST_CASE("a crowd walks on one terrain") {
  const TemporaryFolder folder;
  BuilderInput input = input_for(folder.write("a.map",
                                              "type octile\nheight 2\nwidth 5\nmap\n"
                                              "..WWT\n"
                                              ".@WWT\n"),
                                 2);
  input.scen_file = folder.write("a.scen",
                                 "version 1\n"
                                 "0 a.map 5 2 2 0 3 1 1.41\n"
                                 "0 a.map 5 2 0 0 0 1 1\n"
                                 "0 a.map 5 2 1 1 3 1 2\n");
  input.agents.reset();
  const Scenario on_land = build(map_builder(), input);
  CHECK(on_land.agents.size() == 1);
  CHECK(on_land.agents[0].position == Vec2{0.5f, 1.5f});
  REQUIRE(on_land.warnings.size() == 1);
  CHECK(contains(on_land.warnings[0],
                 "left out 2 of 3 problems: 1 with an end on a blocked cell (line 4); 1 on water, where this crowd does "
                 "not walk (line 2)"));
  input.values = {{"terrain", 1}};
  const Scenario on_water = build(map_builder(), input);
  CHECK(on_water.agents.size() == 1);
  CHECK(on_water.world.grid->passable == std::vector<std::uint8_t>{0, 0, 1, 1, 0, 0, 0, 1, 1, 0});
  // The walls stand along the water's edge.
  CHECK(on_water.world.polygons.size() == 1);
  CHECK(on_water.world.polygons[0].vertices.size() == 5);
  input.values = {{"terrain", 2}};
  CHECK(contains(input_error([&] { build(map_builder(), input); }),
                 "a.scen: found no problem on trees, expected at least one: line 2 has one on water (--set terrain=water)"));
  input.map_file = folder.write("b.map", "type octile\nheight 1\nwidth 2\nmap\nTT\n");
  input.scen_file.clear();
  input.agents = 2;
  CHECK(build(map_builder(), input).agents.size() == 2);
  input.values.clear();
  CHECK(input_error([&] { build(map_builder(), input); }) ==
        "map: " + input.map_file + ": found no passable cell of land, expected at least one (the map has trees: --set terrain=trees)");
}

TEST_CASE("the map is the world's grid") {
  const TemporaryFolder folder;
  BuilderInput input = input_for(folder.write("a.map", map_text), 16);
  input.values = {{"cell_size", 2}};
  const Scenario scenario = build(map_builder(), input);
  REQUIRE(scenario.world.grid);
  const WorldGrid& grid = *scenario.world.grid;
  CHECK(grid.width == 8);
  CHECK(grid.height == 4);
  CHECK(grid.cell_size == 2);
  CHECK(grid.origin == Vec2{0, 0});
  CHECK(grid.cost.empty());
  // The lower left corner, and the two cells that only the lowest row has.
  CHECK(grid.is_passable(grid.cell_at({1, 1})));
  CHECK_FALSE(grid.is_passable(grid.cell_at({5, 1})));
  CHECK_FALSE(grid.is_passable(grid.cell_at({15, 1})));
  CHECK(grid.is_passable(grid.cell_at({15, 7})));
  for (const AgentRecord& agent : scenario.agents) {
    CHECK(grid.is_passable(grid.cell_at(agent.position)));
    CHECK(grid.center(grid.cell_at(agent.position)) == agent.position);
  }
  CHECK(World{scenario.world}.grid == scenario.world.grid);
}

TEST_CASE("costs come from the file beside the map, from another one, from swamp, or from nowhere") {
  const TemporaryFolder folder;
  const std::string head = "type octile\nheight 2\nwidth 3\n";
  BuilderInput input = input_for(folder.write("a.map", head + "map\n.S@\n...\n"), 2);
  const auto costs = [&](const BuilderInput& from) { return build(map_builder(), from).world.grid->cost; };
  CHECK(costs(input).empty());
  BuilderInput swampy = input;
  swampy.values = {{"swamp_cost", 6}};
  CHECK(costs(swampy) == std::vector<std::int32_t>{1, 6, 1, 1, 1, 1});
  const std::string beside = folder.write("a.map.cost", head + "cost\n4 5 0\n1 2 3\n");
  CHECK(costs(input) == std::vector<std::int32_t>{4, 5, 1, 1, 2, 3});
  CHECK(input_error([&] { costs(swampy); }) ==
        "map: swamp_cost: found 6 beside the costs of " + beside + ", expected one of them (--cost none leaves out the file)");
  swampy.cost_file = input.cost_file = no_costs;
  CHECK(costs(input).empty());
  CHECK(costs(swampy)[1] == 6);
  input.cost_file = folder.write("hills", head + "cost\n1 1 1\n1 9 1\n");
  CHECK(costs(input) == std::vector<std::int32_t>{1, 1, 1, 1, 9, 1});
  input.cost_file = folder.write("damaged", head + "cost\n1 1 1\n1 -9 1\n");
  CHECK(contains(input_error([&] { costs(input); }), "damaged:6: cost: found '-9', expected a whole number from 1 to 1000000"));
}

TEST_CASE("roadmap nodes lie in passable cells") {
  const TemporaryFolder folder;
  // Beyond the chain around the map's passable cells lies the court's wall, which is blocked.
  BuilderInput input = input_for(folder.write("a.map",
                                              "type octile\nheight 7\nwidth 7\nmap\n"
                                              ".......\n"
                                              ".@@@@@.\n"
                                              ".@@@@@.\n"
                                              ".@@.@@.\n"
                                              ".@@@@@.\n"
                                              ".@@@@@.\n"
                                              ".......\n"),
                                 2);
  input.agent.radius = 0.2f;
  input.values = {{"roadmap", 1}};
  const Scenario scenario = build(map_builder(), input);
  CHECK(scenario.methods.roadmap_nodes.size() == 4);
  for (const Vec2 node : scenario.methods.roadmap_nodes) {
    CAPTURE(node.x);
    CAPTURE(node.y);
    CHECK(scenario.world.grid->is_passable(scenario.world.grid->cell_at(node)));
  }
}

TEST_CASE("agents that do not fit into a cell") {
  const TemporaryFolder folder;
  BuilderInput input = input_for(folder.write("a.map", map_text), 2);
  input.agent.radius = 0.4375f;
  input.parameters.minimum_distance = 0.03125f;
  CHECK(input_error([&] { validate(build(map_builder(), input)); }) == "no error");
  input.parameters.minimum_distance = 0.0625f;
  CHECK(input_error([&] { build(map_builder(), input); }) ==
        "map: cell_size: found 1 m, expected more than 1 m, the diameter of an agent and the minimum distance on both sides");
  input.parameters.minimum_distance = 0;
  input.agent.radius = 0.625f;
  CHECK(contains(input_error([&] { build(map_builder(), input); }), "found 1 m, expected more than 1.25 m"));
}

TEST_CASE("damaged maps are named") {
  const TemporaryFolder folder;
  const std::string map = folder.write("a.map", map_text.substr(0, map_text.size() - 12));
  CHECK(contains(input_error([&] { build(map_builder(), input_for(map, 2)); }), map + ":7: row: found 6 cells, expected 8"));
}

TEST_CASE("the benchmark maps make valid scenarios") {
  for_each_benchmark_map([](const std::string& path) {
    const Scenario scenario = build(map_builder(), input_for(path, 1000));
    CHECK(input_error([&] { validate(scenario); }) == "no error");
    CHECK(walkable_area_wkt(scenario.world, 0.01).starts_with("POLYGON (("));
  });
}
