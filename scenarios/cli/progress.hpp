#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace plethos::cli {

/// Shows on stderr how far a piece of work has come: a bar that is redrawn on a terminal, else a line every few seconds. Nothing if quiet.
class Progress {
 public:
  Progress(std::int64_t total, bool quiet);
  ~Progress();

  /// `done` of the total is done. Calls text(seconds since the start) for what to say beside the bar when it is time to show something;
  /// cheap when it is not.
  void update(std::int64_t done, const std::function<std::string(double)>& text);
  /// Ends the bar's line.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  std::int64_t total_;
  bool quiet_;
  bool terminal_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_;
};

}  // namespace plethos::cli
