#include "perf/study/query_worlds.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "perf/study/drawn_worlds.hpp"
#include "perf/study/identity.hpp"
#include "scenarios/catalog.hpp"

namespace plethos::study {
namespace {

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
  const auto& own = std::get<QueryBlock>(block.own);
  if (own.map.empty()) return scenario_requests(block, quick);
  return {scenarios::map_request(file_path(own.map, maps), file_path(own.scen, maps))};
}

/// Returns "KEY: ..." for the first file of a block that is not there; empty if there is none.
std::string missing_file(const QueryBlock& of, const std::string& maps) {
  const std::pair<const char*, std::string> files[] = {{"map", of.map}, {"scen", of.scen}};
  for (const auto& [key, name] : files) {
    std::error_code error;
    if (name.empty() || std::filesystem::exists(file_path(name, maps), error)) continue;
    const std::string folder = std::filesystem::path(name).is_absolute() ? "" : " in " + (maps.empty() ? "the current folder" : maps);
    return key + (": found no file " + name) + folder +
           ", expected a file of the Moving AI benchmarks (movingai.com); --maps FOLDER says where they are";
  }
  return {};
}

/// Returns a hash of the world and of the queries.
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
std::string name_of(const PlannedRun& run) {
  const std::string& map = std::get<QueryRun>(run.own).map;
  return map.empty() ? world_name(run) : map;
}

/// The number of agents that gives a scenario its size; a map has its own.
std::optional<std::int64_t> agents_of(const PlannedRun& run) { return run.scenario.has_map() ? std::nullopt : run.scenario.agents; }

}  // namespace

std::vector<PlannedRun> query_runs(const RunBlock& block, const StudyOptions& options, const Quick* quick) {
  const std::int64_t at_most = quick != nullptr ? quick->queries_at_most.value_or(0) : 0;
  const auto& own = std::get<QueryBlock>(block.own);
  std::vector<std::int64_t> counts = own.queries;
  if (counts.empty()) counts.push_back(0);
  const std::string missing = missing_file(own, options.maps);
  std::vector<PlannedRun> runs;
  for (const scenarios::ScenarioRequest& request : requests(block, options.maps, quick)) {
    for (const std::int64_t count : counts) {
      for (const std::int64_t seed : own.seeds) {
        for (const std::int64_t goals : own.goals) {
          PlannedRun& run = runs.emplace_back();
          run.scenario = request;
          run.own = QueryRun{{count, at_most, static_cast<std::uint64_t>(seed), goals}, own.moves, own.optimum, {}, own.map, own.scen};
          run.missing = missing;
        }
      }
    }
  }
  return runs;
}

scenarios::PathProblems query_problems(const PlannedRun& run) {
  return scenarios::make_path_problems(run.scenario, std::get<QueryRun>(run.own));
}

WorldFacts seen_world(const PlannedRun& run, const scenarios::PathProblems& problems, std::int64_t size) {
  WorldFacts world{size, 0, problems.scenario.methods, hash_problems(run, problems), ""};
  // The file goes by the name that the study gives it.
  for (const std::string& line : problems.warnings)
    world.left_out.push_back(std::get<QueryRun>(run.own).scen + line.substr(run.scenario.scen_file.size()));
  return world;
}

WorldFacts unseen_world(const PlannedRun& run, std::int64_t size) {
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

}  // namespace plethos::study
