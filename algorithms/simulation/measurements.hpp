#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/work.hpp"

namespace plethos::simulation {

/// Returns the names of the parts of an avoidance stage that can be timed one by one, for all methods.
std::vector<std::string> avoidance_part_names();

/// Times of the avoidance stage up to the end of one of its parts.
struct PartTimes {
  std::string part;             ///< one of avoidance_part_names()
  std::vector<double> seconds;  ///< one time a repetition
};

/// The work of a stage of a step.
struct StageWork {
  std::string stage;
  Work work;
};

/// Measures the steps of a simulation, for studies of its speed. No agent moves, and no later step changes.
class Measurements {
 public:
  /// Returns the work of the avoidance stage, for the present positions and the velocities preferred in the last step, or nothing for a
  /// method whose work is not counted. It waits for the device and copies all agents from it. Cost: the copy, and some microseconds for
  /// each of 2,000 agents.
  virtual std::optional<Work> avoidance_work() = 0;
  /// Returns the least work of the other stages whose least work is known, by formula (stage_work.hpp), on the same agents. Cost: a copy of
  /// the lists' counts.
  virtual std::vector<StageWork> stage_work() = 0;
  /// Times the avoidance stage up to the end of each of its parts in turn, `repetitions` times, on the same agents as avoidance_work(). The
  /// last part's times are those of the whole stage, in the form that has parts. Returns nothing for a method that is not timed in parts.
  /// Cost: the stage, parts times repetitions times.
  virtual std::vector<PartTimes> time_avoidance_parts(int repetitions) = 0;

 protected:
  ~Measurements() = default;
};

}  // namespace plethos::simulation
