#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace plethos::verify {

/// One who is under way, as lanes see it.
struct Walker {
  double x = 0, y = 0;              ///< m, where it is
  double ahead_x = 0, ahead_y = 0;  ///< m, from where it set out to its goal
  std::int32_t group = 0;
};

/// How far opposing walkers keep apart in lanes, over the walkers that are among such as come towards them. NaN: nobody was.
struct LaneReport {
  /// The reduced lane order parameter: 1, no row holds walkers of both directions; 0, no more order than chance gives; below, less.
  double order = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> order_by_time;  ///< the same of every Lanes::period seconds
  double own_nearest = order;         ///< share of a walker's four nearest that are of its group
  double own_around = order;          ///< the same of all within Lanes::around metres: what the nearest four would be by chance
};

/// Measures lanes, plainly. An agent walks along the axis, x or y, that its way is closer to, one way or the other. Its row is a strip
/// along this axis. Counted are the walkers on the stretch of the axis where both directions are found. With a and b walkers of the two
/// directions in a walker's row, its order is ((a - b) / (a + b))^2, and the crowd's the mean over all walkers (Nowak and Schadschneider
/// 2012, Phys. Rev. E 85, 066128, after Rex and Loewen 2007, Phys. Rev. E 75, 051402). Reduced, it is (order - chance) / (1 - chance),
/// where chance is its expectation if the same walkers' directions were shuffled: a is then hypergeometric.
class Lanes {
 public:
  static constexpr double period = 10;  ///< s
  static constexpr double around = 5;   ///< m

  /// `row`: the width of a row in m, that of one walker.
  explicit Lanes(double row) : row_(row) {}

  /// All who are under way, at a simulated second; seconds do not decrease. Cost: n log n, and the pairs within `around`.
  void look(double seconds, std::span<const Walker> walkers);
  LaneReport report() const;

 private:
  /// Sums over walkers.
  struct Sums {
    double order = 0, chance = 0, walkers = 0;

    double reduced() const;
  };

  Sums measure_axis(std::span<const Walker> walkers, bool along_x, std::vector<std::uint8_t>& meets) const;
  void measure_nearest(std::span<const Walker> walkers, const std::vector<std::uint8_t>& meets);

  double row_;
  Sums all_;
  std::vector<Sums> by_time_;
  double nearest_ = 0, around_ = 0, looked_around_ = 0;
};

}  // namespace plethos::verify
