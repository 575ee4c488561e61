#include "algorithms/planning/fields/goal_cells.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/planning/grid_search/grid_changes.hpp"

namespace plethos::planning {
namespace {

void append_near(const WorldGrid& grid, Vec2 place, std::vector<std::int32_t>& cells) {
  const GridCell own = grid.cell_at(place);
  GridCell best{-1, -1};
  double best_squared = 0;
  for (std::int32_t y = own.y - 1; y <= own.y + 1; ++y) {
    for (std::int32_t x = own.x - 1; x <= own.x + 1; ++x) {
      if (!grid.is_passable(x, y)) continue;
      const Vec2 center = grid.center({x, y});
      const double across = 1. * center.x - place.x, up = 1. * center.y - place.y;
      // A place is in its own cell, however near the center of another one may be.
      const double squared = own == GridCell{x, y} ? -1 : across * across + up * up;
      if (best.x >= 0 && squared >= best_squared) continue;
      best = {x, y};
      best_squared = squared;
    }
  }
  if (best.x >= 0) cells.push_back(static_cast<std::int32_t>(grid.index(best.x, best.y)));
}

}  // namespace

std::vector<std::int32_t> goal_cells(const WorldGrid& grid, const World& world, std::int32_t goal) {
  std::vector<std::int32_t> cells;
  if (const Exit* exit = world.exit(goal)) {
    for (const Line& line : exit->landings) {
      const float x = line.b.x - line.a.x, y = line.b.y - line.a.y;
      const auto steps = static_cast<std::int32_t>(2 * std::hypot(x, y) / grid.cell_size) + 1;
      for (std::int32_t k = 0; k <= steps; ++k) {
        const float at = static_cast<float>(k) / static_cast<float>(steps);
        append_near(grid, {line.a.x + at * x, line.a.y + at * y}, cells);
      }
    }
  } else {
    append_near(grid, world.goals[static_cast<std::size_t>(goal)], cells);
  }
  sort_once(cells);
  return cells;
}

}  // namespace plethos::planning
