#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <queue>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/planning/grid/map/connectivity.hpp"
#include "core/grid_map.hpp"

namespace plethos::planning {

namespace reference {

/// Returns whether a step between two cells of a map is legal: to a passable cell beside it, or diagonally to one around it if both cells
/// beside the step are passable, too.
inline bool is_step(const GridMap& map, Connectivity connectivity, GridCell from, GridCell to) {
  const std::int32_t columns = to.x - from.x;
  const std::int32_t rows = to.y - from.y;
  if (!map.is_passable(from) || !map.is_passable(to) || std::abs(columns) > 1 || std::abs(rows) > 1) return false;
  if (columns != 0 && rows != 0) {
    return connectivity == Connectivity::eight && map.is_passable(to.x, from.y) && map.is_passable(from.x, to.y);
  }
  return columns != 0 || rows != 0;
}

/// The length of a step in cells, times the mean of the cells' costs.
inline double step_length(const GridMap& map, GridCell from, GridCell to) {
  const double costs = 1. * map.cost_at(map.index(from.x, from.y)) + map.cost_at(map.index(to.x, to.y));
  return costs / 2 * (from.x != to.x && from.y != to.y ? std::numbers::sqrt2 : 1);
}

/// Returns for every cell of a map the length of the shortest way to the nearest of some sources, `none` where there is no shorter one:
/// Dijkstra's search as textbooks have it. length_of(from, to) is the length of a step, in which `Sum` adds up, or negative where ways do
/// not go.
template <class Sum, class Length, class LengthOfStep>
std::vector<Length> lengths_of_steps(const GridMap& map, Connectivity connectivity, std::span<const std::size_t> sources, Length none,
                                     const LengthOfStep& length_of) {
  using Entry = std::pair<Sum, std::size_t>;
  std::vector<Length> length(map.passable.size(), none);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  for (const std::size_t source : sources) {
    length[source] = 0;
    open.push({0, source});
  }
  while (!open.empty()) {
    const auto [so_far, at] = open.top();
    open.pop();
    if (so_far > length[at]) continue;
    const GridCell cell = map.cell(at);
    for (std::int32_t y = cell.y - 1; y <= cell.y + 1; ++y) {
      for (std::int32_t x = cell.x - 1; x <= cell.x + 1; ++x) {
        if (!is_step(map, connectivity, cell, {x, y})) continue;
        const Sum step = length_of(cell, GridCell{x, y});
        if (step < 0 || so_far + step >= length[map.index(x, y)]) continue;
        length[map.index(x, y)] = static_cast<Length>(so_far + step);
        open.push({so_far + step, map.index(x, y)});
      }
    }
  }
  return length;
}

/// Returns the length of a shortest way from a cell to every cell, infinite where there is none, in double precision. Ways go only where
/// `allows` says so.
inline std::vector<double> shortest_lengths(
    const GridMap& map, Connectivity connectivity, GridCell from,
    const std::function<bool(GridCell)>& allows = [](GridCell) { return true; }) {
  const std::size_t source = map.is_passable(from) ? map.index(from.x, from.y) : 0;
  return lengths_of_steps<double>(map, connectivity, std::span(&source, map.is_passable(from) ? 1 : 0),
                                  std::numeric_limits<double>::infinity(),
                                  [&](GridCell cell, GridCell next) { return allows(next) ? step_length(map, cell, next) : -1; });
}

/// Returns the length of the way along cells that lists where it begins, bends and ends, or infinity if a step of it is not legal. Between
/// two listed cells it goes straight or diagonally.
inline double length_of_way(const GridMap& map, Connectivity connectivity, std::span<const GridCell> cells) {
  const auto sign = [](std::int32_t difference) { return difference > 0 ? 1 : difference < 0 ? -1 : 0; };
  double length = 0;
  for (std::size_t k = 1; k < cells.size(); ++k) {
    for (GridCell at = cells[k - 1]; at != cells[k];) {
      const GridCell next{at.x + sign(cells[k].x - at.x), at.y + sign(cells[k].y - at.y)};
      if (!is_step(map, connectivity, at, next)) return std::numeric_limits<double>::infinity();
      length += step_length(map, at, next);
      at = next;
    }
  }
  return length;
}

}  // namespace reference
}  // namespace plethos::planning
