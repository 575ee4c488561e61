#pragma once

#include <vector>

#include "backends/backend.hpp"
#include "core/work.hpp"
#include "scenarios/json.hpp"

namespace plethos::study {

/// Returns the roofline of a run as "bound" in the JSON. It holds the work of the avoidance stage, as the mean of the steps in `counted`;
/// the highest rates of the backend, measured now; and the least time that follows from both. `counted` is not empty. Errors: as
/// backends::roofline().
Json bound(const backends::Backend& backend, const std::vector<Work>& counted);

}  // namespace plethos::study
