#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace plethos::cli {

/// Shows the progress of a piece of work on stderr: a bar that is redrawn on a terminal, otherwise a line every few seconds. If quiet, it
/// shows nothing.
class Progress {
 public:
  Progress(std::int64_t total, bool quiet);
  ~Progress();

  /// What stands beside the bar.
  struct Words {
    std::string first;  ///< a narrow terminal shows this, and no bar
    std::string more;   ///< behind it, as far as there is room
  };
  /// Reports that `done` of the total is done. When it is time to show something, it calls words(seconds since the start); otherwise it is
  /// cheap.
  void update(std::int64_t done, const std::function<Words(double)>& words);
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
