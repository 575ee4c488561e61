#include "algorithms/planning/fields/goal_cells.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/obstacles/predicates.hpp"
#include "algorithms/planning/grid/map/grid_changes.hpp"
#include "algorithms/planning/grid/map/near_cell.hpp"

namespace plethos::planning {
namespace {

Vec2d point(Vec2 p) { return {p.x, p.y}; }

void append_near(const WorldGrid& grid, std::span<const Segment> walls, Vec2 place, std::vector<std::int32_t>& cells) {
  const GridCell own = grid.cell_at(place);
  const float across = (place.x - grid.origin.x) / grid.cell_size;
  const float up = (place.y - grid.origin.y) / grid.cell_size;
  // Rows count from below here, as metres do.
  const auto cell = [&](std::int32_t column, std::int32_t row) { return GridCell{column, grid.height - 1 - row}; };
  const auto sees = [&](std::int32_t column, std::int32_t row) {
    const Vec2d center = point(grid.center(cell(column, row)));
    return std::none_of(walls.begin(), walls.end(),
                        [&](const Segment& wall) { return obstacles::meet(point(place), center, point(wall.a), point(wall.b)); });
  };
  ColumnRow found;
  if (near_cell(
          across, up, {own.x, grid.height - 1 - own.y}, near_cells(grid.clearance, grid.cell_size),
          [&](std::int32_t column, std::int32_t row) { return grid.is_passable(cell(column, row)); }, sees, found)) {
    const GridCell near = cell(found.column, found.row);
    cells.push_back(static_cast<std::int32_t>(grid.index(near.x, near.y)));
  }
}

}  // namespace

std::vector<std::int32_t> cells_of_place(const WorldGrid& grid, std::span<const Segment> walls, Vec2 place) {
  std::vector<std::int32_t> cells;
  append_near(grid, walls, place, cells);
  return cells;
}

std::vector<std::int32_t> goal_cells(const WorldGrid& grid, const World& world, std::span<const Segment> walls, std::int32_t goal) {
  std::vector<std::int32_t> cells;
  if (const Exit* exit = world.exit(goal)) {
    for (const Line& line : exit->landings) {
      const float x = line.b.x - line.a.x, y = line.b.y - line.a.y;
      const auto steps = static_cast<std::int32_t>(2 * std::hypot(x, y) / grid.cell_size) + 1;
      for (std::int32_t k = 0; k <= steps; ++k) {
        const float at = static_cast<float>(k) / static_cast<float>(steps);
        append_near(grid, walls, {line.a.x + at * x, line.a.y + at * y}, cells);
      }
    }
  } else {
    append_near(grid, walls, world.goals[static_cast<std::size_t>(goal)], cells);
  }
  sort_once(cells);
  return cells;
}

}  // namespace plethos::planning
