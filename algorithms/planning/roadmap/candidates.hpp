#pragma once

#include <algorithm>

#include "algorithms/planning/points.hpp"
#include "backends/execution.hpp"
#include "core/copy_view.hpp"

namespace plethos::planning {

/// Candidates can tell at most this many nodes apart. They are most of a roadmap's memory, and two bytes a node keep them small.
constexpr std::size_t most_nodes = std::size_t{1} << 16;

/// For each cell of a coarse grid, the nodes that may be visible from somewhere in it. Nodes that one wall hides from the whole cell are
/// left out. The lists hold within the grid's rectangle; outside of it any node may be visible.
template <class MemorySpace>
struct Candidates {
  UniformGrid grid{};
  Bounds bounds{{1, 1}, {-1, -1}};                 // of a roadmap without nodes: holds nothing
  std::int32_t nodes = 0;                          // that the lists tell apart: the first of a roadmap's; others are always candidates
  Kokkos::View<std::int32_t*, MemorySpace> start;  // (cells + 1): the first element of each cell's nodes in `node`
  Kokkos::View<std::uint16_t*, MemorySpace> node;  // ordered by id within a cell

  std::size_t bytes() const { return 4 * start.size() + 2 * node.size(); }
  KOKKOS_INLINE_FUNCTION bool covers(float x, float y) const {
    return x >= bounds.low.x && x <= bounds.high.x && y >= bounds.low.y && y <= bounds.high.y;
  }
};

template <class MemorySpace>
struct FindCandidates {
  static constexpr int grain = 1;
  Sight<MemorySpace> sight;
  Points<MemorySpace> nodes;
  UniformGrid grid;
  std::int32_t walls;
  Kokkos::View<std::uint8_t**, Kokkos::LayoutRight, MemorySpace> possible;
  Kokkos::View<std::int32_t*, MemorySpace> count;

  KOKKOS_FUNCTION void operator()(int cell) const {
    // The square is slightly larger than the cell, because positions are rounded into cells.
    const double low_x = grid.origin_x + (cell % grid.columns - 0.01) * grid.cell;
    const double low_y = grid.origin_y + (cell / grid.columns - 0.01) * grid.cell;
    const double high_x = low_x + 1.02 * grid.cell;
    const double high_y = low_y + 1.02 * grid.cell;
    std::int32_t total = 0;
    for (std::int32_t k = 0; k < nodes.count(); ++k) {
      const bool hidden = sight.hides_box(nodes.at(k), {low_x, low_y}, {high_x, high_y}, walls);
      possible(cell, k) = hidden ? 0 : 1;
      total += hidden ? 0 : 1;
    }
    count(cell) = total;
  }
};

template <class MemorySpace>
struct ListCandidates {
  static constexpr int grain = 64;
  Candidates<MemorySpace> candidates;
  Kokkos::View<std::uint8_t**, Kokkos::LayoutRight, MemorySpace> possible;

  KOKKOS_FUNCTION void operator()(int cell) const {
    std::int32_t at = candidates.start(cell);
    for (std::int32_t k = 0; k < static_cast<std::int32_t>(possible.extent(1)); ++k) {
      if (possible(cell, k) != 0) candidates.node(at++) = static_cast<std::uint16_t>(k);
    }
  }
};

/// Finds the candidates among the nodes. Only the first `walls` walls hide nodes, so the lists hold wherever other walls move. Cost: one
/// walk along the line from each cell to each node. There are about `maximum_pairs` of them, so many nodes make large cells.
template <class Execution, class MemorySpace = typename Execution::memory_space>
Candidates<MemorySpace> find_candidates(const Execution& execution, const Sight<MemorySpace>& sight, const Points<MemorySpace>& nodes,
                                        const Bounds& bounds, std::int32_t walls, double maximum_pairs = 2e6) {
  Candidates<MemorySpace> candidates;
  candidates.nodes = nodes.count();
  candidates.bounds = bounds;
  // Few nodes need no fine cells.
  const double cells = std::clamp(std::min(maximum_pairs / std::max(1, nodes.count()), 16. * nodes.count()), 16., 3072.);
  candidates.grid = UniformGrid::cover(bounds, 0.f, cells);
  const auto count = static_cast<std::size_t>(candidates.grid.cells());
  const Kokkos::View<std::int32_t*, MemorySpace> counts("plethos::roadmap::candidate_counts", count);
  const Kokkos::View<std::uint8_t**, Kokkos::LayoutRight, MemorySpace> possible(
      Kokkos::view_alloc(Kokkos::WithoutInitializing, "plethos::roadmap::possible"), count, static_cast<std::size_t>(nodes.count()));
  backends::for_each(execution, "plethos::roadmap::find_candidates", candidates.grid.cells(),
                     FindCandidates<MemorySpace>{sight, nodes, candidates.grid, walls, possible, counts});
  execution.fence();
  const auto host_counts = host_view(counts);
  candidates.start = decltype(candidates.start)("plethos::roadmap::candidate_start", count + 1);
  const auto start = Kokkos::create_mirror_view(candidates.start);
  for (std::size_t cell = 0; cell < count; ++cell) start(cell + 1) = start(cell) + host_counts(cell);
  copy_view(candidates.start, start);
  candidates.node = decltype(candidates.node)("plethos::roadmap::candidate_nodes", static_cast<std::size_t>(start(count)));
  backends::for_each(execution, "plethos::roadmap::list_candidates", candidates.grid.cells(),
                     ListCandidates<MemorySpace>{candidates, possible});
  execution.fence();
  return candidates;
}

}  // namespace plethos::planning
