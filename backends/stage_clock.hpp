#pragma once

#include <map>
#include <string>

namespace plethos::backends {

/// While it lives, takes the wall time of all regions that are entered (Kokkos::Profiling::ScopedRegion). It waits for the device at each
/// region's begin and end, so that a stage's work counts in it; steps as a whole take longer than without. Regions inside a recorded and
/// replayed step are not seen. One at a time; while it lives, Kokkos tools see no regions.
class StageClock {
 public:
  StageClock();
  ~StageClock();
  StageClock(const StageClock&) = delete;
  StageClock& operator=(const StageClock&) = delete;

  /// Seconds by region; a region's time holds that of the regions inside it.
  std::map<std::string, double> seconds() const;
  /// Seconds that a region takes in which nothing is done: of every region's time, what is the waiting alone. Measured, in microseconds.
  double empty_region_seconds() const;
};

}  // namespace plethos::backends
