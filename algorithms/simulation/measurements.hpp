#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/work.hpp"

namespace plethos::simulation {

/// Parts of an avoidance stage that can be timed one by one, of all methods.
std::vector<std::string> avoidance_part_names();

/// What the avoidance stage takes up to the end of one of its parts.
struct PartTimes {
  std::string part;             ///< one of avoidance_part_names()
  std::vector<double> seconds;  ///< one time a repetition
};

/// Looks into the steps of a simulation, for studies of its speed. No agent moves, and no step becomes another.
class Measurements {
 public:
  /// Waits, and copies all agents from the device: the work of the avoidance stage with the positions as they are and the velocities
  /// preferred in the last step; nothing for a method that nobody has counted. Cost: the copy, and some microseconds for each of 2,000
  /// agents.
  virtual std::optional<Work> avoidance_work() = 0;
  /// Times the avoidance stage up to the end of each of its parts in turn, so often, on the agents as for avoidance_work(); the last part's
  /// times are those of the whole stage, in the form that has parts. Empty for a method that is not timed in parts. Cost: parts times
  /// repetitions stages.
  virtual std::vector<PartTimes> time_avoidance_parts(int repetitions) = 0;

 protected:
  ~Measurements() = default;
};

}  // namespace plethos::simulation
