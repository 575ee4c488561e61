#include <algorithm>

#include "algorithms/planning/path_finder.hpp"
#include "perf/study/block_readers.hpp"
#include "perf/study/path_measurement.hpp"
#include "perf/study/query_worlds.hpp"
#include "perf/study/run_kind.hpp"
#include "scenarios/cli/plan_request.hpp"
#include "scenarios/paths/path_moves.hpp"

namespace plethos::study {
namespace {

const std::string family = "planner";

RunFields fields() {
  RunFields fields{.settings = {"scenario", "agents", "draw.kind", "draw.size", "draw.seed", "scen", "queries", "seed", "goals", family,
                                "optimum", "moves"},
                   .methods = {family},
                   .results = {"solved", "mismatches", "length_mean", "over_optimum_mean", "over_optimum_max", "over_optimum_percent",
                               "offline_ms", "online_ms", "plan_ms", "first_offline_ms", "first_online_ms", "claim_ms", "queries_per_s",
                               "repair_ms", "repair_percent", "states", "bytes"},
                   .curves = {"move", "move_ms", "move_follow_ms", "move_online_ms", "move_solved"},
                   .stacks = {},
                   .time = "online_ms",
                   .times = {"offline_ms", "online_ms", "plan_ms"},
                   .rates = {{"queries_per_s", "online_ms"}}};
  for (const std::string& counter : scenarios::move_counters()) fields.curves.push_back("move_" + counter);
  return fields;
}

/// The number of queries is 0 if they would be all of a file that is not there.
WorldFacts look_at(const PlannedRun& run) {
  const auto& own = std::get<QueryRun>(run.own);
  const std::int64_t queries = own.at_most == 0 ? own.queries : std::min(own.queries, own.at_most);
  if (!run.missing.empty()) return unseen_world(run, queries);
  const scenarios::PathProblems problems = query_problems(run);
  return seen_world(run, problems, static_cast<std::int64_t>(problems.queries.size()));
}

/// Those of the run's planner, and of the one whose ways count as the shortest.
std::vector<ParameterInfo> parameters_in_use(const PlannedRun& run, const RunBlock& block) {
  std::vector<ParameterInfo> parameters = cli::planner_parameters(run.methods.planner);
  const std::string& optimum = std::get<QueryBlock>(block.own).optimum;
  if (optimum.empty()) return parameters;
  for (const ParameterInfo& info : cli::planner_parameters(optimum)) {
    if (find_parameter(parameters, info.name) == nullptr) parameters.push_back(info);
  }
  return parameters;
}

std::vector<PlannedRun> variants(const PlannedRun& of, const RunBlock& block, const WorldFacts& world, const Quick* quick) {
  planning::require_path_planner(of.methods.planner, block.place + "." + family + ": ");
  PlannedRun run = of;
  auto& own = std::get<QueryRun>(run.own);
  own.queries = world.size;
  run.repetitions = repetitions_of(block, quick);
  // Those of the planner alone: the run has no use for the values of other methods.
  run.methods.values = cli::shared_values(run.methods.planner, world.methods.values);
  if (!own.optimum.empty()) own.optimum_values = cli::shared_values(own.optimum, world.methods.values);
  return {run};
}

Json settings(const PlannedRun& run) {
  const auto& own = std::get<QueryRun>(run.own);
  const bool drawn = run.scenario.scen_file.empty();
  Json json;
  add_world_fields(run, json);
  json["scen"] = drawn ? Json() : Json(own.scen);
  json["queries"] = own.queries;
  json["seed"] = drawn ? Json(own.seed) : Json();
  if (own.goals > 0) json["goals"] = own.goals;
  json["set"] = set_json(run.scenario.settings);
  json[family] = run.methods.planner;
  json["optimum"] = own.optimum;
  if (own.moves > 0) json["moves"] = own.moves;
  json["repetitions"] = run.repetitions;
  return json;
}

std::string describe_work(const PlannedRun& run) {
  const auto& own = std::get<QueryRun>(run.own);
  std::string text = query_world_text(run) + ", " + (own.queries == 0 ? "all" : std::to_string(own.queries)) + " queries";
  if (own.seed != 1) text += " of seed " + std::to_string(own.seed);
  if (own.goals > 0) text += " to " + std::to_string(own.goals) + (own.goals == 1 ? " goal" : " goals");
  if (own.moves > 0) text += ", " + std::to_string(own.moves) + " moves";
  return text + settings_text(run.scenario.settings) + ", " + run.methods.planner;
}

std::string method_text(const std::string&, const std::string& method) { return method; }

/// The queries and their shortest ways.
std::string shared(const PlannedRun& run) { return run.content + std::get<QueryRun>(run.own).optimum; }

void leave_times(PlannedRun& run) { std::get<QueryRun>(run.own).moves = 0; }

/// In queries.
std::int64_t work(const PlannedRun& run) {
  const auto& own = std::get<QueryRun>(run.own);
  return own.queries * (run.repetitions * (1 + own.moves) + 1);
}

}  // namespace

RunKind path_runs() {
  return {.name = "paths",
          .fields = fields(),
          .read_block = &read_path_block,
          .read_quick = &read_path_quick,
          .worlds = &query_runs,
          .look_at = &look_at,
          .parameters_in_use = &parameters_in_use,
          .variants = &variants,
          .settings = &settings,
          .describe = &describe_work,
          .method_text = &method_text,
          .shared = &shared,
          .leave_times = &leave_times,
          .work = &work,
          .maker = []() -> std::unique_ptr<RunMaker> { return std::make_unique<PathMeasurement>(); }};
}

}  // namespace plethos::study
