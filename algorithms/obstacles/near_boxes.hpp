#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace plethos::obstacles {

/// A rectangle along the axes, edges included.
struct Box {
  double low_x, high_x, low_y, high_y;
};

enum class PairsOfBoxes { all, stopped, too_many };

/// Calls look(i, k) once for every two boxes that meet, until it returns false. Gives up after `most_comparisons` comparisons of boxes that
/// lie side by side. The order is fixed. Cost: n sqrt(n) if most of the n boxes are small, besides the calls.
template <class Look>
PairsOfBoxes for_each_pair_of_boxes(const std::vector<Box>& boxes, std::int64_t most_comparisons, const Look& look) {
  if (boxes.empty()) return PairsOfBoxes::all;
  double low = boxes[0].low_y;
  double high = boxes[0].high_y;
  for (const Box& box : boxes) {
    low = std::min(low, box.low_y);
    high = std::max(high, box.high_y);
  }
  // The boxes are put into strips in y. Within a strip, a box is compared with those that begin before it ends in x.
  const auto strips = static_cast<std::size_t>(std::sqrt(static_cast<double>(boxes.size()))) + 1;
  const double height = std::max((high - low) / static_cast<double>(strips), 1e-6);
  const auto strip_of = [&](double y) { return std::min(static_cast<std::size_t>(std::max(0., (y - low) / height)), strips - 1); };
  std::vector<std::vector<std::size_t>> strip(strips);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t s = strip_of(boxes[i].low_y); s <= strip_of(boxes[i].high_y); ++s) strip[s].push_back(i);
  }
  std::int64_t comparisons = 0;
  for (std::size_t s = 0; s < strips; ++s) {
    std::sort(strip[s].begin(), strip[s].end(),
              [&](std::size_t i, std::size_t k) { return boxes[i].low_x != boxes[k].low_x ? boxes[i].low_x < boxes[k].low_x : i < k; });
    for (std::size_t m = 0; m < strip[s].size(); ++m) {
      const std::size_t i = strip[s][m];
      for (std::size_t n = m + 1; n < strip[s].size() && boxes[strip[s][n]].low_x <= boxes[i].high_x; ++n) {
        const std::size_t k = strip[s][n];
        if (++comparisons > most_comparisons) return PairsOfBoxes::too_many;
        if (boxes[i].high_y < boxes[k].low_y || boxes[k].high_y < boxes[i].low_y) continue;
        // A pair that shares several strips is visited in the first of them.
        if (strip_of(std::max(boxes[i].low_y, boxes[k].low_y)) != s) continue;
        if (!look(i, k)) return PairsOfBoxes::stopped;
      }
    }
  }
  return PairsOfBoxes::all;
}

}  // namespace plethos::obstacles
