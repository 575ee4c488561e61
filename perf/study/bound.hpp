#pragma once

#include <vector>

#include "algorithms/simulation/measurements.hpp"
#include "backends/backend.hpp"
#include "core/work.hpp"
#include "scenarios/json.hpp"

namespace plethos::study {

/// The work of the stages of one step: that of the avoidance stage, which is counted, and the least of others.
struct CountedStep {
  Work avoid;
  std::vector<simulation::StageWork> others = {};
};

/// Returns the roofline of a run as "bound" in the JSON. It holds the work of the avoidance stage, as the mean of the steps in `counted`;
/// the highest rates of the backend, measured now; and the least time that follows from both. The same stands for each stage in `stages`,
/// and `step_ms` is the sum of their times. `counted` is not empty. Errors: as backends::roofline().
Json bound(const backends::Backend& backend, const std::vector<CountedStep>& counted);

}  // namespace plethos::study
