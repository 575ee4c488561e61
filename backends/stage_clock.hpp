#pragma once

#include <map>
#include <string>

namespace plethos::backends {

/// Takes the wall time of all regions that are entered while it lives (Kokkos::Profiling::ScopedRegion). It waits for the device at each
/// region's begin and end, so that a stage's time covers its work. Steps as a whole therefore take longer than without it. It does not see
/// regions inside a recorded and replayed step. There can be one at a time, and while it lives, Kokkos tools see no regions.
class StageClock {
 public:
  StageClock();
  ~StageClock();
  StageClock(const StageClock&) = delete;
  StageClock& operator=(const StageClock&) = delete;

  /// Returns seconds by region. A region's time includes that of the regions inside it.
  std::map<std::string, double> seconds() const;
  /// Returns the seconds that an empty region takes: the waiting alone, which is part of every region's time. It is measured in
  /// microseconds.
  double empty_region_seconds() const;
};

}  // namespace plethos::backends
