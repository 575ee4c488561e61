#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "backends/backend.hpp"
#include "core/work.hpp"

namespace plethos::study {

/// The roofline of a run as "bound" in the JSON: the work of the avoidance stage, the mean of what was counted at some steps; what the
/// backend can do at most, measured now; and the least time that the work takes with both. `counted` is not empty.
/// Errors: as backends::roofline().
nlohmann::ordered_json bound(const backends::Backend& backend, const std::vector<Work>& counted);

}  // namespace plethos::study
