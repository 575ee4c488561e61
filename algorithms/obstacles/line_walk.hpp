#pragma once

#include "algorithms/obstacles/predicates.hpp"
#include "core/uniform_grid.hpp"

namespace plethos::obstacles {

/// The rows of cells of a line that one thread looks through: each `stride`-th, so that threads can share a line.
struct Rows {
  std::int32_t first = 0;
  std::int32_t stride = 1;
};

/// Visits the cells that the segment pq passes, row by row from p: visit(first, last) for the cells first to last of a row. Stops and
/// returns true as soon as a visit returns true. `reach` widens the segment by that many metres. It is also widened by a hundredth of a
/// cell's width, as walls are (Walls), so every wall that meets the segment is in one of the cells.
template <class Visit>
KOKKOS_INLINE_FUNCTION bool visit_line(const UniformGrid& grid, Vec2d p, Vec2d q, double reach, const Visit& visit, Rows rows = {}) {
  const double slack = reach + 0.01 * grid.cell;
  const double low = (p.y < q.y ? p.y : q.y) - slack;
  const double high = (p.y < q.y ? q.y : p.y) + slack;
  const std::int32_t bottom = grid.row(static_cast<float>(low));
  const std::int32_t top = grid.row(static_cast<float>(high));
  const bool up = p.y <= q.y;
  const double slope = q.y != p.y ? (q.x - p.x) / (q.y - p.y) : 0.;
  const double least_x = p.x < q.x ? p.x : q.x;
  const double greatest_x = p.x < q.x ? q.x : p.x;
  for (std::int32_t k = rows.first; k <= top - bottom; k += rows.stride) {
    const std::int32_t row = up ? bottom + k : top - k;
    double from = least_x;
    double to = greatest_x;
    if (q.y != p.y) {
      // The line enters and leaves the row at these x. The outermost rows reach to infinity.
      const double floor = static_cast<double>(grid.origin_y) + static_cast<double>(row) * grid.cell;
      const double enter = row > bottom ? p.x + (floor - slack - p.y) * slope : (slope > 0. ? least_x : greatest_x);
      const double leave = row < top ? p.x + (floor + grid.cell + slack - p.y) * slope : (slope > 0. ? greatest_x : least_x);
      const double left = enter < leave ? enter : leave;
      const double right = enter < leave ? leave : enter;
      from = left > least_x ? left : least_x;
      to = right < greatest_x ? right : greatest_x;
    }
    const std::int32_t first = grid.column(static_cast<float>(from - slack));
    const std::int32_t last = grid.column(static_cast<float>(to + slack));
    if (first <= last && visit(row * grid.columns + first, row * grid.columns + last)) return true;
  }
  return false;
}

}  // namespace plethos::obstacles
