#pragma once

#include <algorithm>
#include <vector>

#include "algorithms/planning/grid/map/grid_graph.hpp"
#include "backends/append.hpp"
#include "backends/teams.hpp"
#include "core/bits.hpp"
#include "core/copy_view.hpp"
#include "core/to_view.hpp"

namespace plethos::teaching {

/// Counts the cells that so many steps reach from the place of each query: a breadth-first search in each thread.
template <class MemorySpace>
struct CountReached {
  static constexpr int grain = 1;
  using Numbers = Kokkos::View<std::int32_t*, MemorySpace>;

  planning::GridGraph<MemorySpace> graph;
  Numbers from, order, reached;  ///< passable cells; the queries to be answered; of each query its cells, -1: they did not fit
  std::int32_t steps, room;      ///< `room`: cells that a search may list
  Kokkos::View<std::int32_t, MemorySpace> taken;
  Numbers number, mark, listed;  ///< of each slot: (1) its last search, (cells) the last search that reached the cell, (room)

  KOKKOS_FUNCTION void operator()(int slot) const {
    const auto waiting = static_cast<std::int32_t>(order.size());
    for (std::int32_t k = backends::append_place(taken()); k < waiting; k = backends::append_place(taken())) {
      reached(order(k)) = count(static_cast<std::size_t>(slot), from(order(k)));
    }
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int32_t count(std::size_t slot, std::int32_t begin) const {
    std::int32_t* const marks = mark.data() + slot * static_cast<std::size_t>(graph.cells());
    std::int32_t* const list = listed.data() + slot * static_cast<std::size_t>(room);
    const std::int32_t own = ++number(slot);
    marks[begin] = own;
    list[0] = begin;
    std::int32_t looked_at = 0, count = 1;
    for (std::int32_t step = 0; step < steps && looked_at < count; ++step) {
      for (const std::int32_t end = count; looked_at < end; ++looked_at) {
        const std::int32_t cell = list[looked_at];
        for (std::uint32_t legal = graph.steps(cell); legal != 0; legal &= legal - 1) {
          const std::int32_t next = graph.neighbor(cell, countr_zero(legal));
          if (marks[next] == own) continue;
          if (count == room) return -1;
          marks[next] = own;
          list[count++] = next;
        }
      }
    }
    return count;
  }
};

/// Returns how many cells `steps` steps reach from each of some passable cells, with itself. Searches take `bytes` of memory together, or
/// what one of them needs if that is more. Each lists up to `room` cells, at least one; those that do not fit search again with twice that.
template <class Execution>
std::vector<std::int32_t> count_reached(const Execution& execution, const planning::GridGraph<typename Execution::memory_space>& graph,
                                        const std::vector<std::int32_t>& from, std::int32_t steps, std::uint64_t bytes, std::int32_t room) {
  using MemorySpace = typename Execution::memory_space;
  using Numbers = typename CountReached<MemorySpace>::Numbers;
  const auto cells = static_cast<std::size_t>(graph.cells());
  const auto places = to_view<MemorySpace>("teaching::from", from);
  const auto reached = unset_view<Numbers>("teaching::reached", from.size());
  std::vector<std::int32_t> found(from.size(), -1), left(from.size());
  for (std::size_t q = 0; q < left.size(); ++q) left[q] = static_cast<std::int32_t>(q);
  for (; !left.empty(); room = std::min(2 * room, graph.cells())) {
    const std::uint64_t slot_bytes = sizeof(std::int32_t) * (1 + cells + static_cast<std::size_t>(room));
    const auto threads = static_cast<std::uint64_t>(backends::concurrency(execution).threads);
    const std::size_t slots = std::clamp<std::uint64_t>(bytes / slot_bytes, 1, std::min<std::uint64_t>(threads, left.size()));
    const CountReached<MemorySpace> kernel{graph,
                                           places,
                                           to_view<MemorySpace>("teaching::order", left),
                                           reached,
                                           steps,
                                           room,
                                           Kokkos::View<std::int32_t, MemorySpace>("teaching::taken"),
                                           Numbers("teaching::number", slots),
                                           Numbers("teaching::mark", slots * cells),
                                           unset_view<Numbers>("teaching::listed", slots * static_cast<std::size_t>(room))};
    backends::for_each(execution, "teaching::count_reached", static_cast<int>(slots), kernel);
    execution.fence();
    const auto host = host_view(reached);
    std::copy_n(host.data(), found.size(), found.begin());
    std::erase_if(left, [&](std::int32_t q) { return found[static_cast<std::size_t>(q)] >= 0; });
  }
  return found;
}

}  // namespace plethos::teaching
