#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace plethos::scenarios {

/// How a run ended, in numbers of agents; passive ones have no goal and count nowhere.
struct RunEnd {
  std::int64_t steps = 0;
  std::int64_t travelers = 0;
  std::int64_t arrived = 0;
  std::int64_t endless = 0;  ///< travelers whose goals lead back to each other
  bool interrupted = false;

  std::int64_t under_way() const { return travelers - arrived; }
  /// Whether the run's limit of steps came before some who could have arrived.
  bool at_limit() const { return !interrupted && under_way() > endless; }
};

/// "arrived", "limit" or "interrupted".
std::string end_name(const RunEnd& end);

/// How the run ended, how many are under way and, at its limit, what helps; one line.
std::string end_text(const RunEnd& end);

/// One line that says that the machine was busy with other work, and what helps, if the mean of the step times (s) is far above their
/// median; else nothing, and nothing for runs whose steps took less than a second. `seconds`: of all steps; `backend`: its name.
std::string busy_hint(const std::vector<double>& step_times, double seconds, const std::string& backend);

}  // namespace plethos::scenarios
