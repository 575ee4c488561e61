#pragma once

#include <map>
#include <string>

#include "scenarios/json.hpp"

namespace plethos::study {

/// Returns the times of a step's stages and their parts, in ms a step, as "stages" in the JSON. `seconds` holds the times of all regions in
/// `steps` steps.
Json stage_times(const std::map<std::string, double>& seconds, double steps);

/// Adds them to a run's "results": each in ms, and shares of all stages in percent.
void add_stage_results(const Json& stages, Json& results);

}  // namespace plethos::study
