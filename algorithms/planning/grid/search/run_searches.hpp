#pragma once

#include <algorithm>

#include "algorithms/planning/grid/search/grid_ways.hpp"
#include "algorithms/planning/grid/search/search_slot.hpp"
#include "backends/teams.hpp"

namespace plethos::planning {

/// How a device launches searches: a warp for each, and registers for no more than 20 of them on each multiprocessor. With fewer a search
/// is faster, and with more there are others to run while it waits.
using SearchBounds = backends::Tuning::Searches;

/// Whether a search lists open nodes in memory that the threads of a warp share.
template <class Search>
inline constexpr bool lists_open_nodes = requires {
  requires Search::lists_open_nodes;
};

/// Searches a way between two passable cells, and leaves it in `memory`. A cell below 0 is none, and there is no way. All threads of a team
/// search together if the search is written for teams, with the team as its first argument. Otherwise one of them does: threads of a warp
/// that search apart wait for each other wherever their searches differ.
template <class Search, class Team>
KOKKOS_INLINE_FUNCTION WayEnd search_by(const Team& team, const Search& search, SearchSlot& memory, std::int32_t from, std::int32_t to) {
  if (from < 0 || to < 0) return WayEnd::none;
  if constexpr (requires { search(team, memory, from, to); }) {
    return search(team, memory, from, to);
  } else {
    WayEnd end = WayEnd::none;
    if (team.rank() == 0) end = search(memory, from, to);
    team.sync();
    return static_cast<WayEnd>(team.broadcast(static_cast<std::uint32_t>(end)));
  }
}

/// Returns the open nodes that the threads of a member's warp share; null if the search lists none.
template <class Search, class Member>
KOKKOS_INLINE_FUNCTION OpenNodes* shared_open_nodes(const Member& member) {
  if constexpr (lists_open_nodes<Search>) return backends::Block<Member>(member).template scratch<OpenNodes>(1);
  return nullptr;
}

/// Lets a team take the next one of some items that wait. Returns its number.
template <class Team>
KOKKOS_INLINE_FUNCTION std::int32_t take(const Team& team, std::int32_t& taken) {
  std::uint32_t own = 0;
  if (team.rank() == 0) own = static_cast<std::uint32_t>(Kokkos::atomic_fetch_add(&taken, 1));
  return static_cast<std::int32_t>(team.broadcast(own));
}

/// Lets a team call visit(number) for items that wait, one after the other, until all of them are taken. `taken` counts those that teams
/// have taken.
template <class Team, class Visit>
KOKKOS_INLINE_FUNCTION void take_all(const Team& team, std::int32_t& taken, std::int32_t waiting, const Visit& visit) {
  for (std::int32_t k = take(team, taken); k < waiting; k = take(team, taken)) visit(k);
}

/// Returns the number of searches that run at the same time. A multiprocessor runs up to 32 blocks, and they have a warp each.
template <class Execution>
int concurrent_searches(const Execution& execution) {
  const backends::Concurrency all = backends::concurrency(execution);
  return all.device ? std::max(1, all.threads / (2 * backends::warp_size)) : all.threads;
}

/// Runs a kernel over slots for searches. It calls kernel(slot) on a CPU, and kernel(member) by a warp on a device.
template <class Search, class Execution, class Kernel>
void for_each_slot(const Execution& execution, const char* label, int slots, const Kernel& kernel) {
  const std::size_t shared = lists_open_nodes<Search> ? sizeof(OpenNodes) + alignof(OpenNodes) : 0;
  backends::for_each_team(execution, label, slots, backends::warp_size, shared, kernel);
}

}  // namespace plethos::planning
