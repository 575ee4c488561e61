#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "algorithms/simulation/simulation.hpp"

namespace plethos::study {

/// What each part of an avoidance stage takes, in ms and in percent of all of them, as "avoidance_parts" in the JSON: the median of its form
/// less that of the form before it. A part that takes less than times vary may come out below zero.
nlohmann::ordered_json part_times(const std::vector<simulation::PartTimes>& forms);

/// Adds them to a run's "results", and the sum of all.
void add_part_results(const nlohmann::ordered_json& parts, nlohmann::ordered_json& results);

}  // namespace plethos::study
