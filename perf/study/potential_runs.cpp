#include <algorithm>

#include "algorithms/planning/potential/potential_parameters.hpp"
#include "perf/study/block_readers.hpp"
#include "perf/study/drawn_worlds.hpp"
#include "perf/study/potential_measurement.hpp"
#include "perf/study/query_worlds.hpp"
#include "perf/study/run_kind.hpp"

namespace plethos::study {
namespace {

RunFields fields() {
  RunFields fields{.settings = {"scenario", "agents"},
                   .methods = {},
                   .results = {"solve_ms", "sweeps", "residual", "cells", "cell_sweeps_per_s", "bytes"},
                   .facts = {"solved"},
                   .curves = solving_curves(),
                   .stacks = {},
                   .time = "solve_ms",
                   .times = {"solve_ms"},
                   .rates = {{"cell_sweeps_per_s", "solve_ms"}}};
  fields.settings.insert(fields.settings.end(), drawn_fields().begin(), drawn_fields().end());
  fields.settings.insert(fields.settings.end(), {"seed", "sweeps_at_most"});
  return fields;
}

WorldFacts look_at(const PlannedRun& run) {
  if (!run.missing.empty()) return unseen_world(run, 0);
  const scenarios::PathProblems problems = query_problems(run);
  return seen_world(run, problems, goal_problem(problems).free_cells());
}

std::vector<ParameterInfo> parameters_in_use(const PlannedRun&, const RunBlock&) { return planning::solver_table().infos(); }

std::vector<PlannedRun> variants(const PlannedRun& of, const RunBlock& block, const WorldFacts& world, const Quick* quick) {
  PlannedRun run = of;
  auto& own = std::get<QueryRun>(run.own);
  own.cells = world.size;
  own.sweeps = std::get<QueryBlock>(block.own).sweeps;
  if (quick != nullptr && quick->sweeps_at_most) own.sweeps = std::min(own.sweeps, *quick->sweeps_at_most);
  run.repetitions = repetitions_of(block, quick);
  run.methods.values = world.methods.values;
  return {run};
}

Json settings(const PlannedRun& run) {
  const auto& own = std::get<QueryRun>(run.own);
  Json json;
  add_world_fields(run, json);
  json["seed"] = own.seed;
  json["set"] = set_json(run.scenario.settings);
  json["sweeps_at_most"] = own.sweeps;
  json["repetitions"] = run.repetitions;
  return json;
}

std::string describe_work(const PlannedRun& run) {
  const auto& own = std::get<QueryRun>(run.own);
  std::string text = query_world_text(run);
  if (own.seed != 1) text += ", goal of seed " + std::to_string(own.seed);
  return text + settings_text(run.scenario.settings) + ", up to " + std::to_string(own.sweeps) + (own.sweeps == 1 ? " sweep" : " sweeps");
}

/// The map and its goal.
std::string shared(const PlannedRun& run) { return run.content; }

void leave_times(PlannedRun&) {}

/// In cells. How many sweeps a solver takes is not known before.
std::int64_t work(const PlannedRun& run) { return std::get<QueryRun>(run.own).cells * (1 + run.repetitions); }

}  // namespace

RunKind potential_runs() {
  return {.name = "potentials",
          .fields = fields(),
          .read_block = &read_potential_block,
          .read_quick = &read_potential_quick,
          .worlds = &query_runs,
          .look_at = &look_at,
          .parameters_in_use = &parameters_in_use,
          .variants = &variants,
          .settings = &settings,
          .describe = &describe_work,
          .method_text = nullptr,
          .shared = &shared,
          .leave_times = &leave_times,
          .work = &work,
          .maker = []() -> std::unique_ptr<RunMaker> { return std::make_unique<PotentialMeasurement>(); }};
}

}  // namespace plethos::study
