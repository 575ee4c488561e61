#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "algorithms/planning/fields/quadtree/quad_tree.hpp"
#include "core/grid_map.hpp"

namespace plethos::tests {

/// Whether a line between places in halves of cells meets the square of a cell, edges included: no axis separates the two.
inline bool meets_square(planning::HalfCell a, planning::HalfCell b, std::int32_t x, std::int32_t y) {
  if (std::max(a.x, b.x) < 2 * x || std::min(a.x, b.x) > 2 * x + 2 || std::max(a.y, b.y) < 2 * y || std::min(a.y, b.y) > 2 * y + 2) {
    return false;
  }
  int left = 0, right = 0;
  for (const planning::HalfCell corner : {planning::HalfCell{2 * x, 2 * y}, planning::HalfCell{2 * x + 2, 2 * y},
                                          planning::HalfCell{2 * x, 2 * y + 2}, planning::HalfCell{2 * x + 2, 2 * y + 2}}) {
    const std::int64_t side = std::int64_t{b.x - a.x} * (corner.y - a.y) - std::int64_t{b.y - a.y} * (corner.x - a.x);
    left += side > 0 ? 1 : 0;
    right += side < 0 ? 1 : 0;
  }
  return left < 4 && right < 4;
}

/// Whether a line meets a blocked cell or the edge of the map, by a look at every cell around it.
inline bool meets_blocked(const GridMap& map, planning::HalfCell a, planning::HalfCell b) {
  for (std::int32_t y = std::min(a.y, b.y) / 2 - 1; y <= std::max(a.y, b.y) / 2; ++y) {
    for (std::int32_t x = std::min(a.x, b.x) / 2 - 1; x <= std::max(a.x, b.x) / 2; ++x) {
      if (!map.is_passable(x, y) && meets_square(a, b, x, y)) return true;
    }
  }
  return false;
}

/// Whether a way in metres meets a blocked cell or the edge of the map. Its places have to be corners and centers of cells or of their
/// edges, in numbers that floats hold exactly; a way with another place counts as one that does.
inline bool meets_blocked(const WorldGrid& map, std::span<const Vec2> way) {
  planning::HalfCell before{};
  for (std::size_t k = 0; k < way.size(); ++k) {
    const float x = 2 * (way[k].x - map.origin.x) / map.cell_size, up = 2 * (way[k].y - map.origin.y) / map.cell_size;
    const planning::HalfCell here{static_cast<std::int32_t>(x), 2 * map.height - static_cast<std::int32_t>(up)};
    if (x != std::floor(x) || up != std::floor(up)) return true;
    if (k > 0 && meets_blocked(map, before, here)) return true;
    before = here;
  }
  return false;
}

}  // namespace plethos::tests
