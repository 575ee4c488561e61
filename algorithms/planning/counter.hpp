#pragma once

#include <cstdint>
#include <string>

namespace plethos::planning {

/// A number that a planner has counted since it was made.
struct Counter {
  std::string name;
  std::uint64_t value;
  bool by_agent = false;  ///< each rank counts for its agents; otherwise all count the same
};

/// The time that a part of a planner's work between steps has taken since it was made.
struct PlannerTime {
  std::string part;
  double seconds;
};

}  // namespace plethos::planning
