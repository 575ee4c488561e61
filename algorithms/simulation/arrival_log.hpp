#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "algorithms/simulation/statistics.hpp"

namespace plethos::simulation {

/// A step counts arrivals in one of so many numbers, in turn. A power of two.
inline constexpr std::uint32_t steps_of_arrivals = 16;

/// How many agents arrive in which step. Steps add to a few numbers on the device, which never go back to zero. The log looks at them at
/// least once in `steps_of_arrivals` steps, and so knows the step of each arrival. Memory: 16 bytes for each step with arrivals.
class ArrivalLog {
 public:
  using Counts = std::array<std::int32_t, steps_of_arrivals>;

  /// Begins with numbers that are zero, after what `so_far` has of earlier steps.
  void restart(const Statistics& so_far) {
    seen_ = {};
    arrivals_ = so_far.arrivals;
    arrived_ = so_far.arrived;
    last_ = so_far.last_arrival;
  }

  /// Takes the numbers after so many steps.
  void look(const Counts& counts, std::int64_t steps) {
    const std::int64_t first = std::max<std::int64_t>(0, steps - std::int64_t{steps_of_arrivals});
    for (std::int64_t step = first; step < steps; ++step) {
      const auto place = static_cast<std::size_t>(step % std::int64_t{steps_of_arrivals});
      const std::int64_t count = counts[place] - seen_[place];
      if (count == 0) continue;
      arrived_ += count;
      last_ = step;
      arrivals_.push_back({step, count});
    }
    seen_ = counts;
  }

  std::int64_t arrived() const { return arrived_; }
  /// The last step with an arrival; -1: none.
  std::int64_t last() const { return last_; }
  /// In order of steps.
  const std::vector<Arrivals>& arrivals() const { return arrivals_; }

 private:
  Counts seen_{};
  std::vector<Arrivals> arrivals_;
  std::int64_t arrived_ = 0, last_ = -1;
};

/// Puts the arrivals of several ranks in order of steps, each step once.
inline std::vector<Arrivals> merged(std::vector<Arrivals> arrivals) {
  std::sort(arrivals.begin(), arrivals.end(), [](const Arrivals& a, const Arrivals& b) { return a.step < b.step; });
  std::vector<Arrivals> result;
  for (const Arrivals& some : arrivals) {
    if (result.empty() || result.back().step < some.step) {
      result.push_back(some);
    } else {
      result.back().agents += some.agents;
    }
  }
  return result;
}

}  // namespace plethos::simulation
