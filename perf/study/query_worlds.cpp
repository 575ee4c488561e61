#include "perf/study/query_worlds.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "perf/study/drawn_worlds.hpp"
#include "perf/study/identity.hpp"
#include "perf/study/reading.hpp"
#include "scenarios/catalog.hpp"

namespace plethos::study {
namespace {

using Json = nlohmann::ordered_json;

/// Returns the path of a file that a study names; empty if it names none.
std::string file_path(const std::string& name, const std::string& folder) {
  return name.empty() ? name : (std::filesystem::path(folder) / name).string();
}

/// Returns a request for each of a block's worlds.
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

/// Returns a hash of the scene and of the queries.
std::string hash_problems(const PlannedRun& run, const scenarios::PathProblems& problems) {
  const std::string& name = run.scenario.name;
  std::string text = hash_scenario(run.scenario.has_map() ? std::string() : scenarios::scenario_text(name), problems.scenario);
  const auto add = [&](const auto& values) {
    text.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0]));
  };
  for (const scenarios::OtherTerrain& other : problems.others) text += hash_scenario("", other.scenario);
  add(problems.queries);
  add(problems.optimum);
  return hash_text(text);
}

/// A map goes by its file, wherever that is on this machine.
std::string name_of(const PlannedRun& run) { return run.paths.map.empty() ? world_name(run) : run.paths.map; }

/// The number of agents that gives a scenario its size; a map has its own.
std::optional<std::int64_t> agents_of(const PlannedRun& run) { return run.scenario.has_map() ? std::nullopt : run.scenario.agents; }

}  // namespace

void read_query_world(scenarios::TomlTable& table, RunBlock& block) {
  const auto scenario = table.texts("scenario");
  assign(block.paths.map, table.text("map"));
  const bool has_file = !block.paths.map.empty();
  const bool has_map = has_file || !block.draw.empty();
  if (has_file && !block.draw.empty()) table.fail("draw", "map and draw", "one of them");
  if (scenario.has_value() == has_map) {
    const char* const key = has_file ? "map" : "draw";
    table.fail(has_map ? key : "scenario", has_map ? std::string(key) + " and scenario" : "neither scenario, map nor draw", "one of them");
  }
  if (has_map && !block.agents.empty()) table.fail("agents", "agents and map", "agents with a scenario, to size it");
  assign(block.scenarios, scenario);
  assign(block.paths.seeds, table.wholes("seed", 0, std::numeric_limits<std::int64_t>::max()));
}

std::vector<PlannedRun> query_scenes(const RunBlock& block, const StudyOptions& options, const Quick* quick) {
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

scenarios::PathProblems query_problems(const PlannedRun& run) { return scenarios::make_path_problems(run.scenario, run.paths); }

Scene query_scene(const PlannedRun& run, const scenarios::PathProblems& problems, std::int64_t size) {
  Scene scene{size, 0, problems.scenario.methods, hash_problems(run, problems), ""};
  // The file goes by the name that the study gives it.
  for (const std::string& line : problems.warnings) scene.left_out.push_back(run.paths.scen + line.substr(run.scenario.scen_file.size()));
  return scene;
}

Scene unseen_scene(const PlannedRun& run, std::int64_t size) {
  scenarios::NamedMethods methods;
  scenarios::apply_to_values(run.scenario, methods.values);
  return {size, 0, methods, "", run.missing};
}

void add_world_fields(const PlannedRun& run, Json& settings) {
  settings["scenario"] = name_of(run);
  settings["content"] = run.content;
  settings["agents"] = agents_of(run) ? Json(*agents_of(run)) : Json();
  add_drawn_fields(run, settings);
}

std::string query_world_text(const PlannedRun& run) {
  std::string text = name_of(run);
  if (const auto agents = agents_of(run)) text += ", sized for " + std::to_string(*agents) + " agents";
  if (run.scenario.drawn.seed != 1) text += " of seed " + std::to_string(run.scenario.drawn.seed);
  return text;
}

std::int64_t repetitions_of(const RunBlock& block, const Quick* quick) {
  return quick != nullptr && quick->repetitions ? std::min(block.repetitions, *quick->repetitions) : block.repetitions;
}

}  // namespace plethos::study
