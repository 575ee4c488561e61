#include "algorithms/obstacles/wall_lookup.hpp"

#include <algorithm>
#include <cmath>

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

HostWallLookup make_host_wall_lookup(std::span<const Segment> segments, std::int32_t first, const Bounds& bounds, WallIndex index) {
  HostWallLookup lookup;
  double total = 0;
  Bounds extent = bounds;
  for (const Segment& segment : segments) {
    total += length(segment.b - segment.a);
    extent = extent.include(segment.a).include(segment.b);
  }
  const auto count = static_cast<double>(segments.size());
  const auto wanted = static_cast<float>(count > 0 ? std::max(1e-3, total / count) : 1.0);
  lookup.grid = UniformGrid::cover(extent, wanted, 4 * count + 64);

  lookup.start.assign(static_cast<std::size_t>(lookup.grid.cells()) + 1, 0);
  for (const Segment& segment : segments) {
    visit_cells(lookup.grid, segment, [&](std::int32_t cell) { ++lookup.start[static_cast<std::size_t>(cell) + 1]; });
  }
  for (std::size_t i = 1; i < lookup.start.size(); ++i) lookup.start[i] += lookup.start[i - 1];
  lookup.item.resize(static_cast<std::size_t>(lookup.start.back()));
  std::vector<std::int32_t> next(lookup.start.begin(), lookup.start.end() - 1);
  for (std::size_t i = 0; i < segments.size(); ++i) {
    visit_cells(lookup.grid, segments[i], [&](std::int32_t cell) {
      lookup.item[static_cast<std::size_t>(next[static_cast<std::size_t>(cell)]++)] = first + static_cast<std::int32_t>(i);
    });
  }
  if (index == WallIndex::tree) lookup.tree = make_host_wall_tree(segments, first);
  return lookup;
}

}  // namespace plethos::obstacles
