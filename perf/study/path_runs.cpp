#include "perf/study/path_runs.hpp"

#include <algorithm>

#include "algorithms/planning/path_finder.hpp"
#include "perf/study/path_block.hpp"
#include "perf/study/path_measurement.hpp"
#include "perf/study/query_worlds.hpp"
#include "scenarios/cli/plan_request.hpp"
#include "scenarios/paths/path_moves.hpp"

namespace plethos::study {
namespace {

using Json = nlohmann::ordered_json;

const std::string family = "planner";

RunFields fields() {
  RunFields fields{.settings = {"scenario", "agents", "draw.kind", "draw.size", "draw.seed", "scen", "queries", "seed", "goals", family,
                                "optimum", "moves"},
                   .methods = {family},
                   .results = {"solved", "mismatches", "length_mean", "over_optimum_mean", "over_optimum_max", "over_optimum_percent",
                               "offline_ms", "online_ms", "plan_ms", "first_offline_ms", "first_online_ms", "queries_per_s", "repair_ms",
                               "repair_percent", "states", "bytes"},
                   .curves = {"move", "move_ms", "move_follow_ms", "move_online_ms", "move_solved"},
                   .stacks = {},
                   .time = "online_ms"};
  for (const std::string& counter : scenarios::move_counters()) fields.curves.push_back("move_" + counter);
  return fields;
}

/// The number of queries is 0 if they would be all of a file that is not there.
Scene look_at(const PlannedRun& run) {
  const std::int64_t queries = run.paths.at_most == 0 ? run.paths.queries : std::min(run.paths.queries, run.paths.at_most);
  if (!run.missing.empty()) return unseen_scene(run, queries);
  const scenarios::PathProblems problems = query_problems(run);
  return query_scene(run, problems, static_cast<std::int64_t>(problems.queries.size()));
}

/// Those of the run's planner, and of the one whose ways count as the shortest.
std::vector<ParameterInfo> parameters_in_use(const PlannedRun& run, const RunBlock& block) {
  std::vector<ParameterInfo> parameters = cli::planner_parameters(run.methods.planner);
  if (block.paths.optimum.empty()) return parameters;
  for (const ParameterInfo& info : cli::planner_parameters(block.paths.optimum)) {
    if (find_parameter(parameters, info.name) == nullptr) parameters.push_back(info);
  }
  return parameters;
}

std::vector<PlannedRun> variants(const PlannedRun& of, const RunBlock& block, const Scene& scene, const Quick* quick) {
  planning::require_path_planner(of.methods.planner, block.place + "." + family + ": ");
  PlannedRun run = of;
  run.paths.queries = scene.size;
  run.repetitions = repetitions_of(block, quick);
  // Those of the planner alone: the run has no use for the values of other methods.
  run.methods.values = cli::shared_values(run.methods.planner, scene.methods.values);
  if (!run.paths.optimum.empty()) run.paths.optimum_values = cli::shared_values(run.paths.optimum, scene.methods.values);
  return {run};
}

Json settings(const PlannedRun& run) {
  const bool drawn = run.scenario.scen_file.empty();
  Json json;
  add_world_fields(run, json);
  json["scen"] = drawn ? Json() : Json(run.paths.scen);
  json["queries"] = run.paths.queries;
  json["seed"] = drawn ? Json(run.paths.seed) : Json();
  if (run.paths.goals > 0) json["goals"] = run.paths.goals;
  json["set"] = set_json(run.scenario.settings);
  json[family] = run.methods.planner;
  json["optimum"] = run.paths.optimum;
  if (run.paths.moves > 0) json["moves"] = run.paths.moves;
  json["repetitions"] = run.repetitions;
  return json;
}

std::string describe_work(const PlannedRun& run) {
  std::string text = query_world_text(run) + ", " + (run.paths.queries == 0 ? "all" : std::to_string(run.paths.queries)) + " queries";
  if (run.paths.seed != 1) text += " of seed " + std::to_string(run.paths.seed);
  if (run.paths.goals > 0) text += " to " + std::to_string(run.paths.goals) + (run.paths.goals == 1 ? " goal" : " goals");
  if (run.paths.moves > 0) text += ", " + std::to_string(run.paths.moves) + " moves";
  return text + settings_text(run.scenario.settings) + ", " + run.methods.planner;
}

std::string method_text(const std::string&, const std::string& method) { return method; }

/// In queries.
std::int64_t work(const PlannedRun& run) { return run.paths.queries * (run.repetitions * (1 + run.paths.moves) + 1); }

}  // namespace

RunKind path_runs() {
  return {.name = "paths",
          .fields = fields(),
          .read_block = &read_path_block,
          .read_quick = &read_path_quick,
          .scenes = &query_scenes,
          .look_at = &look_at,
          .parameters_in_use = &parameters_in_use,
          .variants = &variants,
          .settings = &settings,
          .describe = &describe_work,
          .method_text = &method_text,
          .work = &work,
          .maker = []() -> std::unique_ptr<RunMaker> { return std::make_unique<PathMeasurement>(); }};
}

}  // namespace plethos::study
