#pragma once

#include <string>

namespace plethos::scenarios {

/// Estimates the remaining time of a piece of work, for people who watch. It follows the recent pace. The shown value moves toward a new
/// estimate little by little, so that one slow stretch does not make it jump.
class TimeLeft {
 public:
  /// `total` is the work in any unit.
  explicit TimeLeft(double total) : total_(total) {}

  /// Reports that `done` of the total is done, `seconds` after the start. Neither ever decreases.
  void update(double done, double seconds);
  /// Returns the recent work per second; 0 before any work was done.
  double rate() const { return rate_; }
  /// Returns the remaining seconds; 0 before any work was done.
  double seconds() const { return shown_; }

 private:
  double total_;
  double done_ = 0;
  double time_ = 0;
  double rate_ = 0;
  double shown_ = 0;
};

/// Returns "12 s", "3 min 05 s" or "2 h 07 min".
std::string duration_text(double seconds);

}  // namespace plethos::scenarios
