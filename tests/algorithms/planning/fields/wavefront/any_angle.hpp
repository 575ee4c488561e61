#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/grid_map.hpp"
#include "tests/algorithms/planning/fields/exact_lines.hpp"

namespace plethos::tests {

/// The shortest ways at any angle between centers of cells, which touch no blocked cell, and bend in the cells beside corners: a graph of
/// all those that see each other. Cost: for each pair of them a look at the cells between, so it is for small maps.
class AnyAngle {
 public:
  explicit AnyAngle(const GridMap& map) : map_(map) {
    for (std::int32_t y = 0; y < map.height; ++y) {
      for (std::int32_t x = 0; x < map.width; ++x) {
        if (bends_at(x, y)) corners_.push_back({2 * x + 1, 2 * y + 1});
      }
    }
    for (const Place a : corners_) {
      for (const Place b : corners_) lengths_.push_back(sees(a, b) ? length(a, b) : infinite);
    }
  }

  /// Returns the length in cells; infinite without a way.
  double length_between(GridCell from, GridCell to) const {
    const Place start{2 * from.x + 1, 2 * from.y + 1}, end{2 * to.x + 1, 2 * to.y + 1};
    const std::size_t count = corners_.size();
    double best = sees(start, end) ? length(start, end) : infinite;
    std::vector<double> so_far(count);
    std::vector<bool> done(count, false);
    for (std::size_t k = 0; k < count; ++k) so_far[k] = sees(start, corners_[k]) ? length(start, corners_[k]) : infinite;
    while (true) {
      std::size_t next = count;
      for (std::size_t k = 0; k < count; ++k) {
        if (!done[k] && so_far[k] < infinite && (next == count || so_far[k] < so_far[next])) next = k;
      }
      if (next == count) return best;
      done[next] = true;
      if (sees(corners_[next], end)) best = std::min(best, so_far[next] + length(corners_[next], end));
      for (std::size_t k = 0; k < count; ++k) so_far[k] = std::min(so_far[k], so_far[next] + lengths_[next * count + k]);
    }
  }

 private:
  using Place = planning::HalfCell;
  static constexpr double infinite = std::numeric_limits<double>::infinity();

  bool blocked(std::int64_t x, std::int64_t y) const {
    return !map_.is_passable(static_cast<std::int32_t>(x), static_cast<std::int32_t>(y));
  }
  /// Whether a cell lies aslant of a blocked one that has none beside it there.
  bool bends_at(std::int32_t x, std::int32_t y) const {
    if (blocked(x, y)) return false;
    for (const std::int32_t across : {-1, 1}) {
      for (const std::int32_t down : {-1, 1}) {
        if (blocked(x + across, y + down) && !blocked(x + across, y) && !blocked(x, y + down)) return true;
      }
    }
    return false;
  }
  static double length(Place a, Place b) { return std::hypot(static_cast<double>(a.x - b.x), static_cast<double>(a.y - b.y)) / 2; }
  bool sees(Place a, Place b) const { return !meets_blocked(map_, a, b); }

  const GridMap& map_;
  std::vector<Place> corners_;
  std::vector<double> lengths_;
};

}  // namespace plethos::tests
