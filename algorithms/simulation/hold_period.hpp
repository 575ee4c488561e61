#pragma once

#include <algorithm>
#include <cstdint>

namespace plethos::simulation {

/// Lists of neighbors hold for at most so many steps, a power of two.
constexpr std::int32_t longest_period = 8;

/// Chooses how many steps lists of neighbors hold, by how many had to be searched anew before. Results do not depend on it.
class HoldPeriod {
 public:
  /// Returns the period to go on with after steps with `period`, in which `searched` of `lists` lists that were to hold did not. A period
  /// of 1 has no such lists.
  std::int32_t next(std::int32_t period, std::uint64_t searched, std::uint64_t lists) {
    if (period == 1) {
      if (++looks_ < patience_) return 1;
      looks_ = 0;
      return 2;
    }
    const double share = lists > 0 ? static_cast<double>(searched) / static_cast<double>(lists) : 0.;
    if (share > too_many) {
      // A longer period is not tried again soon.
      patience_ = std::min(2 * patience_, most_patience);
      looks_ = 0;
      return period / 2;
    }
    if (share > few) return period;
    if (++looks_ < patience_) return period;
    looks_ = 0;
    return std::min(2 * period, longest_period);
  }

 private:
  static constexpr double too_many = 0.06, few = 0.015;
  static constexpr std::int32_t most_patience = 64;
  std::int32_t looks_ = 0, patience_ = 1;
};

}  // namespace plethos::simulation
