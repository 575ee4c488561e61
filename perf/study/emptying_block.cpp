#include "perf/study/emptying_block.hpp"

#include "algorithms/simulation/methods.hpp"
#include "perf/study/reading.hpp"
#include "scenarios/builders/builder.hpp"

namespace plethos::study {

namespace {

constexpr std::int64_t most_plans = 100000;

}  // namespace

void read_emptying_block(scenarios::TomlTable& table, RunBlock& block) {
  const std::string scenario = required_text(table, "scenario");
  std::vector<std::string> names;
  for (const scenarios::Builder& builder : scenarios::builders()) names.push_back(builder.name);
  require_known(table, "scenario", "builder", scenario, names);
  if (!block.draw.empty()) table.fail("draw", "draw and scenario", "one of them");
  block.scenarios = {scenario};
  for (const simulation::MethodFamily& family : simulation::method_families()) {
    const char* key = family.name.c_str();
    const auto methods = table.texts(key);
    if (!methods) continue;
    for (const std::string& name : *methods) require_known(table, key, key, name, family.names());
    block.methods[family.name] = *methods;
  }
  assign(block.plans.plans, table.whole("plans", 1, most_plans));
  assign(block.steps, table.whole("steps", 1, 1000000000));
  if (auto each = table.table("each")) {
    for (const std::string& key : each->all_keys()) block.plans.each[key] = *each->writtens(key.c_str());
  }
  block.repetitions = 1;
}

void read_emptying_quick(scenarios::TomlTable& table, Quick& quick) {
  quick.plans_at_most = table.whole("plans_at_most", 1, most_plans);
  quick.steps_at_most = table.whole("steps_at_most", 1, 1000000000);
}

}  // namespace plethos::study
