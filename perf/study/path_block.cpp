#include "perf/study/path_block.hpp"

#include "algorithms/planning/path_finder.hpp"
#include "algorithms/simulation/methods.hpp"
#include "perf/study/reading.hpp"

namespace plethos::study {
namespace {

void require_planner(const scenarios::TomlTable& table, const char* key, const std::string& name) {
  planning::require_path_planner(name, table.place(key) + ": ");
}

}  // namespace

void read_path_block(scenarios::TomlTable& table, RunBlock& block) {
  const auto scenario = table.texts("scenario");
  PathBlock& paths = block.paths;
  assign(paths.map, table.text("map"));
  assign(paths.scen, table.text("scen"));
  const bool has_file = !paths.map.empty();
  const bool has_map = has_file || !block.draw.empty();
  if (has_file && !block.draw.empty()) table.fail("draw", "map and draw", "one of them");
  if (scenario.has_value() == has_map) {
    const char* const key = has_file ? "map" : "draw";
    table.fail(has_map ? key : "scenario", has_map ? std::string(key) + " and scenario" : "neither scenario, map nor draw", "one of them");
  }
  if (!paths.scen.empty() && !has_file) table.fail("scen", "no map", "scen with the map that its problems are of");
  if (has_map && !block.agents.empty()) table.fail("agents", "agents and map", "agents with a scenario, to size it");
  assign(block.scenarios, scenario);
  assign(paths.queries, table.wholes("queries", 1, most_of_a_run));
  if (paths.queries.empty() && paths.scen.empty()) table.fail("queries", "none", "a whole number, as no scen file has queries");
  const auto seeds = table.wholes("seed", 0, std::numeric_limits<std::int64_t>::max());
  if (seeds && !paths.scen.empty()) table.fail("seed", "seed and scen", "seed for queries that are drawn");
  assign(paths.seeds, seeds);
  const auto goals = table.wholes("goals", 0, most_of_a_run);
  if (goals && !paths.scen.empty()) table.fail("goals", "goals and scen", "goals for queries that are drawn");
  assign(paths.goals, goals);
  assign(paths.moves, table.whole("moves", 0, 1000));
  if (paths.moves > 0 && !has_map) table.fail("moves", "moves without a map", "map or draw: an obstacle moves from cell to cell");
  const char* const family = "planner";
  if (const auto planners = table.texts(family)) {
    for (const std::string& name : *planners) require_planner(table, family, name);
    block.methods[family] = *planners;
  }
  if (const auto optimum = table.text("optimum")) {
    require_planner(table, "optimum", *optimum);
    paths.optimum = *optimum;
  }
}

void read_path_quick(scenarios::TomlTable& table, Quick& quick) {
  quick.queries_at_most = table.whole("queries_at_most", 1, most_of_a_run);
}

}  // namespace plethos::study
