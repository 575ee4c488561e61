#pragma once

#include <chrono>

namespace plethos::planning {

/// The times of the parts of repairs so far, in s, each with the waiting for it.
struct RepairTimes {
  double crowd = 0;       ///< counting the crowd
  double grid = 0;        ///< finding the cells that have changed, and changing the graph
  double tree = 0;        ///< changing a tree over it
  double invalidate = 0;  ///< taking back values that depended on what has changed
  double spread = 0;      ///< computing them again
};

/// Returns part(), and adds the time that it takes to `seconds`.
template <class Part>
decltype(auto) timed(double& seconds, const Part& part) {
  struct Watch {
    double& seconds;
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    ~Watch() { seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); }
  };
  const Watch watch{seconds};
  return part();
}

}  // namespace plethos::planning
