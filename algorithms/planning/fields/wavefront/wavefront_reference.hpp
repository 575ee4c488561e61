#pragma once

#include <span>
#include <vector>

#include "algorithms/planning/fields/wavefront/wave_arguments.hpp"
#include "algorithms/planning/grid/map/connectivity.hpp"
#include "algorithms/planning/grid/map/step_lengths.hpp"
#include "algorithms/planning/grid/search/grid_reference.hpp"

namespace plethos::planning::reference {

/// Returns for every cell of a map the length of the shortest way to the nearest of some sources, in whole numbers as WaveFields has them,
/// `unreached` where there is none: Dijkstra's search as textbooks have it. Ways as long as `unreached` count as none.
inline std::vector<std::int32_t> wave_field(const GridMap& map, Connectivity connectivity, std::span<const std::int32_t> sources) {
  const std::vector<std::size_t> cells(sources.begin(), sources.end());
  return lengths_of_steps<std::int64_t>(map, connectivity, cells, unreached, [&](GridCell from, GridCell to) {
    const std::int64_t unit = to.x != from.x && to.y != from.y ? diagonal_length : straight_length;
    return unit * (std::int64_t{map.cost_at(map.index(from.x, from.y))} + map.cost_at(map.index(to.x, to.y)));
  });
}

}  // namespace plethos::planning::reference
