#pragma once

#include "algorithms/planning/grid_search/grid_frame.hpp"
#include "algorithms/planning/grid_search/grid_ways.hpp"
#include "algorithms/planning/path_finder.hpp"

namespace plethos::planning {

/// Finds the passable cells in which queries begin and end.
template <class MemorySpace>
struct FindQueryCells {
  Kokkos::View<const PathQuery*, MemorySpace> queries;
  GridFrame frame;
  Kokkos::View<const std::uint8_t*, MemorySpace> passable;
  GridWays<MemorySpace> ways;

  KOKKOS_FUNCTION void operator()(int q) const {
    ways.from(q) = cell_at(queries(q).from);
    ways.to(q) = cell_at(queries(q).to);
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int32_t cell_at(Vec2 place) const {
    const std::int32_t cell = frame.cell_at(place);
    return cell >= 0 && passable(cell) != 0 ? cell : -1;
  }
};

/// Turns ways over cells into chains of points: from center to center of cells, and before and behind them a leg to the places of the query
/// where these are no centers. A way within one cell is a straight line.
template <class MemorySpace>
struct AnswerQuery {
  Kokkos::View<const PathQuery*, MemorySpace> queries;
  GridFrame frame;
  GridWays<MemorySpace> ways;
  Kokkos::View<std::int32_t*, MemorySpace> first;  ///< of each query where its points begin; for the count, their number
  Kokkos::View<Vec2*, MemorySpace> points;

  struct Count {
    AnswerQuery answer;
    KOKKOS_FUNCTION void operator()(int q) const { answer.first(q) = answer.count(q); }
  };

  KOKKOS_FUNCTION void operator()(int q) const {
    const std::int32_t cells = ways.count(q);
    if (cells == 0) return;
    std::int64_t at = first(q);
    points(at++) = queries(q).from;
    if (cells > 1) {
      for (std::int32_t k = begins_at_center(q) ? 1 : 0; k < cells; ++k) points(at++) = center(q, k);
    }
    if (cells == 1 || !ends_at_center(q, cells)) points(at++) = queries(q).to;
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int32_t count(int q) const {
    const std::int32_t cells = ways.count(q);
    if (cells < 2) return 2 * cells;
    return 1 + cells - (begins_at_center(q) ? 1 : 0) + (ends_at_center(q, cells) ? 0 : 1);
  }
  KOKKOS_INLINE_FUNCTION Vec2 center(int q, std::int32_t k) const { return frame.center(ways.cells(ways.first(q) + k)); }
  KOKKOS_INLINE_FUNCTION bool begins_at_center(int q) const { return same(center(q, 0), queries(q).from); }
  KOKKOS_INLINE_FUNCTION bool ends_at_center(int q, std::int32_t cells) const { return same(center(q, cells - 1), queries(q).to); }
  KOKKOS_INLINE_FUNCTION static bool same(Vec2 a, Vec2 b) { return a.x == b.x && a.y == b.y; }
};

}  // namespace plethos::planning
