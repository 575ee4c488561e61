#include "scenarios/run/time_left.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace plethos::scenarios {
namespace {

constexpr double pace_window = 20;  // s: older work has a weight below one third
constexpr double settling = 5;      // s: in this time the shown value takes over two thirds of a new estimate

}  // namespace

void TimeLeft::update(double done, double seconds) {
  const double passed = seconds - time_;
  if (done <= done_ || passed <= 0) return;
  const double pace = (done - done_) / passed;
  const bool first = rate_ <= 0;
  // Near the start it is the mean since the start.
  const double weight = first ? 1 : std::max(passed / seconds, 1 - std::exp(-passed / pace_window));
  rate_ += weight * (pace - rate_);
  done_ = done;
  time_ = seconds;
  const double estimate = std::max(0., total_ - done) / rate_;
  const double counted_down = std::max(0., shown_ - passed);
  shown_ = first ? estimate : counted_down + (1 - std::exp(-passed / settling)) * (estimate - counted_down);
  if (done >= total_) shown_ = 0;
}

std::string duration_text(double seconds) {
  char text[48];
  const auto whole = static_cast<long long>(std::clamp(seconds, 0., 1e15) + 0.5);
  if (whole < 60) {
    std::snprintf(text, sizeof text, "%lld s", whole);
  } else if (whole < 3600) {
    std::snprintf(text, sizeof text, "%lld min %02lld s", whole / 60, whole % 60);
  } else {
    std::snprintf(text, sizeof text, "%lld h %02lld min", whole / 3600, whole / 60 % 60);
  }
  return text;
}

}  // namespace plethos::scenarios
