#pragma once

#include <functional>
#include <nlohmann/json.hpp>

#include "backends/disturbance.hpp"
#include "perf/study/plan.hpp"

namespace plethos::study {

/// Watches what else happens on the machine of rank 0 while ranks make a run. On several ranks, what other processes took is known only if
/// all of the ranks, or rank 0 alone, may run on the processors of rank 0. Cost: two readings of the system a run, and none in a step.
class RunWatch {
 public:
  RunWatch(const PlannedRun& run, const backends::Ranks& all);

  /// Together: waits until other processes, and the host of a virtual machine, leave the run its processors, for `most_seconds` at most,
  /// until an interrupt comes, or not at all where the system does not tell. Rank 0 looks twice a second, and calls `waits` each time.
  void wait_for_quiet(double most_seconds, const std::function<void()>& waits);

  /// Together: the run begins, and ends.
  void begin();
  void end();

  /// Adds `disturbance` and `disturbed` to the run's JSON (docs/guide/studies.md, "runs").
  void write(Json& json) const;

 private:
  backends::ActivityReading read() const;

  const backends::Ranks& all_;
  bool on_device_;
  int threads_;  // on the processors of rank 0
  double waited_seconds_ = 0;
  backends::ActivityReading begin_;
  backends::Disturbance disturbance_;
};

}  // namespace plethos::study
