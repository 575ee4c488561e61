#pragma once

#include <cstdint>
#include <optional>

#include "algorithms/simulation/statistics.hpp"

namespace plethos::scenarios {

/// When the agents of a run arrived: simulated seconds since its start.
struct ArrivalTimes {
  std::optional<double> half;         ///< when half of those with a last goal had arrived; nothing: fewer have
  std::optional<double> nine_tenths;  ///< when 90% of them had
  std::optional<double> last;         ///< when the last of those that have arrived did; nothing: nobody has
};

/// `travelers`: agents that have a last goal. `time_step` is in seconds. An agent that arrives in step 0 arrives after one time step.
/// Without the steps of all arrivals (Statistics::arrivals) only the last one is known.
ArrivalTimes arrival_times(const simulation::Statistics& statistics, std::int64_t travelers, double time_step);

}  // namespace plethos::scenarios
