#pragma once

#include "algorithms/planning/grid/regions/node_search.hpp"
#include "algorithms/planning/grid/regions/region_window.hpp"
#include "algorithms/planning/grid/search/cell_search.hpp"
#include "core/bits.hpp"

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
  /// Finds a shortest way back from where the search has ended. Of equally long ones it takes the one whose steps have the lowest numbers.
  /// `team`: its threads share out the directions, and all of them get to know the way.
  template <class Team>
  KOKKOS_INLINE_FUNCTION void trace(const Team& team, const RegionWindow<MemorySpace>& window, std::int32_t from,
                                    const CellSearchEnd& end) {
    const auto& graph = window.regions.graph;
    std::uint32_t length = end.key - window.rest_at(end.cell);
    for (std::int32_t cell = end.cell; cell != from;) {
      const int back = team.first(all_directions, [&](std::int32_t direction) {
        if ((graph.steps(cell) >> direction & 1) == 0) return false;
        const std::int32_t before = graph.neighbor(cell, direction);
        return window.leads_on(before) && length_of(window, before) + graph.step_length(cell, before, direction) == length;
      });
      const std::int32_t before = graph.neighbor(cell, back);
      length -= graph.step_length(cell, before, back);
      if (team.rank() == 0) cells_.nodes[window.node(before)].following = opposite(back);
      cell = before;
    }
    team.sync();
  }
  /// Calls visit(direction, steps) for each leg of the way that trace() has found.
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void for_each_leg(const RegionWindow<MemorySpace>& window, std::int32_t from, const CellSearchEnd& end,
                                           const Visit& visit) const {
    const auto& graph = window.regions.graph;
    const auto direction_at = [&](std::int32_t cell) { return static_cast<int>(cells_.nodes[window.node(cell)].following); };
    for (std::int32_t cell = from; cell != end.cell;) {
      std::int32_t steps = 0;
      const int direction = direction_at(cell);
      do {
        cell = graph.neighbor(cell, direction);
        ++steps;
      } while (cell != end.cell && direction_at(cell) == direction);
      visit(direction, steps);
    }
  }

 private:
  /// Returns longest_way for a cell that was not reached.
  KOKKOS_INLINE_FUNCTION std::uint32_t length_of(const RegionWindow<MemorySpace>& window, std::int32_t cell) const {
    const std::int32_t node = window.node(cell);
    return cells_.reached(node) ? cells_.nodes[node].length : longest_way;
  }

  SearchSlot cells_;
  int shift_;
};

/// The same by a warp. In one region with few cells all lengths fall together until none falls any more, in memory that the threads share.
/// Otherwise one thread searches. Both find the same ways.
template <class MemorySpace, backends::WarpTeam Team>
class WarpWindowSearch {
 public:
  KOKKOS_INLINE_FUNCTION WarpWindowSearch(const Team& warp, const SearchSlot& cells, int shift)
      : warp_(warp),
        alone_({}, cells, shift),
        lengths_(reinterpret_cast<std::uint32_t*>(cells.open_nodes)),
        inside_(reinterpret_cast<std::uint8_t*>(lengths_ + most_cells)),
        onward_(inside_ + most_cells) {}

  KOKKOS_INLINE_FUNCTION CellSearchEnd run(const RegionWindow<MemorySpace>& window, std::int32_t from) {
    together_ = window.regions.cells_of_block() <= most_cells && (window.stops_on_entry || window.own == window.other);
    if (together_) {
      fill(window, from);
      return window.stops_on_entry ? entry(window) : CellSearchEnd{lengths_[window.regions.place_in_block(window.to)], window.to, false};
    }
    CellSearchEnd end{};
    if (warp_.rank() == 0) end = alone_.run(window, from);
    warp_.sync();
    return {warp_.broadcast(end.key), static_cast<std::int32_t>(warp_.broadcast(static_cast<std::uint32_t>(end.cell))), false};
  }
  KOKKOS_INLINE_FUNCTION void trace(const Team& warp, const RegionWindow<MemorySpace>& window, std::int32_t from,
                                    const CellSearchEnd& end) {
    if (!together_) return alone_.trace(warp, window, from, end);
    const auto& graph = window.regions.graph;
    const std::int32_t first = window.regions.place_in_block(from);
    std::int32_t place = window.regions.place_in_block(end.cell);
    if (window.stops_on_entry) {
      // The last step leads out of the block.
      const std::uint32_t length = end.key - window.rest_at(end.cell);
      const int back = warp.first(all_directions, [&](std::int32_t direction) {
        if ((graph.steps(end.cell) >> direction & 1) == 0) return false;
        const std::int32_t before = graph.neighbor(end.cell, direction);
        return window.leads_on(before) &&
               lengths_[window.regions.place_in_block(before)] + graph.step_length(end.cell, before, direction) == length;
      });
      place = window.regions.place_in_block(graph.neighbor(end.cell, back));
      if (warp.rank() == 0) onward_[place] = static_cast<std::uint8_t>(opposite(back));
    }
    last_ = place;
    while (place != first) {
      const int back = warp.first(all_directions, [&](std::int32_t direction) {
        return (inside_[place] >> direction & 1) != 0 &&
               lengths_[place + window.regions.place_step(direction)] + step_length(window, place, direction) == lengths_[place];
      });
      place += window.regions.place_step(back);
      if (warp.rank() == 0) onward_[place] = static_cast<std::uint8_t>(opposite(back));
    }
    warp.sync();
  }
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void for_each_leg(const RegionWindow<MemorySpace>& window, std::int32_t from, const CellSearchEnd& end,
                                           const Visit& visit) const {
    if (!together_) return alone_.for_each_leg(window, from, end, visit);
    int direction = -1;
    std::int32_t steps = 0;
    for (std::int32_t place = window.regions.place_in_block(from); window.stops_on_entry || place != last_;) {
      const int next = onward_[place];
      if (next != direction && steps > 0) {
        visit(direction, steps);
        steps = 0;
      }
      direction = next;
      ++steps;
      if (place == last_) break;
      place += window.regions.place_step(next);
    }
    if (steps > 0) visit(direction, steps);
  }

