#include "core/grid_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace plethos {
namespace {

/// Returns the number of the cell, counted from the origin, that holds a coordinate: -1 before the first of `cells`, `cells` behind the
/// last.
std::int32_t cell_number(float coordinate, float origin, float cell_size, std::int32_t cells) {
  const double place = (double{coordinate} - double{origin}) / double{cell_size};
  if (place == cells) return cells - 1;
  // Of a number and what is none, fmin returns the number: such a coordinate lies outside, too.
  return static_cast<std::int32_t>(std::fmax(-1., std::fmin(cells, std::floor(place))));
}

}  // namespace

CostRange cost_range(const GridMap& map) {
  if (map.cost.empty()) return {};
  CostRange range{std::numeric_limits<std::int32_t>::max(), 1};
  for (std::size_t cell = 0; cell < map.cost.size(); ++cell) {
    if (map.passable[cell] == 0) continue;
    range.least = std::min(range.least, map.cost[cell]);
    range.most = std::max(range.most, map.cost[cell]);
  }
  return {std::min(range.least, range.most), range.most};
}

Vec2 WorldGrid::center(GridCell cell) const {
  const double from_below = height - 1. - cell.y;
  return {static_cast<float>(double{origin.x} + (cell.x + 0.5) * double{cell_size}),
          static_cast<float>(double{origin.y} + (from_below + 0.5) * double{cell_size})};
}

GridCell WorldGrid::cell_at(Vec2 p) const {
  return {cell_number(p.x, origin.x, cell_size, width), height - 1 - cell_number(p.y, origin.y, cell_size, height)};
}

std::int32_t GridRegions::largest() const {
  if (size.empty()) return -1;
  return static_cast<std::int32_t>(std::max_element(size.begin(), size.end()) - size.begin());
}

GridRegions connected_regions(const GridMap& map) {
  GridRegions regions;
  regions.label.assign(map.passable.size(), -1);
  std::vector<std::size_t> open;
  const auto width = static_cast<std::size_t>(map.width);
  for (std::size_t seed = 0; seed < map.passable.size(); ++seed) {
    if (map.passable[seed] == 0 || regions.label[seed] >= 0) continue;
    const auto region = static_cast<std::int32_t>(regions.size.size());
    std::int64_t cells = 0;
    const auto visit = [&](std::size_t cell) {
      if (map.passable[cell] == 0 || regions.label[cell] >= 0) return;
      regions.label[cell] = region;
      open.push_back(cell);
    };
    visit(seed);
    while (!open.empty()) {
      const std::size_t cell = open.back();
      open.pop_back();
      ++cells;
      const std::size_t column = cell % width;
      if (column > 0) visit(cell - 1);
      if (column + 1 < width) visit(cell + 1);
      if (cell >= width) visit(cell - width);
      if (cell + width < map.passable.size()) visit(cell + width);
    }
    regions.size.push_back(cells);
  }
  return regions;
}

}  // namespace plethos
