#pragma once

#include <algorithm>
#include <functional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/planning/fields/field_source.hpp"
#include "core/grid_map.hpp"

namespace plethos::planning::reference {

/// Returns the least whole number u for which a front that has come to two neighbors at a and b, on different axes, has crossed a cell by
/// u: (u - a)^2 + (u - b)^2 >= step^2, of both if u is beyond both, else of the one that it is beyond.
inline std::int64_t crossed_at(std::int64_t a, std::int64_t b, std::int64_t step) {
  const auto beyond = [](std::int64_t u, std::int64_t from) { return u > from ? (u - from) * (u - from) : 0; };
  std::int64_t u = a < b ? a : b;
  while (beyond(u, a) + beyond(u, b) < step * step) ++u;
  return u;
}

/// Returns for every cell of a map its distance to the nearest of some sources, in whole numbers as WaveFields has them for the metric
/// `eikonal`, `unreached` where there is no way: the Fast Marching Method (Sethian 1996), a search that takes the cell of least value
/// first. `unit`: the length of a cell of cost 1.
inline std::vector<std::int32_t> eikonal_field(const GridMap& map, std::int64_t unit, std::span<const std::int32_t> sources) {
  using Entry = std::pair<std::int64_t, std::size_t>;
  std::vector<std::int32_t> value(map.passable.size(), unreached);
  std::vector<std::uint8_t> is_final(map.passable.size(), 0);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  for (const std::int32_t source : sources) {
    value[static_cast<std::size_t>(source)] = 0;
    open.push({0, static_cast<std::size_t>(source)});
  }
  const auto final_value = [&](std::int32_t x, std::int32_t y) -> std::int64_t {
    return map.is_passable(x, y) && is_final[map.index(x, y)] ? value[map.index(x, y)] : unreached;
  };
  while (!open.empty()) {
    const auto [taken, at] = open.top();
    open.pop();
    if (is_final[at]) continue;
    is_final[at] = 1;
    const GridCell cell = map.cell(at);
    for (const GridCell next :
         {GridCell{cell.x - 1, cell.y}, GridCell{cell.x + 1, cell.y}, GridCell{cell.x, cell.y - 1}, GridCell{cell.x, cell.y + 1}}) {
      if (!map.is_passable(next.x, next.y)) continue;
      const std::size_t other = map.index(next.x, next.y);
      if (is_final[other]) continue;
      const std::int64_t across = std::min(final_value(next.x - 1, next.y), final_value(next.x + 1, next.y));
      const std::int64_t along = std::min(final_value(next.x, next.y - 1), final_value(next.x, next.y + 1));
      const std::int64_t lower = crossed_at(across, along, unit * map.cost_at(other));
      if (lower >= value[other]) continue;
      value[other] = static_cast<std::int32_t>(lower);
      open.push({lower, other});
    }
  }
  return value;
}

}  // namespace plethos::planning::reference
