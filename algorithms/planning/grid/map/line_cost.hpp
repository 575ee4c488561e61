#pragma once

#include "algorithms/planning/grid/map/grid_graph.hpp"
#include "algorithms/planning/points.hpp"

namespace plethos::planning {

/// How a line crosses the columns of cells, or the rows. Places count in cells; `leaves` and `every` are parts of the line.
struct LineOfCells {
  std::int32_t cell;  ///< the one it is in
  std::int32_t step;
  double leaves = 2;  ///< where it leaves the cell, > 1: nowhere
  double every = 2;   ///< how far it is from there to where it leaves the next

  /// `from`: >= 0. On the map's last edge the line begins in the cell behind.
  KOKKOS_INLINE_FUNCTION LineOfCells(double from, double by) : cell(static_cast<std::int32_t>(from)), step(by < 0 ? -1 : 1) {
    if (by == 0.) return;
    leaves = (cell + (by < 0 ? 0 : 1) - from) / by;
    every = step / by;
  }
  KOKKOS_INLINE_FUNCTION void cross() {
    cell += step;
    leaves += every;
  }
};

/// Returns the length of the line from p to q in cells, each part times the cost of the cell that it lies in. Columns count from the left
/// edge of the map and rows from the lower one; places outside count as the nearest of the map. Cost: a visit of each cell on the line.
template <class MemorySpace>
KOKKOS_INLINE_FUNCTION double line_cost(const GridGraph<MemorySpace>& graph, Vec2d p, Vec2d q) {
  const auto within = [](double place, double cells) { return Kokkos::fmax(0., Kokkos::fmin(place, cells)); };
  const double x = within(p.x, graph.width);
  const double y = within(p.y, graph.height);
  const double across = within(q.x, graph.width) - x;
  const double up = within(q.y, graph.height) - y;
  LineOfCells columns(x, across);
  LineOfCells rows(y, up);
  double sum = 0;
  for (double at = 0; at < 1;) {
    double next = columns.leaves < rows.leaves ? columns.leaves : rows.leaves;
    next = next < 1 ? next : 1.;
    // A line along the last edge lies in the cell behind it, and one that ends on an edge may leave the map by what was rounded.
    const std::int32_t column = Kokkos::max(0, Kokkos::min(columns.cell, graph.width - 1));
    const std::int32_t row = graph.height - 1 - Kokkos::max(0, Kokkos::min(rows.cell, graph.height - 1));
    sum += (next - at) * graph.cost(row * graph.width + column);
    if (columns.leaves <= next) columns.cross();
    if (rows.leaves <= next) rows.cross();
    at = next;
  }
  return sum * Kokkos::sqrt(across * across + up * up);
}

}  // namespace plethos::planning
