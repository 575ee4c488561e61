#include "scenarios/run/arrival_times.hpp"

#include <cmath>

namespace plethos::scenarios {

ArrivalTimes arrival_times(const simulation::Statistics& statistics, std::int64_t travelers, double time_step) {
  const auto time_of = [&](std::int64_t step) { return static_cast<double>(step + 1) * time_step; };
  ArrivalTimes times;
  if (statistics.last_arrival >= 0) times.last = time_of(statistics.last_arrival);
  std::int64_t arrived = 0;
  for (const simulation::Arrivals& some : statistics.arrivals) arrived += some.agents;
  if (arrived != statistics.arrived || travelers < 1) return times;
  const auto time_until = [&](double share) {
    const auto wanted = static_cast<std::int64_t>(std::ceil(share * static_cast<double>(travelers)));
    std::int64_t so_far = 0;
    std::optional<double> time;
    for (const simulation::Arrivals& some : statistics.arrivals) {
      so_far += some.agents;
      if (so_far < wanted) continue;
      time = time_of(some.step);
      break;
    }
    return time;
  };
  times.half = time_until(0.5);
  times.nine_tenths = time_until(0.9);
  return times;
}

}  // namespace plethos::scenarios
