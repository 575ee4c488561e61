#pragma once

#include <cstdint>
#include <string>

namespace plethos::planning {

/// A number that a planner has counted since it was made.
struct Counter {
  std::string name;
  std::uint64_t value;
};

}  // namespace plethos::planning
