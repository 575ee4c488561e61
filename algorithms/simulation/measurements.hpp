#pragma once

#include <optional>
#include <string>
#include <vector>

#include "algorithms/distribution/shares.hpp"
#include "algorithms/planning/counter.hpp"
#include "algorithms/simulation/step_record.hpp"
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

/// What a planner says of its work.
struct PlannerReport {
  std::vector<planning::Counter> counters;
  std::vector<planning::PlannerTime> times;  ///< of the parts of its work after changes
};

/// Looks into the steps of a simulation, and measures them for studies of its speed. No later step changes.
class Measurements {
 public:
  /// Advances by one step, and copies from the device what every agent knew in it and did. Cost besides the step: the copies, 250 bytes an
  /// agent with 10 neighbors. Errors: InputError on several ranks.
  virtual void advance(StepRecord& record) = 0;
  /// Together: waits, and returns what the planner has counted and timed since the simulation was made.
  virtual PlannerReport planner_report() = 0;
  /// Together: how several ranks have shared the steps so far.
  virtual distribution::Shares shares() = 0;
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
