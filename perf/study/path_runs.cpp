#include "perf/study/path_runs.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/planning/path_finder.hpp"
#include "perf/study/identity.hpp"
#include "perf/study/path_block.hpp"
#include "perf/study/path_measurement.hpp"
#include "scenarios/catalog.hpp"

namespace plethos::study {
namespace {

using Json = nlohmann::ordered_json;

const std::string family = "planner";

RunFields fields() {
  return {.settings = {"scenario", "agents", "scen", "queries", "seed", family, "optimum"},
          .methods = {family},
          .results = {"solved", "mismatches", "length_mean", "over_optimum_mean", "over_optimum_max", "offline_ms", "online_ms",
                      "queries_per_s", "bytes"},
          .curves = {},
          .stacks = {},
          .time = "online_ms"};
}

/// Returns a request for each of a block's worlds: those of its scenarios, or its map's.
std::vector<scenarios::ScenarioRequest> requests(const RunBlock& block, const Quick* quick) {
  if (block.paths.map.empty()) return scenario_requests(block, quick);
  return {scenarios::map_request(block.paths.map, block.paths.scen)};
}

std::vector<PlannedRun> scenes(const RunBlock& block, const Quick* quick) {
  const std::int64_t at_most = quick != nullptr ? quick->queries_at_most.value_or(0) : 0;
  std::vector<std::int64_t> counts = block.paths.queries;
  if (counts.empty()) counts.push_back(0);
  std::vector<PlannedRun> runs;
  for (const scenarios::ScenarioRequest& request : requests(block, quick)) {
    for (const std::int64_t count : counts) {
      for (const std::int64_t seed : block.paths.seeds) {
        runs.emplace_back();
        runs.back().scenario = request;
        runs.back().paths = {{count, at_most, static_cast<std::uint64_t>(seed)}, block.paths.optimum};
      }
    }
  }
  return runs;
}

/// Returns a hash of the scene and of the queries.
std::string hash_problems(const PlannedRun& run, const scenarios::PathProblems& problems) {
  const std::string& name = run.scenario.name;
  std::string text = hash_scenario(run.scenario.map_file.empty() ? scenarios::scenario_text(name) : std::string(), problems.scenario);
  const auto add = [&](const auto& values) {
    text.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0]));
  };
  add(problems.queries);
  add(problems.optimum);
  return hash_text(text);
}

Scene look_at(const PlannedRun& run) {
  const scenarios::PathProblems problems = scenarios::make_path_problems(run.scenario, run.paths);
  return {static_cast<std::int64_t>(problems.queries.size()), 0, problems.scenario.methods, hash_problems(run, problems), ""};
}

std::vector<ParameterInfo> parameters_in_use(const PlannedRun& run, const RunBlock&) {
  return simulation::method_family(family).find(run.methods.planner).parameters;
}

std::vector<PlannedRun> variants(const PlannedRun& of, const RunBlock& block, const Scene& scene, const Quick* quick) {
  planning::require_path_planner(of.methods.planner, block.place + "." + family + ": ");
  PlannedRun run = of;
  run.paths.queries = scene.size;
  run.repetitions = quick != nullptr && quick->repetitions ? std::min(block.repetitions, *quick->repetitions) : block.repetitions;
  // Those of the planner alone: the run has no use for the values of other methods.
  ParameterValues values;
  for (const ParameterInfo& info : parameters_in_use(run, block)) {
    if (const auto value = run.methods.values.find(info.name); value != run.methods.values.end()) values.insert(*value);
  }
  run.methods.values = values;
  return {run};
}

/// A map goes by its file.
const std::string& name_of(const PlannedRun& run) { return run.scenario.map_file.empty() ? run.scenario.name : run.scenario.map_file; }

Json settings(const PlannedRun& run) {
  const bool drawn = run.scenario.scen_file.empty();
  Json json;
  json["scenario"] = name_of(run);
  json["content"] = run.content;
  json["agents"] = run.scenario.map_file.empty() && run.scenario.agents ? Json(*run.scenario.agents) : Json();
  json["scen"] = drawn ? Json() : Json(run.scenario.scen_file);
  json["queries"] = run.paths.queries;
  json["seed"] = drawn ? Json(run.paths.seed) : Json();
  json["set"] = set_json(run.scenario.settings);
  json[family] = run.methods.planner;
  json["optimum"] = run.paths.optimum;
  json["repetitions"] = run.repetitions;
  return json;
}

std::string describe_work(const PlannedRun& run) {
  std::string text = name_of(run);
  if (run.scenario.map_file.empty() && run.scenario.agents) text += ", sized for " + std::to_string(*run.scenario.agents) + " agents";
  text += ", " + std::to_string(run.paths.queries) + " queries";
  if (run.paths.seed != 1) text += " of seed " + std::to_string(run.paths.seed);
  return text + settings_text(run.scenario.settings) + ", " + run.methods.planner;
}

std::string method_text(const std::string&, const std::string& method) { return method; }

/// In queries.
std::int64_t work(const PlannedRun& run) { return run.paths.queries * (run.repetitions + 1); }

}  // namespace

RunKind path_runs() {
  return {.name = "paths",
          .fields = fields(),
          .read_block = &read_path_block,
          .read_quick = &read_path_quick,
          .scenes = &scenes,
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
