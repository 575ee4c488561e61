#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace plethos::study {

/// Returns the times of a step's stages and their parts, in ms a step, as "stages" in the JSON. `seconds` holds the times of all regions in
/// `steps` steps.
nlohmann::ordered_json stage_times(const std::map<std::string, double>& seconds, double steps);

/// Adds them to a run's "results": each in ms, and shares of all stages in percent.
void add_stage_results(const nlohmann::ordered_json& stages, nlohmann::ordered_json& results);

}  // namespace plethos::study
