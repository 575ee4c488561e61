#pragma once

#include <string>
#include <vector>

#include "perf/study/plan.hpp"
#include "scenarios/json.hpp"

namespace plethos::study {

/// Returns the maps that a block draws, each once, with sides that are at most those of --quick.
std::vector<scenarios::DrawnMap> drawn_maps(const RunBlock& block, const Quick* quick);

/// Returns the fields that tell drawn maps apart, and adds those of a run to its settings if it has such a map.
const std::vector<std::string>& drawn_fields();
void add_drawn_fields(const PlannedRun& run, Json& settings);

/// Returns what plots and people call the world of a run: its scenario, or the map that is drawn.
std::string world_name(const PlannedRun& run);

}  // namespace plethos::study
