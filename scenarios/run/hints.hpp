#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace plethos::scenarios {

/// The end of a run in numbers of agents. Passive agents have no goal and do not count.
struct RunEnd {
  std::int64_t steps = 0;
  std::int64_t travelers = 0;
  std::int64_t arrived = 0;
  std::int64_t endless = 0;  ///< travelers whose goals lead back to each other
  bool interrupted = false;
  bool unfinished = false;  ///< its time was up, or it was asked to stop and go on later
  bool failed = false;      ///< what it should leave could not be written

  std::int64_t under_way() const { return travelers - arrived; }
  /// Returns whether the run reached its limit of steps before all that can arrive had arrived.
  bool at_limit() const { return !interrupted && !unfinished && !failed && under_way() > endless; }
};

/// Returns "arrived", "limit", "unfinished", "interrupted" or "failed".
std::string end_name(const RunEnd& end);

/// Returns one line: how the run ended, how many agents are under way, and what helps if it reached its limit.
std::string end_text(const RunEnd& end);

/// Returns one line that says that the machine was busy with other work, and what helps, if the mean of the step times (s) is far above
/// their median. Otherwise, and for runs whose steps took less than a second, it returns nothing. `seconds` is the time of all steps, and
/// `backend` the backend's name.
std::string busy_hint(const std::vector<double>& step_times, double seconds, const std::string& backend);

}  // namespace plethos::scenarios
