#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "algorithms/simulation/measurements.hpp"

namespace plethos::study {

/// What each part of an avoidance stage takes, as "avoidance_parts" in the JSON. The time of a form is the lower quartile of its
/// repetitions, which other work on the machine, that only adds, disturbs less than it does the median. `ms`: that of the part's form less
/// that of the form before it. `resolution_ms`: how far the two lie above the least times of their forms; a part that takes less cannot be
/// told from how times vary. `percent`: of the whole stage; 0 for such a part.
nlohmann::ordered_json part_times(const std::vector<simulation::PartTimes>& forms);

/// Adds them to a run's "results", but for the ms of parts that cannot be told, and `all_parts_ms`, the time of the whole stage.
void add_part_results(const nlohmann::ordered_json& parts, nlohmann::ordered_json& results);

}  // namespace plethos::study
