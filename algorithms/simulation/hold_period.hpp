#pragma once

#include <algorithm>
#include <cstdint>

namespace plethos::simulation {

/// Lists of neighbors hold for at most so many steps, a power of two.
constexpr std::int32_t longest_period = 8;

/// Chooses how many steps lists of neighbors hold, by how many did not in the last period. Results do not depend on it.
class HoldPeriod {
 public:
  /// Returns the period to go on with after one of `period` steps in which `share` of the agents, in [0, 1], needed candidates again. Where
  /// it is 1, lists do not hold, and nothing is known.
  std::int32_t next(std::int32_t period, double share) {
    if (period > 1 && share > too_many) {
      // A longer period is not tried again soon.
      patience_ = std::min(2 * patience_, most_patience);
      looks_ = 0;
      return period / 2;
    }
    if (period > 1 && share > few) return period;
    if (++looks_ < patience_) return period;
    looks_ = 0;
    return std::min(2 * period, longest_period);
  }

 private:
  static constexpr double too_many = 0.5, few = 0.03;
  static constexpr std::int32_t most_patience = 64;
  std::int32_t looks_ = 0, patience_ = 1;
};

}  // namespace plethos::simulation
