#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>

namespace plethos::simulation {

/// What lists of neighbors cost that hold, in parts of what a step costs in which they are made without candidates: a step that searches,
/// a step that chooses among candidates, and in such a step all agents for which these do not suffice.
struct HoldCosts {
  double search, choose, again;
};

/// Chooses how many steps lists of neighbors hold, by how they held before. Results do not depend on it.
class HoldPeriod {
 public:
  /// The period to begin with.
  static constexpr std::int32_t first = 4;

  explicit HoldPeriod(const HoldCosts& costs) : costs_(costs) {}

  /// Returns the period to go on with after one of `period` steps. In it, candidates did not suffice first at each age of lists for
  /// `again[age]` of so many agents. If the crowd is still gaining speed, lists will not hold longer than they did.
  std::int32_t next(std::int32_t period, std::span<const std::int64_t> again, std::int64_t agents, bool gains_speed) {
    if (period == 1) {
      // Nothing is known of lists that hold.
      if (++looks_ < patience_) return 1;
      looks_ = 0;
      return first;
    }
    std::int32_t best = 1;
    for (std::int32_t other : {2, 4, 8}) {
      if (gains_speed && other > period) break;
      if (cost(other, period, again, agents) < cost(best, period, again, agents)) best = other;
    }
    if (cost(best, period, again, agents) > worth_a_change * cost(period, period, again, agents)) return period;
    if (best == 1) patience_ = std::min(2 * patience_, most_patience);
    return best;
  }

 private:
  /// Returns what a step would cost with the period `other`.
  double cost(std::int32_t other, std::int32_t period, std::span<const std::int64_t> again, std::int64_t agents) const {
    if (other == 1) return 1;
    double sum = costs_.search, share = 0;
    for (std::int32_t age = 1; age < other; ++age) {
      if (age < period) {
        share += static_cast<double>(again[static_cast<std::size_t>(age)]) / static_cast<double>(agents);
        sum += costs_.choose + costs_.again * share;
      } else {
        // Lists that hold no more grow about with the cube of the time.
        sum += costs_.choose + costs_.again * std::min(1., share * std::pow(static_cast<double>(age) / (period - 1), 3));
      }
    }
    return sum / other;
  }

  static constexpr double worth_a_change = 0.97;
  static constexpr std::int32_t most_patience = 64;
  HoldCosts costs_;
  std::int32_t looks_ = 0, patience_ = 2;
};

}  // namespace plethos::simulation
