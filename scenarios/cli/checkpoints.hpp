#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <string>

#include "algorithms/simulation/simulation.hpp"
#include "backends/ranks/ranks.hpp"
#include "scenarios/io/attributes.hpp"
#include "scenarios/io/output_file.hpp"

namespace plethos::cli {

/// When a run writes checkpoints, and when it ends before it is done.
struct CheckpointOptions {
  std::string file;       ///< empty: it writes none
  double every = 30;      ///< minutes from one to the next; 0: only at the end
  double time_limit = 0;  ///< minutes that the run may take, from its start on; 0: any
  std::string restart;    ///< a checkpoint to go on from; empty: none
  bool quiet = false;     ///< warns of nothing
};

/// How a run came to its end.
enum class RunStop { done, unfinished, interrupted };

/// Writes the checkpoints of a run, and tells it when to stop. All ranks have one. A checkpoint that cannot be written does not end the
/// run: the one before stays, and when the next is due there may be room for it.
class Checkpoints {
 public:
  using Clock = std::chrono::steady_clock;

  /// Together: looks whether checkpoints can be written. `output`: on rank 0, the file, which no other process can write meanwhile; null
  /// if there are none. `before` is called on rank 0 before each checkpoint. If it throws an Error, that one is not written. Errors: as
  /// scenarios::try_checkpoint().
  Checkpoints(const backends::Ranks& ranks, const CheckpointOptions& options, Clock::time_point start, scenarios::Attributes identity,
              simulation::Simulation& simulation, scenarios::OutputFile* output, std::function<void()> before);

  /// Together: writes a checkpoint if one is due. Returns whether the time is not up yet. The last checkpoint of a run has as much time as
  /// the longest so far took. If it cannot be written, stderr says so once.
  bool go_on();
  /// Together: writes the last checkpoint, and returns how the run came to its end. On SIGUSR1 and SIGTERM a run with checkpoints is
  /// unfinished; other interrupts are of somebody who wants its end.
  RunStop finish();
  /// Returns why the last checkpoint could not be written; empty if it was.
  const std::string& fault() const { return fault_; }
  /// The checkpoints written so far, and the seconds that the longest took.
  int count() const { return count_; }
  double longest() const { return 60 * longest_; }

 private:
  double minutes(Clock::time_point since) const;
  void write();

  const backends::Ranks& ranks_;
  CheckpointOptions options_;
  Clock::time_point start_, last_ = Clock::now();
  scenarios::Attributes identity_;
  simulation::Simulation& simulation_;
  scenarios::OutputFile* output_;
  std::function<void()> before_;
  int count_ = 0;
  double longest_ = 0;  // minutes that a checkpoint took
  bool time_is_up_ = false;
  std::string fault_;
  std::future<void> freed_;  // nobody waits until the system has freed the checkpoint of before
};

}  // namespace plethos::cli
