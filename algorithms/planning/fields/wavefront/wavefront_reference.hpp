#pragma once

#include <functional>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/planning/fields/wavefront/wave_arguments.hpp"
#include "algorithms/planning/grid/map/connectivity.hpp"
#include "algorithms/planning/grid/map/step_lengths.hpp"
#include "algorithms/planning/grid/search/grid_reference.hpp"

namespace plethos::planning::reference {

/// Returns for every cell of a map the length of the shortest way to the nearest of some sources, in whole numbers as WaveFields has them,
/// `unreached` where there is none: Dijkstra's search as textbooks have it. Ways as long as `unreached` count as none.
inline std::vector<std::int32_t> wave_field(const GridMap& map, Connectivity connectivity, std::span<const std::int32_t> sources) {
  using Entry = std::pair<std::int64_t, std::size_t>;
  std::vector<std::int32_t> length(map.passable.size(), unreached);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  for (const std::int32_t source : sources) {
    length[static_cast<std::size_t>(source)] = 0;
    open.push({0, static_cast<std::size_t>(source)});
  }
  while (!open.empty()) {
    const auto [so_far, at] = open.top();
    open.pop();
    if (so_far > length[at]) continue;
    const GridCell cell = map.cell(at);
    for (std::int32_t y = cell.y - 1; y <= cell.y + 1; ++y) {
      for (std::int32_t x = cell.x - 1; x <= cell.x + 1; ++x) {
        if (!is_step(map, connectivity, cell, {x, y})) continue;
        const std::int64_t unit = x != cell.x && y != cell.y ? diagonal_length : straight_length;
        const std::int64_t longer = so_far + unit * (std::int64_t{map.cost_at(at)} + map.cost_at(map.index(x, y)));
        if (longer >= length[map.index(x, y)]) continue;
        length[map.index(x, y)] = static_cast<std::int32_t>(longer);
        open.push({longer, map.index(x, y)});
      }
    }
  }
  return length;
}

}  // namespace plethos::planning::reference
