#include "algorithms/planning/grid/map/blocked_cells.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "core/error.hpp"

namespace plethos::planning {
namespace {

/// Whether a place lies inside of a polygon, or within `clearance` of its walls.
bool is_near(const Polygon& polygon, Vec2 place, float clearance) {
  if (polygon.contains(place)) return true;
  const std::size_t count = polygon.vertices.size();
  for (std::size_t k = 0; k < polygon.segments(); ++k) {
    if (distance_to_segment(place, polygon.vertices[k], polygon.vertices[(k + 1) % count]) < clearance) return true;
  }
  return false;
}

}  // namespace

std::shared_ptr<const WorldGrid> require_grid(const World& world, const char* planner) {
  if (world.grid) return world.grid;
  throw InputError(std::string("planner '") + planner +
                   "': found a world without a grid, expected a map (--map FILE.map), or [grid] in the scenario's file");
}

void append_cells_near(const WorldGrid& grid, const World& world, std::size_t staying, float clearance, std::vector<std::int32_t>& cells) {
  for (std::size_t p = staying; p < world.polygons.size(); ++p) {
    const Polygon& polygon = world.polygons[p];
    if (polygon.vertices.empty()) continue;
    Bounds box{polygon.vertices[0], polygon.vertices[0]};
    for (const Vec2 vertex : polygon.vertices) box = box.include(vertex);
    const GridCell first = grid.cell_at({box.low.x - clearance, box.high.y + clearance});
    const GridCell last = grid.cell_at({box.high.x + clearance, box.low.y - clearance});
    for (std::int32_t y = std::max(first.y, 0); y <= std::min(last.y, grid.height - 1); ++y) {
      for (std::int32_t x = std::max(first.x, 0); x <= std::min(last.x, grid.width - 1); ++x) {
        const std::size_t cell = grid.index(x, y);
        if (grid.passable[cell] != 0 && is_near(polygon, grid.center({x, y}), clearance)) cells.push_back(static_cast<std::int32_t>(cell));
      }
    }
  }
}

World with_blocked_cells(const World& world, std::size_t staying, float clearance) {
  World blocked = world;
  if (!world.grid) return blocked;
  WorldGrid grid = *world.grid;
  std::vector<std::int32_t> cells;
  append_cells_near(*world.grid, world, staying, clearance, cells);
  for (const std::int32_t cell : cells) grid.passable[static_cast<std::size_t>(cell)] = 0;
  blocked.grid = std::make_shared<const WorldGrid>(std::move(grid));
  return blocked;
}

}  // namespace plethos::planning
