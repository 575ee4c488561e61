#include "perf/study/simulation_block.hpp"

#include <algorithm>

#include "algorithms/simulation/methods.hpp"
#include "perf/study/reading.hpp"

namespace plethos::study {

void read_simulation_block(scenarios::TomlTable& table, RunBlock& block) {
  const auto per_rank = table.wholes("agents_per_rank", 1, most_of_a_run);
  if (per_rank && !block.agents.empty()) table.fail("agents_per_rank", "agents and agents_per_rank", "one of them");
  if (per_rank && !block.draw.empty()) table.fail("agents_per_rank", "agents_per_rank and draw", "agents");
  block.agents_per_rank = per_rank.has_value();
  assign(block.agents, per_rank);
  assign(block.ranks, table.wholes("ranks", 1, 1 << 20));
  const auto scenario = table.texts("scenario");
  if (!scenario && block.draw.empty()) table.fail("scenario", "none", "the name of a scenario, or a list of such");
  if (scenario && !block.draw.empty()) table.fail("draw", "draw and scenario", "one of them");
  assign(block.scenarios, scenario);
  for (const simulation::MethodFamily& family : simulation::method_families()) {
    const char* key = family.name.c_str();
    const auto methods = table.texts(key);
    if (!methods) continue;
    for (const std::string& name : *methods) require_known(table, key, key, name, family.names());
    block.methods[family.name] = *methods;
  }
  assign(block.regroup, table.booleans("regroup"));
  assign(block.replay, table.booleans("replay"));
  const auto until = table.text("until");
  const auto steps = table.whole("steps", 1, 1000000000);
  if (until && *until != "arrived") table.fail("until", "'" + *until + "'", "'arrived'");
  if (until && steps) table.fail("until", "until and steps", "one of them");
  assign(block.steps, steps);
  assign(block.start_by, table.text("start_by"));
  if (!block.start_by.empty())
    require_known(table, "start_by", "avoidance", block.start_by, simulation::method_family("avoidance").names());
  assign(block.start_at, table.whole("start_at", 0, 1000000000));
  assign(block.warm_up, table.whole("warm_up", 0, 1000000000));
  if (block.start_at > 0 && !block.start_by.empty() && std::any_of(block.ranks.begin(), block.ranks.end(), [](auto n) { return n > 1; }))
    table.fail("start_by", "start_by and several ranks", "one rank, or each method's own start");
  if (steps && block.warm_up >= *steps) table.fail("warm_up", std::to_string(block.warm_up), "fewer than steps");
  assign(block.chunk, table.whole("chunk", 1, 1000000));
  const std::vector<std::string> measures{"time", "arrival", "memory", "stages", "bound", "avoidance_parts", "behavior"};
  const std::vector<std::string> measure = table.texts("measure").value_or(std::vector<std::string>{"time", "memory"});
  for (const std::string& name : measure) require_known(table, "measure", "measure", name, measures);
  const auto asked = [&](const char* name) { return std::find(measure.begin(), measure.end(), name) != measure.end(); };
  if (!asked("time")) block.repetitions = 0;
  block.arrival = asked("arrival");
  block.stages = asked("stages");
  block.bound = asked("bound");
  block.avoidance_parts = asked("avoidance_parts");
  block.behavior = asked("behavior");
}

void read_simulation_quick(scenarios::TomlTable& table, Quick& quick) {
  quick.steps_at_most = table.whole("steps_at_most", 1, 1000000000);
  quick.warm_up = table.whole("warm_up", 0, 1000000000);
  quick.start_at = table.whole("start_at", 0, 1000000000);
}

}  // namespace plethos::study
