#pragma once

#include "algorithms/planning/grid_search/cell_search.hpp"
#include "algorithms/planning/regions/node_search.hpp"
#include "algorithms/planning/regions/region_window.hpp"

namespace plethos::planning {

/// A search over the cells of a window by A*. It knows afterwards how far the cells on shortest ways are from where they begin, and
/// remembers for each cell in which direction a way goes on.
template <class MemorySpace>
class OneThreadWindowSearch {
 public:
  /// `cells`: memory of which this search takes the nodes. `shift`: of the queue.
  KOKKOS_INLINE_FUNCTION OneThreadWindowSearch(const backends::OneThread&, const SearchSlot& cells, int shift)
      : cells_(cells), shift_(shift) {}

  KOKKOS_INLINE_FUNCTION CellSearchEnd run(const RegionWindow<MemorySpace>& window, std::int32_t from) {
    return search_cells<SmallQueue>(window.regions.graph, window, cells_, shift_, from);
  }
  /// Returns longest_way for a cell that was not reached.
  KOKKOS_INLINE_FUNCTION std::uint32_t length(const RegionWindow<MemorySpace>& window, std::int32_t cell) const {
    const std::int32_t node = window.node(cell);
    return cells_.reached(node) ? cells_.nodes[node].length : longest_way;
  }
  KOKKOS_INLINE_FUNCTION void go_on(const RegionWindow<MemorySpace>& window, std::int32_t cell, int direction) const {
    cells_.nodes[window.node(cell)].following = direction;
  }
  KOKKOS_INLINE_FUNCTION int direction(const RegionWindow<MemorySpace>& window, std::int32_t cell) const {
    return cells_.nodes[window.node(cell)].following;
  }

 private:
  SearchSlot cells_;
  int shift_;
};

/// The same by a warp. In one region with few cells all lengths fall together until none falls any more, in memory that the threads share.
/// Otherwise one thread searches. Both leave the same.
template <class MemorySpace, backends::WarpTeam Team>
class WarpWindowSearch {
 public:
  KOKKOS_INLINE_FUNCTION WarpWindowSearch(const Team& warp, const SearchSlot& cells, int shift)
      : warp_(warp),
        alone_({}, cells, shift),
        lengths_(reinterpret_cast<std::uint32_t*>(cells.open_nodes)),
        inside_(reinterpret_cast<std::uint8_t*>(lengths_ + most_cells)) {}

  KOKKOS_INLINE_FUNCTION CellSearchEnd run(const RegionWindow<MemorySpace>& window, std::int32_t from) {
    together_ = window.regions.cells_of_block() <= most_cells && (window.stops_on_entry || window.own == window.other);
    if (together_) return search(window, from);
    CellSearchEnd end{};
    if (warp_.rank() == 0) end = alone_.run(window, from);
    warp_.sync();
    return {warp_.shared(end.key), static_cast<std::int32_t>(warp_.shared(static_cast<std::uint32_t>(end.cell))), false};
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t length(const RegionWindow<MemorySpace>& window, std::int32_t cell) const {
    return together_ ? lengths_[window.regions.place_in_block(cell)] : alone_.length(window, cell);
  }
  KOKKOS_INLINE_FUNCTION void go_on(const RegionWindow<MemorySpace>& window, std::int32_t cell, int direction) const {
    if (warp_.rank() != 0) return;
    if (together_) {
      inside_[window.regions.place_in_block(cell)] = static_cast<std::uint8_t>(direction);
    } else {
      alone_.go_on(window, cell, direction);
    }
  }
  KOKKOS_INLINE_FUNCTION int direction(const RegionWindow<MemorySpace>& window, std::int32_t cell) const {
    return together_ ? inside_[window.regions.place_in_block(cell)] : alone_.direction(window, cell);
  }

 private:
  /// Of a block; more would take each thread too long.
  static constexpr std::int32_t most_cells = 256;
  static_assert(most_cells * (sizeof(std::uint32_t) + 1) <= sizeof(OpenNodes));

  KOKKOS_INLINE_FUNCTION CellSearchEnd search(const RegionWindow<MemorySpace>& window, std::int32_t from) {
    const auto& regions = window.regions;
    const auto& graph = regions.graph;
    const std::int32_t cells = regions.cells_of_block();
    const std::int32_t side = regions.side();
    warp_.sync();
    for (std::int32_t place = warp_.rank(); place < cells; place += warp_.size) {
      lengths_[place] = longest_way;
      inside_[place] = static_cast<std::uint8_t>(regions.steps_inside(window.own, window.corner, place));
    }
    warp_.sync();
    if (warp_.rank() == 0) lengths_[regions.place_in_block(from)] = 0;
    warp_.sync();
    for (bool falls = true; falls;) {
      falls = false;
      for (std::int32_t begin = 0; begin < cells; begin += warp_.size) {
        const std::int32_t place = begin + warp_.rank();
        const bool exists = place < cells;
        const std::uint32_t before = exists ? lengths_[place] : 0;
        std::uint32_t least = before;
        for (std::uint32_t left = exists ? inside_[place] : 0u; left != 0; left &= left - 1) {
          const int direction = Kokkos::countr_zero(left);
          const std::uint32_t beside = lengths_[place + row_step(direction) * side + column_step(direction)];
          if (beside >= least) continue;
          const std::int32_t cell = regions.cell_at(window.corner, place);
          least = Kokkos::min(least, beside + graph.step_length(cell, graph.neighbor(cell, direction), direction));
        }
        warp_.sync();
        if (least < before) {
          lengths_[place] = least;
          falls = true;
        }
        warp_.sync();
      }
      falls = warp_.mask(falls) != 0;
    }
    if (!window.stops_on_entry) return {lengths_[regions.place_in_block(window.to)], window.to, false};
    std::uint32_t key = longest_way, entry = longest_way;
    for (std::int32_t place = warp_.rank(); place < cells; place += warp_.size) {
      if (lengths_[place] == longest_way) continue;
      const std::int32_t cell = regions.cell_at(window.corner, place);
      for (std::uint32_t left = graph.steps(cell) & ~std::uint32_t{inside_[place]}; left != 0; left &= left - 1) {
        const int direction = Kokkos::countr_zero(left);
        const std::int32_t next = graph.neighbor(cell, direction);
        if (regions.region(next) != window.other) continue;
        const std::uint32_t longer = lengths_[place] + graph.step_length(cell, next, direction) + window.rest_at(next);
        if (longer > key || (longer == key && static_cast<std::uint32_t>(next) >= entry)) continue;
        key = longer;
        entry = static_cast<std::uint32_t>(next);
      }
    }
    // go_on() writes where others have read.
    warp_.sync();
    const std::uint32_t least = warp_.least(key);
    return {least, static_cast<std::int32_t>(warp_.least(key == least ? entry : longest_way)), false};
  }

  const Team& warp_;
  OneThreadWindowSearch<MemorySpace> alone_;
  std::uint32_t* lengths_;  ///< by place in the block
  std::uint8_t* inside_;    ///< by place in the block: the steps to cells of the region, and afterwards where a way goes on
  bool together_ = false;
};

template <class MemorySpace>
KOKKOS_INLINE_FUNCTION OneThreadWindowSearch<MemorySpace> window_search(const backends::OneThread& team, const SearchSlot& cells,
                                                                        int shift) {
  return {team, cells, shift};
}
template <class MemorySpace, backends::WarpTeam Team>
KOKKOS_INLINE_FUNCTION WarpWindowSearch<MemorySpace, Team> window_search(const Team& team, const SearchSlot& cells, int shift) {
  return {team, cells, shift};
}

}  // namespace plethos::planning
