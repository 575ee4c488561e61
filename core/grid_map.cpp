#include "core/grid_map.hpp"

#include <algorithm>

namespace plethos {

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
