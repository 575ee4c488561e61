#include "perf/study/path_block.hpp"

#include "algorithms/planning/path_finder.hpp"
#include "algorithms/simulation/methods.hpp"
#include "perf/study/query_worlds.hpp"
#include "perf/study/reading.hpp"

namespace plethos::study {
namespace {

void require_planner(const scenarios::TomlTable& table, const char* key, const std::string& name) {
  planning::require_path_planner(name, table.place(key) + ": ");
}

}  // namespace

void read_path_block(scenarios::TomlTable& table, RunBlock& block) {
  read_query_world(table, block);
  PathBlock& paths = block.paths;
  assign(paths.scen, table.text("scen"));
  if (!paths.scen.empty() && paths.map.empty()) table.fail("scen", "no map", "scen with the map that its problems are of");
  assign(paths.queries, table.wholes("queries", 1, most_of_a_run));
  if (paths.queries.empty() && paths.scen.empty()) table.fail("queries", "none", "a whole number, as no scen file has queries");
  if (table.has("seed") && !paths.scen.empty()) table.fail("seed", "seed and scen", "seed for queries that are drawn");
  const auto goals = table.wholes("goals", 0, most_of_a_run);
  if (goals && !paths.scen.empty()) table.fail("goals", "goals and scen", "goals for queries that are drawn");
  assign(paths.goals, goals);
  assign(paths.moves, table.whole("moves", 0, 1000));
  if (paths.moves > 0 && !block.scenarios.empty())
    table.fail("moves", "moves without a map", "map or draw: an obstacle moves from cell to cell");
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
