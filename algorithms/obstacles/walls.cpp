#include "algorithms/obstacles/walls.hpp"

#include <algorithm>

namespace plethos::obstacles {
namespace {

/// Calls visit(cell) for every cell that comes within a hundredth of its width of the segment: those are all that a point of the segment
/// can be rounded into.
template <class Visit>
void visit_cells(const UniformGrid& grid, const Segment& segment, const Visit& visit) {
  const std::int32_t first_column = grid.column(std::min(segment.a.x, segment.b.x) - 0.01f * grid.cell);
  const std::int32_t last_column = grid.column(std::max(segment.a.x, segment.b.x) + 0.01f * grid.cell);
  const std::int32_t first_row = grid.row(std::min(segment.a.y, segment.b.y) - 0.01f * grid.cell);
  const std::int32_t last_row = grid.row(std::max(segment.a.y, segment.b.y) + 0.01f * grid.cell);
  const Vec2 along = segment.b - segment.a;
  const Vec2 normal{-along.y, along.x};
  // Half the extent of a cell along the normal, a little widened.
  const float half = 0.52f * grid.cell * (std::abs(normal.x) + std::abs(normal.y));
  for (std::int32_t row = first_row; row <= last_row; ++row) {
    for (std::int32_t column = first_column; column <= last_column; ++column) {
      const Vec2 center{grid.origin_x + (static_cast<float>(column) + 0.5f) * grid.cell,
                        grid.origin_y + (static_cast<float>(row) + 0.5f) * grid.cell};
      const bool border = row == 0 || column == 0 || row == grid.rows - 1 || column == grid.columns - 1;
      if (border || std::abs(dot(center - segment.a, normal)) <= half) visit(row * grid.columns + column);
    }
  }
}

}  // namespace

HostWalls make_host_walls(std::span<const Segment> segments, const Bounds& bounds) {
  HostWalls walls;
  double total = 0;
  Bounds extent = bounds;
  for (const Segment& segment : segments) {
    const float length = plethos::length(segment.b - segment.a);
    const Vec2 direction = length > 0 ? (1 / length) * (segment.b - segment.a) : Vec2{1, 0};
    walls.x.push_back(segment.a.x);
    walls.y.push_back(segment.a.y);
    walls.end_x.push_back(segment.b.x);
    walls.end_y.push_back(segment.b.y);
    walls.direction_x.push_back(direction.x);
    walls.direction_y.push_back(direction.y);
    walls.length.push_back(length);
    walls.previous.push_back(segment.previous);
    walls.next.push_back(segment.next);
    walls.solid.push_back(static_cast<std::int32_t>(segment.solid));
    total += length;
    extent = extent.include(segment.a).include(segment.b);
  }
  const auto count = static_cast<double>(segments.size());
  const auto wanted = static_cast<float>(count > 0 ? std::max(1e-3, total / count) : 1.0);
  walls.grid = UniformGrid::cover(extent, wanted, 4 * count + 64);

  walls.start.assign(static_cast<std::size_t>(walls.grid.cells()) + 1, 0);
  for (const Segment& segment : segments) {
    visit_cells(walls.grid, segment, [&](std::int32_t cell) { ++walls.start[static_cast<std::size_t>(cell) + 1]; });
  }
  for (std::size_t i = 1; i < walls.start.size(); ++i) walls.start[i] += walls.start[i - 1];
  walls.item.resize(static_cast<std::size_t>(walls.start.back()));
  std::vector<std::int32_t> next(walls.start.begin(), walls.start.end() - 1);
  for (std::size_t i = 0; i < segments.size(); ++i) {
    visit_cells(walls.grid, segments[i], [&](std::int32_t cell) {
      walls.item[static_cast<std::size_t>(next[static_cast<std::size_t>(cell)]++)] = static_cast<std::int32_t>(i);
    });
  }
  return walls;
}

}  // namespace plethos::obstacles
