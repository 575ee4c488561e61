#include "perf/study/block_readers.hpp"

#include <algorithm>
#include <limits>

#include "algorithms/planning/path_finder.hpp"
#include "algorithms/simulation/methods.hpp"
#include "perf/study/energy.hpp"
#include "perf/study/reading.hpp"
#include "scenarios/builders/builder.hpp"

namespace plethos::study {
namespace {

constexpr std::int64_t most_plans = 100000;
constexpr std::int64_t most_worlds = 1000000;

/// Reads the names of methods that a block has for each family.
void read_methods(scenarios::TomlTable& table, RunBlock& block) {
  for (const simulation::MethodFamily& family : simulation::method_families()) {
    const char* key = family.name.c_str();
    const auto methods = table.texts(key);
    if (!methods) continue;
    for (const std::string& name : *methods) require_known(table, key, key, name, family.names());
    block.methods[family.name] = *methods;
  }
}

/// Refuses what several worlds cannot do, which are simulated at once. `measured`: whether more than memory is.
void check_several_worlds(const scenarios::TomlTable& table, const RunBlock& block, const SimulationBlock& own, bool measured) {
  const auto several = [](const std::vector<std::int64_t>& counts) {
    return std::any_of(counts.begin(), counts.end(), [](std::int64_t count) { return count > 1; });
  };
  if (!several(own.worlds)) return;
  if (several(block.ranks)) table.fail("worlds", "several worlds and several ranks", "one of them");
  if (own.agents_per_rank) table.fail("agents_per_rank", "agents_per_rank and several worlds", "agents, which are those of a world");
  if (own.behavior) table.fail("measure", "'behavior' of several worlds", "it of one world, as a verifier looks at one crowd");
  if (own.steps == 0 && measured) table.fail("worlds", "several worlds without steps", "steps, as worlds arrive at different times");
  if (own.start_at > 0 && !own.start_by.empty())
    table.fail("start_by", "start_by and several worlds", "one world, or each method's own start");
}

/// Reads `scenario`, `map` and `draw`, of which a block of [[runs]] has one, and `seed`.
QueryBlock& read_query_world(scenarios::TomlTable& table, RunBlock& block) {
  const auto scenario = table.texts("scenario");
  auto& own = block.own.emplace<QueryBlock>();
  assign(own.map, table.text("map"));
  const bool has_file = !own.map.empty();
  const bool has_map = has_file || !block.draw.empty();
  if (has_file && !block.draw.empty()) table.fail("draw", "map and draw", "one of them");
  if (scenario.has_value() == has_map) {
    const char* const key = has_file ? "map" : "draw";
    table.fail(has_map ? key : "scenario", has_map ? std::string(key) + " and scenario" : "neither scenario, map nor draw", "one of them");
  }
  if (has_map && !block.agents.empty()) table.fail("agents", "agents and map", "agents with a scenario, to size it");
  assign(block.scenarios, scenario);
  assign(own.seeds, table.wholes("seed", 0, std::numeric_limits<std::int64_t>::max()));
  return own;
}

void require_planner(const scenarios::TomlTable& table, const char* key, const std::string& name) {
  planning::require_path_planner(name, table.place(key) + ": ");
}

}  // namespace

void read_simulation_block(scenarios::TomlTable& table, RunBlock& block) {
  auto& own = block.own.emplace<SimulationBlock>();
  const auto per_rank = table.wholes("agents_per_rank", 1, most_of_a_run);
  if (per_rank && !block.agents.empty()) table.fail("agents_per_rank", "agents and agents_per_rank", "one of them");
  if (per_rank && !block.draw.empty()) table.fail("agents_per_rank", "agents_per_rank and draw", "agents");
  own.agents_per_rank = per_rank.has_value();
  assign(block.agents, per_rank);
  assign(block.ranks, table.wholes("ranks", 1, 1 << 20));
  assign(own.worlds, table.wholes("worlds", 1, most_worlds));
  const auto scenario = table.texts("scenario");
  if (!scenario && block.draw.empty()) table.fail("scenario", "none", "the name of a scenario, or a list of such");
  if (scenario && !block.draw.empty()) table.fail("draw", "draw and scenario", "one of them");
  assign(block.scenarios, scenario);
  read_methods(table, block);
  assign(own.regroup, table.booleans("regroup"));
  assign(own.replay, table.booleans("replay"));
  const auto until = table.text("until");
  const auto steps = table.whole("steps", 1, 1000000000);
  if (until && *until != "arrived") table.fail("until", "'" + *until + "'", "'arrived'");
  if (until && steps) table.fail("until", "until and steps", "one of them");
  assign(own.steps, steps);
  assign(own.start_by, table.text("start_by"));
  if (!own.start_by.empty()) require_known(table, "start_by", "avoidance", own.start_by, simulation::method_family("avoidance").names());
  assign(own.start_at, table.whole("start_at", 0, 1000000000));
  assign(own.warm_up, table.whole("warm_up", 0, 1000000000));
  if (own.start_at > 0 && !own.start_by.empty() && std::any_of(block.ranks.begin(), block.ranks.end(), [](auto n) { return n > 1; }))
    table.fail("start_by", "start_by and several ranks", "one rank, or each method's own start");
  if (steps && own.warm_up >= *steps) table.fail("warm_up", std::to_string(own.warm_up), "fewer than steps");
  assign(own.chunk, table.whole("chunk", 1, 1000000));
  const std::vector<std::string> measures{"time", "arrival", "memory", "stages", "bound", "avoidance_parts", "behavior", "energy"};
  const std::vector<std::string> measure = table.texts("measure").value_or(std::vector<std::string>{"time", "memory"});
  for (const std::string& name : measure) require_known(table, "measure", "measure", name, measures);
  const auto asked = [&](const char* name) { return std::find(measure.begin(), measure.end(), name) != measure.end(); };
  if (!asked("time")) block.repetitions = 0;
  own.arrival = asked("arrival");
  own.stages = asked("stages");
  own.bound = asked("bound");
  own.avoidance_parts = asked("avoidance_parts");
  own.behavior = asked("behavior");
  own.energy = asked("energy");
  if (own.energy && !asked("time")) table.fail("measure", "'energy' without 'time'", "both: energy is of the timed steps");
  if (own.energy && block.until_precise)
    table.fail("repetitions", "'auto' and energy",
               "a number: each repetition measures energy for " + number_text(least_energy_seconds) + " s and more");
  const auto seconds = table.number("energy_seconds", {"energy_seconds", "s", least_energy_seconds, 3600, ""});
  if (seconds && !own.energy) table.fail("energy_seconds", "it without energy", "both, or neither");
  assign(own.energy_seconds, seconds);
  check_several_worlds(table, block, own, std::any_of(measure.begin(), measure.end(), [](const auto& name) { return name != "memory"; }));
}

void read_simulation_quick(scenarios::TomlTable& table, Quick& quick) {
  quick.steps_at_most = table.whole("steps_at_most", 1, 1000000000);
  quick.warm_up = table.whole("warm_up", 0, 1000000000);
  quick.start_at = table.whole("start_at", 0, 1000000000);
  // Counters of energy that are renewed ten times a second tell little of less, but a look need not.
  quick.energy_seconds = table.number("energy_seconds", {"energy_seconds", "s", 0.1, 3600, ""});
  quick.worlds_at_most = table.whole("worlds_at_most", 1, most_worlds);
}

void read_path_block(scenarios::TomlTable& table, RunBlock& block) {
  QueryBlock& own = read_query_world(table, block);
  assign(own.scen, table.text("scen"));
  if (!own.scen.empty() && own.map.empty()) table.fail("scen", "no map", "scen with the map that its problems are of");
  assign(own.queries, table.wholes("queries", 1, most_of_a_run));
  if (own.queries.empty() && own.scen.empty()) table.fail("queries", "none", "a whole number, as no scen file has queries");
  if (table.has("seed") && !own.scen.empty()) table.fail("seed", "seed and scen", "seed for queries that are drawn");
  const auto goals = table.wholes("goals", 0, most_of_a_run);
  if (goals && !own.scen.empty()) table.fail("goals", "goals and scen", "goals for queries that are drawn");
  assign(own.goals, goals);
  assign(own.moves, table.whole("moves", 0, 1000));
  if (own.moves > 0 && !block.scenarios.empty())
    table.fail("moves", "moves without a map", "map or draw: an obstacle moves from cell to cell");
  if (const auto planners = table.texts("planner")) {
    for (const std::string& name : *planners) require_planner(table, "planner", name);
    block.methods["planner"] = *planners;
  }
  if (const auto optimum = table.text("optimum")) {
    require_planner(table, "optimum", *optimum);
    own.optimum = *optimum;
  }
}

void read_path_quick(scenarios::TomlTable& table, Quick& quick) {
  quick.queries_at_most = table.whole("queries_at_most", 1, most_of_a_run);
}

void read_potential_block(scenarios::TomlTable& table, RunBlock& block) {
  QueryBlock& own = read_query_world(table, block);
  own.queries = {1};
  assign(own.sweeps, table.whole("sweeps", 1, most_of_a_run));
}

void read_potential_quick(scenarios::TomlTable& table, Quick& quick) {
  quick.sweeps_at_most = table.whole("sweeps_at_most", 1, most_of_a_run);
}

void read_emptying_block(scenarios::TomlTable& table, RunBlock& block) {
  auto& own = block.own.emplace<EmptyingBlock>();
  const std::string scenario = required_text(table, "scenario");
  std::vector<std::string> names;
  for (const scenarios::Builder& builder : scenarios::builders()) names.push_back(builder.name);
  require_known(table, "scenario", "builder", scenario, names);
  if (!block.draw.empty()) table.fail("draw", "draw and scenario", "one of them");
  block.scenarios = {scenario};
  read_methods(table, block);
  assign(own.plans, table.whole("plans", 1, most_plans));
  assign(own.steps, table.whole("steps", 1, 1000000000));
  if (auto each = table.table("each")) {
    for (const std::string& key : each->all_keys()) own.each[key] = *each->writtens(key.c_str());
  }
  block.repetitions = 1;
}

void read_emptying_quick(scenarios::TomlTable& table, Quick& quick) {
  quick.plans_at_most = table.whole("plans_at_most", 1, most_plans);
  quick.steps_at_most = table.whole("steps_at_most", 1, 1000000000);
}

}  // namespace plethos::study
