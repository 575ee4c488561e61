#include "algorithms/planning/grid_search/listed_ways.hpp"

namespace plethos::planning {

void ListedWays::add(std::size_t q, std::span<const std::int32_t> cells) {
  first_[q] = cells_.size();
  count_[q] = cells.size();
  cells_.insert(cells_.end(), cells.begin(), cells.end());
}

Paths ListedWays::paths(const WorldGrid& grid, std::span<const PathQuery> queries) const {
  Paths paths;
  paths.first.reserve(queries.size() + 1);
  paths.points.reserve(cells_.size() + queries.size());
  std::vector<Vec2> way;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    way.clear();
    const std::span<const std::int32_t> cells = std::span(cells_).subspan(first_[q], count_[q]);
    if (!cells.empty()) way.push_back(queries[q].from);
    for (std::size_t k = 0; cells.size() > 1 && k < cells.size(); ++k) {
      const Vec2 center = grid.center(grid.cell(static_cast<std::size_t>(cells[k])));
      if (center != way.back()) way.push_back(center);
    }
    if (!cells.empty() && (way.size() == 1 || way.back() != queries[q].to)) way.push_back(queries[q].to);
    paths.add(way);
  }
  return paths;
}

std::int32_t passable_cell_at(const WorldGrid& grid, Vec2 place) {
  const GridCell cell = grid.cell_at(place);
  return grid.is_passable(cell) ? static_cast<std::int32_t>(grid.index(cell.x, cell.y)) : -1;
}

}  // namespace plethos::planning
