#pragma once

#include <utility>
#include <vector>

#include "algorithms/planning/grid/map/grid_frame.hpp"
#include "algorithms/planning/grid/search/grid_ways.hpp"
#include "algorithms/planning/path_finder.hpp"
#include "backends/scan.hpp"
#include "core/copy_view.hpp"
#include "core/to_view.hpp"

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
/// where these are no centers. A way within one cell is a straight line. `Frame` says where lies what a way lists; that is cells here.
template <class MemorySpace, class Frame = GridFrame>
struct AnswerQuery {
  Kokkos::View<const PathQuery*, MemorySpace> queries;
  Frame frame;
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

/// Turns the ways that answer queries into points in main memory, in memory of the backend that it keeps.
template <class MemorySpace>
class GridAnswers {
 public:
  static constexpr std::size_t points_of_most_ways = 32;
  static constexpr std::size_t bytes_per_query = sizeof(std::int32_t) + points_of_most_ways * sizeof(Vec2);

  /// Claims memory for so many queries, and for the points of ways as long as most are.
  void claim(std::size_t queries) {
    claim_view("plethos::grid::points", points_of_most_ways * queries, points_);
    claim_view("plethos::grid::first_point", queries + 1, first_);
    claim_view("plethos::grid::block_sums", (queries + 1) / backends::scan_block + 1, block_sums_);
  }
  /// Makes room in main memory for the points of so many ways, a little longer than the last ones were. A host that waits for a device has
  /// time for it: memory comes page by page.
  void make_room(std::size_t queries) { room_.resize(queries * points_of_way_); }
  /// Returns the ways of the first `queries` queries. Waits.
  template <class Execution, class Frame>
  Paths paths(const Execution& execution, const Kokkos::View<const PathQuery*, MemorySpace>& asked, const Frame& frame,
              const GridWays<MemorySpace>& ways, std::size_t queries) {
    const int count = static_cast<int>(queries);
    AnswerQuery<MemorySpace, Frame> answer{asked, frame, ways, first_, {}};
    backends::for_each(execution, "plethos::grid::count_points", count, typename AnswerQuery<MemorySpace, Frame>::Count{answer});
    backends::exclusive_scan(execution, "plethos::grid::scan", count + 1, first_, block_sums_);
    execution.fence();
    const auto first = host_view(Kokkos::subview(first_, std::pair<std::size_t, std::size_t>(0, queries + 1)));
    Paths paths;
    paths.first.assign(first.data(), first.data() + queries + 1);
    paths.points = std::move(room_);
    room_ = {};
    paths.points.resize(static_cast<std::size_t>(first(queries)));
    if (const std::size_t mean = paths.points.size() / queries; mean > 0) points_of_way_ = mean + mean / 8 + 1;
    answer.points = claim_view("plethos::grid::points", paths.points.size(), points_);
    backends::for_each(execution, "plethos::grid::write_points", count, answer);
    execution.fence();
    copy_bytes(paths.points.data(), true, answer.points.data(), in_host_memory<MemorySpace>, paths.points.size() * sizeof(Vec2));
    return paths;
  }

 private:
  Kokkos::View<std::int32_t*, MemorySpace> first_, block_sums_;
  Kokkos::View<Vec2*, MemorySpace> points_;
  std::vector<Vec2> room_;
  std::size_t points_of_way_ = points_of_most_ways;  ///< more than in the mean
};

}  // namespace plethos::planning
