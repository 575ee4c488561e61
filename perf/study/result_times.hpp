#pragma once

#include <string>
#include <vector>

#include "scenarios/json.hpp"

namespace plethos::study {

/// Adds the median of times over the repetitions to a run's results as `name`, the least as `name`_min and the greatest as `name`_max.
void add_median(Json& results, const std::string& name, const std::vector<double>& times);

}  // namespace plethos::study
