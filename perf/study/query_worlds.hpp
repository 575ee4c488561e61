#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "perf/study/plan.hpp"
#include "scenarios/io/toml_table.hpp"
#include "scenarios/paths/path_problems.hpp"

namespace plethos::study {

// The worlds of runs that move no agents, and the queries in them: those of a scenario, of a map's file, or of a map that is drawn.

/// Reads `scenario`, `map` and `draw`, of which a block of [[runs]] has one, and `seed`. Errors: as find_study().
void read_query_world(scenarios::TomlTable& table, RunBlock& block);

/// Returns a run for every world of a block with each number of queries, seed and number of goals.
std::vector<PlannedRun> query_scenes(const RunBlock& block, const StudyOptions& options, const Quick* quick);

/// Makes the scene and the queries of a run.
scenarios::PathProblems query_problems(const PlannedRun& run);

/// Returns what a scene is whose queries are known. `size` is Scene::size.
Scene query_scene(const PlannedRun& run, const scenarios::PathProblems& problems, std::int64_t size);
/// Returns what is known of a scene whose map is not there.
Scene unseen_scene(const PlannedRun& run, std::int64_t size);

/// Adds the fields of the world to a run's settings: `scenario`, `content`, `agents`, and those of a drawn map.
void add_world_fields(const PlannedRun& run, nlohmann::ordered_json& settings);
/// Returns a text for people, such as "city, sized for 20 agents".
std::string query_world_text(const PlannedRun& run);

/// Returns how often a run is repeated.
std::int64_t repetitions_of(const RunBlock& block, const Quick* quick);

}  // namespace plethos::study
