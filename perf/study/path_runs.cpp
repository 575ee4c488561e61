#include "perf/study/path_runs.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "algorithms/planning/path_finder.hpp"
#include "perf/study/drawn_worlds.hpp"
#include "perf/study/identity.hpp"
#include "perf/study/path_block.hpp"
#include "perf/study/path_measurement.hpp"
#include "scenarios/catalog.hpp"
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

/// Returns the path of a file that a study names; empty if it names none.
std::string file_path(const std::string& name, const std::string& folder) {
  return name.empty() ? name : (std::filesystem::path(folder) / name).string();
}

/// Returns a request for each of a block's worlds: those of its scenarios, its map's, or those of the maps that it draws.
std::vector<scenarios::ScenarioRequest> requests(const RunBlock& block, const std::string& maps, const Quick* quick) {
  if (!block.draw.empty()) {
    std::vector<scenarios::ScenarioRequest> requests;
    for (const scenarios::DrawnMap& map : drawn_maps(block, quick)) requests.push_back(scenarios::map_request(map));
    return requests;
  }
  if (block.paths.map.empty()) return scenario_requests(block, quick);
  return {scenarios::map_request(file_path(block.paths.map, maps), file_path(block.paths.scen, maps))};
}

/// Returns "KEY: ..." for the first file of a block that is not there; empty if there is none.
std::string missing_file(const PathBlock& paths, const std::string& maps) {
  const std::pair<const char*, std::string> files[] = {{"map", paths.map}, {"scen", paths.scen}};
  for (const auto& [key, name] : files) {
    std::error_code error;
    if (name.empty() || std::filesystem::exists(file_path(name, maps), error)) continue;
    const std::string folder = std::filesystem::path(name).is_absolute() ? "" : " in " + (maps.empty() ? "the current folder" : maps);
    return key + (": found no file " + name) + folder +
           ", expected a file of the Moving AI benchmarks (movingai.com); --maps FOLDER says where they are";
  }
  return {};
}

std::vector<PlannedRun> scenes(const RunBlock& block, const StudyOptions& options, const Quick* quick) {
  const std::int64_t at_most = quick != nullptr ? quick->queries_at_most.value_or(0) : 0;
  std::vector<std::int64_t> counts = block.paths.queries;
  if (counts.empty()) counts.push_back(0);
  const std::string missing = missing_file(block.paths, options.maps);
  std::vector<PlannedRun> runs;
  for (const scenarios::ScenarioRequest& request : requests(block, options.maps, quick)) {
    for (const std::int64_t count : counts) {
      for (const std::int64_t seed : block.paths.seeds) {
        for (const std::int64_t goals : block.paths.goals) {
          PlannedRun& run = runs.emplace_back();
          run.scenario = request;
          run.paths = {{count, at_most, static_cast<std::uint64_t>(seed), goals},
                       block.paths.moves,
                       block.paths.optimum,
                       {},
                       block.paths.map,
                       block.paths.scen};
          run.missing = missing;
        }
      }
    }
  }
  return runs;
}

/// Returns a hash of the scene and of the queries.
std::string hash_problems(const PlannedRun& run, const scenarios::PathProblems& problems) {
  const std::string& name = run.scenario.name;
  std::string text = hash_scenario(run.scenario.has_map() ? std::string() : scenarios::scenario_text(name), problems.scenario);
  const auto add = [&](const auto& values) {
    text.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0]));
  };
  add(problems.queries);
  add(problems.optimum);
  return hash_text(text);
}

/// Returns what is known of a scene whose map is not there. The number of queries is 0 if they would be all of a file.
Scene unseen(const PlannedRun& run) {
  const std::int64_t queries = run.paths.at_most == 0 ? run.paths.queries : std::min(run.paths.queries, run.paths.at_most);
  scenarios::NamedMethods methods;
  scenarios::apply_to_values(run.scenario, methods.values);
  return {queries, 0, methods, "", run.missing};
}

Scene look_at(const PlannedRun& run) {
  if (!run.missing.empty()) return unseen(run);
  const scenarios::PathProblems problems = scenarios::make_path_problems(run.scenario, run.paths);
  return {static_cast<std::int64_t>(problems.queries.size()), 0, problems.scenario.methods, hash_problems(run, problems), ""};
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
  run.repetitions = quick != nullptr && quick->repetitions ? std::min(block.repetitions, *quick->repetitions) : block.repetitions;
  // Those of the planner alone: the run has no use for the values of other methods.
  run.methods.values = cli::shared_values(run.methods.planner, scene.methods.values);
  if (!run.paths.optimum.empty()) run.paths.optimum_values = cli::shared_values(run.paths.optimum, scene.methods.values);
  return {run};
}

/// A map goes by its file, wherever that is on this machine.
std::string name_of(const PlannedRun& run) { return run.paths.map.empty() ? world_name(run) : run.paths.map; }

/// The number of agents that gives a scenario its size; a map has its own.
std::optional<std::int64_t> agents_of(const PlannedRun& run) { return run.scenario.has_map() ? std::nullopt : run.scenario.agents; }

Json settings(const PlannedRun& run) {
  const bool drawn = run.scenario.scen_file.empty();
  Json json;
  json["scenario"] = name_of(run);
  json["content"] = run.content;
  json["agents"] = agents_of(run) ? Json(*agents_of(run)) : Json();
  add_drawn_fields(run, json);
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
  std::string text = name_of(run);
  if (const auto agents = agents_of(run)) text += ", sized for " + std::to_string(*agents) + " agents";
  if (run.scenario.drawn.seed != 1) text += " of seed " + std::to_string(run.scenario.drawn.seed);
  text += ", " + (run.paths.queries == 0 ? "all" : std::to_string(run.paths.queries)) + " queries";
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