 private:
  /// Of a block; more would take each thread too long.
  static constexpr std::int32_t most_cells = 256;
  static_assert(most_cells * (sizeof(std::uint32_t) + 2) <= sizeof(OpenNodes));

  KOKKOS_INLINE_FUNCTION std::uint32_t step_length(const RegionWindow<MemorySpace>& window, std::int32_t place, int direction) const {
    const auto& graph = window.regions.graph;
    if (graph.costs.extent(0) == 0) return 2 * length_of_step(direction);
    const std::int32_t cell = window.regions.cell_at(window.corner, place);
    return graph.step_length(cell, graph.neighbor(cell, direction), direction);
  }
  /// Computes how far all cells of the region are from one of them.
  KOKKOS_INLINE_FUNCTION void fill(const RegionWindow<MemorySpace>& window, std::int32_t from) {
    const auto& regions = window.regions;
    const std::int32_t cells = regions.cells_of_block();
    const auto block = regions.extent(window.corner);
    const std::int32_t first = regions.place_in_block(from);
    warp_.sync();
    for (std::int32_t place = warp_.rank(); place < cells; place += warp_.size) {
      lengths_[place] = place == first ? 0 : longest_way;
      inside_[place] = static_cast<std::uint8_t>(regions.steps_inside(window.own, block, place));
    }
    warp_.sync();
    for (bool falls = true; falls;) {
      falls = false;
      for (std::int32_t begin = 0; begin < cells; begin += warp_.size) {
        const std::int32_t place = begin + warp_.rank();
        const std::uint32_t least = place < cells ? least_beside(window, place) : longest_way;
        const bool is_less = place < cells && least < lengths_[place];
        warp_.sync();
        if (is_less) lengths_[place] = least;
        falls = falls || is_less;
        warp_.sync();
      }
      falls = warp_.mask(falls) != 0;
    }
  }
  /// Returns the least length to a place over those beside it; no less than its own if it falls no more.
  KOKKOS_INLINE_FUNCTION std::uint32_t least_beside(const RegionWindow<MemorySpace>& window, std::int32_t place) const {
    const std::uint32_t inside = inside_[place];
    std::uint32_t least = longest_way;
    if (window.regions.graph.costs.extent(0) == 0) {
      // Without a branch: instead of a step that is not there one looks at the place itself, which is no gain.
      for (int direction = 0; direction < all_directions; ++direction) {
        const std::int32_t step = (inside >> direction & 1) != 0 ? window.regions.place_step(direction) : 0;
        least = Kokkos::min(least, lengths_[place + step] + 2 * length_of_step(direction));
      }
      return least;
    }
    for (std::uint32_t left = inside; left != 0; left &= left - 1) {
      const int direction = countr_zero(left);
      const std::uint32_t beside = lengths_[place + window.regions.place_step(direction)];
      if (beside < least) least = Kokkos::min(least, beside + step_length(window, place, direction));
    }
    return least;
  }
  /// Returns the best cell of the other region at which a way may enter it.
  KOKKOS_INLINE_FUNCTION CellSearchEnd entry(const RegionWindow<MemorySpace>& window) const {
    const auto& regions = window.regions;
    const auto& graph = regions.graph;
    std::uint32_t key = longest_way, cell_of_key = longest_way;
    for (std::int32_t place = warp_.rank(); place < regions.cells_of_block(); place += warp_.size) {
      const std::uint32_t outside = 0xffu & ~regions.directions_inside(place);
      if (outside == 0 || lengths_[place] == longest_way) continue;
      const std::int32_t cell = regions.cell_at(window.corner, place);
      for (std::uint32_t left = graph.steps(cell) & outside; left != 0; left &= left - 1) {
        const int direction = countr_zero(left);
        const std::int32_t next = graph.neighbor(cell, direction);
        if (regions.region(next) != window.other) continue;
        const std::uint32_t longer = lengths_[place] + graph.step_length(cell, next, direction) + window.rest_at(next);
        if (longer > key || (longer == key && static_cast<std::uint32_t>(next) >= cell_of_key)) continue;
        key = longer;
        cell_of_key = static_cast<std::uint32_t>(next);
      }
    }
    const std::uint32_t least = warp_.least(key);
    return {least, static_cast<std::int32_t>(warp_.least(key == least ? cell_of_key : longest_way)), false};
  }

  const Team& warp_;
  OneThreadWindowSearch<MemorySpace> alone_;
  // By place in the block:
  std::uint32_t* lengths_;
  std::uint8_t* inside_;   ///< the steps to cells of the region
  std::uint8_t* onward_;   ///< the direction in which the way that was traced goes on
  std::int32_t last_ = 0;  ///< the place where the traced way ends, or leaves the block
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
