#pragma once

#include "algorithms/planning/grid/search/search_pool.hpp"
#include "algorithms/planning/grid/search/search_traits.hpp"

namespace plethos::planning {

/// Searches ways in a map, a query in each slot. A slot takes one query after the other until none is left, so that a long search holds
/// up nobody. `Search` is the planner's search over cells (astar/astar_search.hpp).
template <class MemorySpace, class Search>
struct SearchWays {
  static constexpr int grain = 1;
  using launch_bounds = SearchBounds;
  Search search;
  SearchPool<MemorySpace> pool;
  GridWays<MemorySpace> ways;
  Kokkos::View<const std::int32_t*, MemorySpace> order;  ///< the queries to be answered; empty: all
  std::int32_t waiting;                                  ///< how many queries these are

  KOKKOS_FUNCTION void operator()(int slot) const { work(backends::OneThread(), slot, nullptr); }
  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    work(backends::Warp(), member.league_rank(), shared_open_nodes<Search>(member));
  }
  /// Lets a team answer queries in a slot until none is left. `open`: see SearchSlot.
  template <class Team>
  KOKKOS_INLINE_FUNCTION void work(const Team& team, int slot, OpenNodes* open) const {
    take_all(team, ways.counts().taken, waiting, [&](std::int32_t k) { answer(team, slot, open, order.size() > 0 ? order(k) : k); });
  }

 private:
  template <class Team>
  KOKKOS_INLINE_FUNCTION void answer(const Team& team, int slot, OpenNodes* open, int q) const {
    const std::int32_t from = ways.from(q);
    const std::int32_t to = ways.to(q);
    SearchSlot memory = pool.begin(team, slot, open);
    const WayEnd end = search_by(team, search, memory, from, to);
    if (team.rank() == 0) list(memory, q, end, from, to);
  }
  KOKKOS_INLINE_FUNCTION void list(const SearchSlot& memory, int q, WayEnd end, std::int32_t from, std::int32_t to) const {
    ways.count(q) = 0;
    if (end == WayEnd::starved) return ways.starve(q);
    if (end == WayEnd::too_long) Kokkos::atomic_add(&ways.counts().too_long, 1);
    if (end != WayEnd::found) return;
    if constexpr (lists_ways<Search>) {
      if (*memory.count > search.capacity) return ways.lack(q, *memory.count);
    }
    std::int32_t count = 1;
    search.for_each_bend(memory, from, to, [&](std::int32_t) { ++count; });
    const std::int64_t first = ways.claim(q, count);
    if (first < 0) return;
    std::int64_t at = first + count;
    search.for_each_bend(memory, from, to, [&](std::int32_t cell) { ways.cells(--at) = cell; });
    ways.cells(first) = from;
  }
};

}  // namespace plethos::planning
