#pragma once

#include <string>

namespace plethos::scenarios {

/// How long a piece of work will still take, for people who watch: the pace is that of the last while, and what is shown moves toward a new
/// estimate little by little, so that one slow stretch does not make it jump.
class TimeLeft {
 public:
  /// `total`: work in any unit.
  explicit TimeLeft(double total) : total_(total) {}

  /// `done` of the total is done, `seconds` after the start; both never fall.
  void update(double done, double seconds);
  /// Work a second, of the last while; 0 before any was done.
  double rate() const { return rate_; }
  /// s; 0 before any work was done.
  double seconds() const { return shown_; }

 private:
  double total_;
  double done_ = 0;
  double time_ = 0;
  double rate_ = 0;
  double shown_ = 0;
};

/// "12 s", "3 min 05 s" or "2 h 07 min".
std::string duration_text(double seconds);

}  // namespace plethos::scenarios
