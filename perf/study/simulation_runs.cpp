#include <algorithm>

#include "algorithms/simulation/measurements.hpp"
#include "algorithms/simulation/simulation.hpp"
#include "core/error.hpp"
#include "perf/study/block_readers.hpp"
#include "perf/study/crowds.hpp"
#include "perf/study/drawn_worlds.hpp"
#include "perf/study/energy.hpp"
#include "perf/study/identity.hpp"
#include "perf/study/measure.hpp"
#include "perf/study/plan.hpp"
#include "perf/study/reading.hpp"
#include "perf/study/run_kind.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/run/behavior_json.hpp"

namespace plethos::study {
namespace {

RunFields fields() {
  RunFields fields;
  for (const simulation::MethodFamily& family : simulation::method_families()) fields.methods.push_back(family.name);
  fields.settings = {"scenario", "agents", "agents_per_rank", "worlds"};
  fields.settings.insert(fields.settings.end(), drawn_fields().begin(), drawn_fields().end());
  fields.settings.insert(fields.settings.end(), fields.methods.begin(), fields.methods.end());
  fields.settings.insert(fields.settings.end(), {"regroup", "replay", "start_at"});
  fields.results = {"ms_per_step", "frames_per_second", "agent_steps_per_second",
                    "bytes",       "bytes_per_agent",   "steps",
                    "arrived",     "overlaps",          "min_separation",
                    "lost",        "changed",           "forbidding",
                    "speedup",     "efficiency",        "imbalance",
                    "ghost_share", "exchange_share",    "world_steps_per_second"};
  const auto add_times = [&](const std::string& name) { fields.results.insert(fields.results.end(), {name + "_ms", name + "_percent"}); };
  for (const simulation::Stage& stage : simulation::stages()) {
    for (const std::string& part : stage.parts) add_times(part);
    add_times(stage.name);
  }
  for (const std::string& part : simulation::avoidance_part_names()) add_times(part);
  const std::vector<std::string>& behavior = scenarios::behavior_fields();
  fields.results.insert(fields.results.end(), behavior.begin(), behavior.end());
  fields.results.insert(fields.results.end(), {"empty_stage_ms", "bound_ms", "step_bound_ms", "all_parts_ms"});
  fields.results.insert(fields.results.end(), energy_results().begin(), energy_results().end());
  fields.curves = {"step", "time", "arrived_share", "step_ms"};
  fields.stacks = {"bytes", "stage_ms", "avoidance_part_ms", "avoidance_part_percent", "joules_per_million_agent_steps"};
  fields.time = "ms_per_step";
  fields.times = {"ms_per_step"};
  fields.times.insert(fields.times.end(), energy_results().begin(), energy_results().end());
  fields.rates = {
      {"frames_per_second", "ms_per_step"}, {"agent_steps_per_second", "ms_per_step"}, {"world_steps_per_second", "ms_per_step"}};
  return fields;
}

/// Errors: InputError for more agents than a run can have, on all its ranks or in all its worlds.
void check_agents(const RunBlock& block, const std::string& key, std::int64_t agents, const std::string& of_all) {
  if (agents <= most_of_a_run) return;
  throw InputError(block.place + "." + key + ": found " + std::to_string(agents) + " agents " + of_all + ", expected at most " +
                   std::to_string(most_of_a_run));
}

/// Returns how many worlds runs have, each number once.
std::vector<std::int64_t> numbers_of_worlds(const SimulationBlock& asked, const Quick* quick) {
  std::vector<std::int64_t> counts;
  for (const std::int64_t worlds : asked.worlds) {
    const std::int64_t count = quick != nullptr && quick->worlds_at_most ? std::min(worlds, *quick->worlds_at_most) : worlds;
    if (std::find(counts.begin(), counts.end(), count) == counts.end()) counts.push_back(count);
  }
  return counts;
}

std::vector<PlannedRun> worlds(const RunBlock& block, const StudyOptions&, const Quick* quick) {
  const auto& asked = std::get<SimulationBlock>(block.own);
  std::vector<PlannedRun> runs;
  for (const std::int64_t ranks : block.ranks) {
    for (const scenarios::ScenarioRequest& request : scenario_requests(block, quick)) {
      for (const std::int64_t count : numbers_of_worlds(asked, quick)) {
        PlannedRun& run = runs.emplace_back();
        run.scenario = request;
        run.ranks = static_cast<int>(ranks);
        auto& own = std::get<SimulationRun>(run.own);
        own.worlds = count;
        check_agents(block, "worlds", request.agents.value_or(1) * count, "in " + std::to_string(count) + " worlds");
        if (!asked.agents_per_rank) continue;
        own.agents_per_rank = *request.agents;
        run.scenario.agents = *request.agents * ranks;
        check_agents(block, "agents_per_rank", *run.scenario.agents, "on " + std::to_string(ranks) + " ranks");
      }
    }
  }
  return runs;
}

WorldFacts look_at(const PlannedRun& run) {
  const scenarios::Scenario scenario = make_crowd(run);
  const std::int64_t agents = scenario.ensemble.worlds() > 0 ? scenario.ensemble.agents.front() : scenario.count();
  return {agents, scenario.parameters.steps, scenario.methods, hash_scenario(scenarios::scenario_text(run.scenario.name), scenario), ""};
}

/// Those of its own methods, and of the one that takes the steps before it.
std::vector<ParameterInfo> parameters_in_use(const PlannedRun& run, const RunBlock& block) {
  simulation::MethodChoices before = run.methods;
  if (const auto& own = std::get<SimulationBlock>(block.own); !own.start_by.empty()) before.avoidance = own.start_by;
  std::vector<ParameterInfo> used = simulation::parameters_in_use(run.methods);
  for (const ParameterInfo& info : simulation::parameters_in_use(before)) used.push_back(info);
  return used;
}

void shorten(const Quick& quick, SimulationRun& own) {
  if (quick.steps_at_most) own.steps = std::min(own.steps, *quick.steps_at_most);
  if (quick.start_at) own.start_at = std::min(own.start_at, *quick.start_at);
  if (quick.energy_seconds) own.energy_seconds = std::min(own.energy_seconds, *quick.energy_seconds);
  if (quick.warm_up) own.warm_up = std::min(own.warm_up, *quick.warm_up);
  own.warm_up = std::min(own.warm_up, std::max<std::int64_t>(0, own.steps - 1));
}

/// Errors: InputError if a method of the run cannot tell its worlds apart.
void check_worlds(const PlannedRun& run, const RunBlock& block) {
  try {
    simulation::check_worlds(run.methods, static_cast<std::size_t>(std::get<SimulationRun>(run.own).worlds));
  } catch (const InputError& error) {
    throw InputError(block.place + ".worlds: " + error.what());
  }
}

std::vector<PlannedRun> variants(const PlannedRun& of, const RunBlock& block, const WorldFacts& world, const Quick* quick) {
  PlannedRun run = of;
  check_worlds(run, block);
  run.agents = world.size;
  run.repetitions = repetitions_of(block, quick);
  const auto& asked = std::get<SimulationBlock>(block.own);
  auto& own = std::get<SimulationRun>(run.own);
  static_cast<SimulationSteps&>(own) = asked;
  own.until_arrived = asked.steps == 0;
  if (asked.start_at == 0 || asked.start_by.empty()) own.start_by = run.methods.avoidance;
  if (own.until_arrived) own.steps = world.steps - asked.start_at;
  if (own.steps <= 0 && world.fault.empty()) {
    throw InputError(block.place + ".start_at: found " + std::to_string(asked.start_at) + ", expected fewer than the " +
                     std::to_string(world.steps) + " steps that " + run.scenario.name + " may take");
  }
  // These look into the steps of one process.
  if (run.ranks > 1) own.stages = own.bound = own.avoidance_parts = false;
  // Its operations are counted with the random numbers of one world.
  if (own.worlds > 1) own.bound = false;
  if (quick != nullptr) shorten(*quick, own);
  if (run.repetitions == 0 && !own.arrival && !own.stages && !own.bound && !own.avoidance_parts && !own.behavior)
    own.steps = own.warm_up = own.start_at = 0;
  std::vector<PlannedRun> runs;
  for (const bool regroup : asked.regroup) {
    for (const bool replay : asked.replay) {
      run.methods.regroup = regroup;
      run.methods.replay = replay;
      runs.push_back(run);
    }
  }
  return runs;
}

Json settings(const PlannedRun& run) {
  const auto& own = std::get<SimulationRun>(run.own);
  Json json;
  json["scenario"] = world_name(run);
  json["content"] = run.content;
  json["agents"] = run.agents;
  if (own.agents_per_rank > 0) json["agents_per_rank"] = own.agents_per_rank;
  // A run of one world is the same in every study.
  if (own.worlds > 1) json["worlds"] = own.worlds;
  add_drawn_fields(run, json);
  json["set"] = set_json(run.scenario.settings);
  for (const simulation::MethodFamily& family : simulation::method_families()) json[family.name] = run.methods.*family.chosen;
  json["regroup"] = run.methods.regroup;
  json["replay"] = run.methods.replay;
  json["start_at"] = own.start_at;
  json["start_by"] = own.start_by;
  json["steps_at_most"] = own.steps;
  json["until_arrived"] = own.until_arrived;
  json["warm_up"] = own.warm_up;
  json["repetitions"] = run.repetitions;
  json["chunk"] = own.chunk;
  json["arrival"] = own.arrival;
  json["stages"] = own.stages;
  json["bound"] = own.bound;
  json["avoidance_parts"] = own.avoidance_parts;
  json["behavior"] = own.behavior;
  // Other runs are the same in every version.
  if (own.energy) json["energy_seconds"] = own.energy_seconds;
  return json;
}

std::string describe_work(const PlannedRun& run) {
  const auto& own = std::get<SimulationRun>(run.own);
  std::string text = world_name(run) + ", " + std::to_string(run.agents) + " agents";
  if (own.worlds > 1) text += ", " + std::to_string(own.worlds) + " worlds";
  text += settings_text(run.scenario.settings);
  if (own.start_at > 0) text += " from step " + std::to_string(own.start_at);
  if (own.start_at > 0 && own.start_by != run.methods.avoidance) text += " of " + own.start_by;
  for (const simulation::MethodFamily& family : simulation::method_families()) {
    const std::string method = simulation::short_method_text(family.name, run.methods.*family.chosen);
    if (!method.empty()) text += ", " + method;
  }
  if (!run.methods.regroup) text += ", not regrouped";
  if (!run.methods.replay) text += ", not replayed";
  return text;
}

/// The crowd at the first step.
std::string shared(const PlannedRun& run) { return std::get<SimulationRun>(run.own).start_at > 0 ? start_of(run).dump() : run.content; }

void leave_times(PlannedRun& run) {
  auto& own = std::get<SimulationRun>(run.own);
  own.arrival = own.stages = own.bound = own.avoidance_parts = own.behavior = false;
}

/// In agent-steps.
std::int64_t work_of(const PlannedRun& run, std::int64_t steps) { return run.agents * std::get<SimulationRun>(run.own).worlds * steps; }
std::int64_t work(const PlannedRun& run) { return work_of(run, steps_in_all(run)); }

class Maker final : public RunMaker {
 public:
  std::optional<Json> make(const PlannedRun& run, const backends::Ranks& ranks, const std::function<void(std::int64_t)>& moved) override {
    return measure(run, ranks, pilot_, [&](std::int64_t steps) { moved(work_of(run, steps)); });
  }

 private:
  Pilot pilot_;
};

}  // namespace

RunKind simulation_runs() {
  return {.name = "simulation",
          .fields = fields(),
          .read_block = &read_simulation_block,
          .read_quick = &read_simulation_quick,
          .worlds = &worlds,
          .look_at = &look_at,
          .parameters_in_use = &parameters_in_use,
          .variants = &variants,
          .settings = &settings,
          .describe = &describe_work,
          .method_text = &simulation::short_method_text,
          .shared = &shared,
          .leave_times = &leave_times,
          .work = &work,
          .maker = []() -> std::unique_ptr<RunMaker> { return std::make_unique<Maker>(); }};
}

}  // namespace plethos::study
