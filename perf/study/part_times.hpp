#pragma once

#include <vector>

#include "algorithms/simulation/measurements.hpp"
#include "scenarios/json.hpp"

namespace plethos::study {

/// Returns the time of each part of an avoidance stage, as "avoidance_parts" in the JSON. The time of a form is the lower quartile of its
/// repetitions. Other work on the machine only adds time, and so disturbs the quartile less than the median. `ms` is the time of the part's
/// form less that of the form before it. `resolution_ms` is the distance of these two quartiles from the least times of their forms. A part
/// that takes less cannot be told from noise. `percent` is the share of the whole stage, and 0 for such a part.
Json part_times(const std::vector<simulation::PartTimes>& forms);

/// Adds them to a run's "results", without the ms of parts that cannot be told, and adds `all_parts_ms`, the time of the whole stage.
void add_part_results(const Json& parts, Json& results);

}  // namespace plethos::study
