#include <algorithm>

#include "perf/study/block_readers.hpp"
#include "perf/study/emptying_measurement.hpp"
#include "perf/study/identity.hpp"
#include "perf/study/plan.hpp"
#include "perf/study/run_kind.hpp"
#include "scenarios/catalog.hpp"

namespace plethos::study {
namespace {

RunFields fields() {
  RunFields fields;
  for (const simulation::MethodFamily& family : simulation::method_families()) fields.methods.push_back(family.name);
  fields.settings = {"scenario", "agents", "plans"};
  fields.settings.insert(fields.settings.end(), fields.methods.begin(), fields.methods.end());
  fields.results = {"emptied",        "not_emptied",        "people",
                    "people_left",    "wall_crossings",     "plans_with_overlaps",
                    "overlap_depth",  "seconds_to_empty",   "seconds_to_empty_most",
                    "time_over_door", "time_over_door_most"};
  fields.time = "seconds_to_empty";
  fields.time_unit = "s";
  return fields;
}

std::vector<PlannedRun> worlds(const RunBlock& block, const StudyOptions&, const Quick* quick) {
  std::vector<PlannedRun> runs;
  for (const scenarios::ScenarioRequest& request : scenario_requests(block, quick)) {
    PlannedRun& run = runs.emplace_back();
    run.scenario = request;
    auto& own = run.own.emplace<EmptyingBlock>(std::get<EmptyingBlock>(block.own));
    if (quick != nullptr && quick->plans_at_most) own.plans = std::min(own.plans, *quick->plans_at_most);
  }
  return runs;
}

/// The first plan stands for all: they have the same keys.
WorldFacts look_at(const PlannedRun& run) {
  const scenarios::Scenario scenario = scenarios::make_scenario(request_of_plan(run, 0));
  return {static_cast<std::int64_t>(scenario.agents.size()), scenario.parameters.steps, scenario.methods, hash_scenario("", scenario), ""};
}

std::vector<ParameterInfo> parameters_in_use(const PlannedRun& run, const RunBlock&) { return simulation::parameters_in_use(run.methods); }

std::vector<PlannedRun> variants(const PlannedRun& of, const RunBlock&, const WorldFacts& world, const Quick* quick) {
  PlannedRun run = of;
  run.agents = world.size;
  auto& own = std::get<EmptyingBlock>(run.own);
  if (own.steps == 0) own.steps = world.steps;
  if (quick != nullptr && quick->steps_at_most) own.steps = std::min(own.steps, *quick->steps_at_most);
  run.repetitions = 1;
  return {run};
}

Json settings(const PlannedRun& run) {
  const auto& own = std::get<EmptyingBlock>(run.own);
  Json json;
  json["scenario"] = run.scenario.name;
  json["content"] = run.content;
  json["agents"] = run.agents;
  json["set"] = set_json(run.scenario.settings);
  json["plans"] = own.plans;
  json["each"] = Json::object();
  for (const auto& [key, values] : own.each) {
    for (const WrittenValue& value : values) json["each"][key].push_back(plain_text(value));
  }
  for (const simulation::MethodFamily& family : simulation::method_families()) json[family.name] = run.methods.*family.chosen;
  json["steps_at_most"] = own.steps;
  return json;
}

std::string describe_work(const PlannedRun& run) {
  std::string text = std::to_string(std::get<EmptyingBlock>(run.own).plans) + " plans of " + run.scenario.name + ", " +
                     std::to_string(run.agents) + (run.agents == 1 ? " agent" : " agents") + settings_text(run.scenario.settings);
  for (const simulation::MethodFamily& family : simulation::method_families()) {
    const std::string method = simulation::short_method_text(family.name, run.methods.*family.chosen);
    if (!method.empty()) text += ", " + method;
  }
  return text;
}

/// In plans.
std::int64_t work(const PlannedRun& run) { return std::get<EmptyingBlock>(run.own).plans; }

}  // namespace

RunKind emptying_runs() {
  return {.name = "emptying",
          .fields = fields(),
          .read_block = &read_emptying_block,
          .read_quick = &read_emptying_quick,
          .worlds = &worlds,
          .look_at = &look_at,
          .parameters_in_use = &parameters_in_use,
          .variants = &variants,
          .settings = &settings,
          .describe = &describe_work,
          .method_text = &simulation::short_method_text,
          .shared = [](const PlannedRun& run) { return run.content; },
          .leave_times = [](PlannedRun&) {},
          .work = &work,
          .maker = []() -> std::unique_ptr<RunMaker> { return std::make_unique<EmptyingMeasurement>(); }};
}

}  // namespace plethos::study
