#pragma once

#include <chrono>
#include <cstdint>

namespace plethos::cli {

/// Shows on stderr how far a run has come: a bar that is redrawn on a terminal, else a line every few seconds. Nothing if quiet.
class Progress {
 public:
  Progress(std::int64_t steps, std::int64_t agents, bool quiet);
  ~Progress();

  /// `steps` are done and `arrived` agents have arrived. Cheap when it is too early to show anything.
  void update(std::int64_t steps, std::int64_t arrived);
  /// Ends the bar's line.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  std::int64_t total_;
  std::int64_t agents_;
  bool quiet_;
  bool terminal_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_;
};

}  // namespace plethos::cli
