#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace plethos::verify {

/// A walker that is under way, as lanes see it.
struct Walker {
  double x = 0, y = 0;              ///< m, its place
  double ahead_x = 0, ahead_y = 0;  ///< m, from where it set out to its goal
  std::int32_t group = 0;
};

/// Measures of how well opposing walkers keep apart in lanes. Only walkers among others that come towards them count. NaN: there were none.
struct LaneReport {
  /// The reduced lane order parameter. 1: no row holds walkers of both directions; 0: chance gives as much order; below: less order.
  double order = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> order_by_time;  ///< the same for every Lanes::period seconds
  double own_nearest = order;         ///< the share of a walker's four nearest that are of its group
  double own_around = order;          ///< the same for all within Lanes::around metres, which chance would give for the nearest four
};

/// Measures lanes, plainly. An agent walks along the axis, x or y, that its way is closer to, one way or the other. Its row is a strip
/// along this axis. Only walkers on the stretch of the axis with both directions count. With a and b walkers of the two directions in a
/// walker's row, its order is ((a - b) / (a + b))^2. The crowd's order is the mean over all walkers (Nowak and Schadschneider 2012, Phys.
/// Rev. E 85, 066128, after Rex and Loewen 2007, Phys. Rev. E 75, 051402). The reduced order is (order - chance) / (1 - chance). Chance is
/// the expectation of the order if the directions of the same walkers were shuffled: a is then hypergeometric.
class Lanes {
 public:
  static constexpr double period = 10;  ///< s
  static constexpr double around = 5;   ///< m

  /// `row` is the width of a row in m, that of one walker.
  explicit Lanes(double row) : row_(row) {}

  /// Adds all walkers that are under way at a simulated second. Seconds do not decrease. Cost: n log n, and the pairs within `around`.
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
