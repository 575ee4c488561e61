#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "perf/study/plan.hpp"
#include "scenarios/paths/path_problems.hpp"

namespace plethos::study {

// The worlds of runs that move no agents, and the queries in them: those of a scenario, of a map's file, or of a map that is drawn.

/// Returns a run for every world of a block with each number of queries, seed and number of goals.
std::vector<PlannedRun> query_runs(const RunBlock& block, const StudyOptions& options, const Quick* quick);

/// Makes the world and the queries of a run.
scenarios::PathProblems query_problems(const PlannedRun& run);

/// Returns what a world is whose queries are known. `size` is WorldFacts::size.
WorldFacts seen_world(const PlannedRun& run, const scenarios::PathProblems& problems, std::int64_t size);
/// Returns what is known of a world whose map is not there.
WorldFacts unseen_world(const PlannedRun& run, std::int64_t size);

/// Adds the fields of the world to a run's settings: `scenario`, `content`, `agents`, and those of a drawn map.
void add_world_fields(const PlannedRun& run, Json& settings);
/// Returns a text for people, such as "city, sized for 20 agents".
std::string query_world_text(const PlannedRun& run);

}  // namespace plethos::study
