#pragma once

#include "algorithms/planning/grid/search/run_searches.hpp"
#include "algorithms/planning/grid/search/search_pool.hpp"
#include "algorithms/planning/grid/search/search_traits.hpp"
#include "algorithms/planning/grid/ways/grid_searches.hpp"

namespace plethos::planning {

/// Searches the agents' ways, an agent in each slot; a slot takes one agent after the other.
template <class MemorySpace, class Search>
struct SearchAgentWays {
  static constexpr int grain = 1;
  using launch_bounds = SearchBounds;
  GridFollowing<MemorySpace> following;
  Search search;
  SearchPool<MemorySpace> pool;
  typename WalksOf<Search>::type walks;
  TileFrame tiles;
  SeekerCounts<MemorySpace> counts;

  KOKKOS_FUNCTION void operator()(int slot) const { work(backends::OneThread(), slot, nullptr); }
  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    work(backends::Warp(), member.league_rank(), shared_open_nodes<Search>(member));
  }

 private:
  template <class Team>
  KOKKOS_INLINE_FUNCTION void work(const Team& team, int slot, OpenNodes* open) const {
    const std::uint32_t now = following.scene.step() & 1;
    if (slot == 0 && team.rank() == 0) {
      // The next step finds its counts at zero.
      counts(1 - now) = 0;
      counts(3 - now) = 0;
    }
    take_all(team, counts(2 + now), counts(now), [&](std::int32_t k) { answer(team, slot, open, following.scene.scratch(k)); });
  }
  template <class Team>
  KOKKOS_INLINE_FUNCTION void answer(const Team& team, int slot, OpenNodes* open, int i) const {
    SearchSlot memory = pool.begin(team, slot, open);
    if constexpr (finds_parts<Search>) {
      if (team.rank() == 0) list_part(memory, i);
    } else {
      const std::int32_t from = following.cell_near(following.position(i));
      const std::int32_t to = following.cell_near(following.goal(i));
      const WayEnd end = search_by(team, search, memory, from, to);
      if (team.rank() == 0) list_way(memory, i, end, from, to);
    }
  }

  // A list begins with the cell where the agent is. It ends with the cell that the goal belongs to, listed once more for the goal itself:
  // the goal may lie beside that cell, and is sure to be seen from there alone.

  KOKKOS_INLINE_FUNCTION void list_way(const SearchSlot& memory, int i, WayEnd end, std::int32_t from, std::int32_t to) const {
    const WayList<MemorySpace> way = following.list(i);
    if (end != WayEnd::found) return way.begin(0, true);
    std::int32_t count = 2;
    search.for_each_bend(memory, from, to, [&](std::int32_t) { ++count; });
    way.begin(count < listed_cells ? count : listed_cells, count <= listed_cells);
    way.list(0, from);
    if (count <= listed_cells) way.list(count - 1, to);
    std::int32_t k = count - 1;
    std::int32_t ahead = to;
    WayTiles crossed;
    search.for_each_bend(memory, from, to, [&](std::int32_t cell) {
      if (--k < listed_cells) way.list(k, cell);
      crossed.add_leg(tiles, cell, ahead);
      ahead = cell;
    });
    crossed.add_leg(tiles, from, ahead);
    if constexpr (lists_ways<Search>) {
      // Where the rest of the way leads was not listed.
      if (*memory.count > search.capacity) crossed.add_all();
    }
    way.cross(crossed);
    following.advance(i);
  }

  /// An agent whose list ends goes on with the same way.
  KOKKOS_INLINE_FUNCTION void list_part(const SearchSlot& memory, int i) const {
    const PlanningScene<MemorySpace>& scene = following.scene;
    const WayList<MemorySpace> way = following.list(i);
    const WayPart<MemorySpace> part(scene.agents.memory, scene.first_word, i);
    auto kept = walks.walk(scene.agents, i, scene.step());
    if (way.searched()) {
      part.go_on(way.count() - 1);
      walks.count(kept.ends_at(part.from(), part.to(), part.first()));
    } else {
      part.begin(following.cell_near(following.position(i)), following.cell_near(following.goal(i)));
    }
    const std::int32_t from = part.from();
    const std::int32_t to = part.to();
    const bool found = from >= 0 && to >= 0 && search.part(memory, kept, from, to, part.first(), listed_cells) == WayEnd::found;
    const std::int32_t left = found ? *memory.count - part.first() : 0;
    // The goal itself is listed, too.
    const bool whole = left < listed_cells;
    if (whole) walks.leave(scene.agents, i);
    if (!found) return way.begin(0, true);
    const std::int32_t listed = whole ? left : listed_cells;
    way.begin(whole ? listed + 1 : listed, whole);
    for (std::int32_t k = 0; k < listed; ++k) way.list(k, memory.listed[k]);
    if (whole) way.list(listed, to);
    // What the search will find behind the listed part depends on all that it may see.
    WayTiles crossed;
    crossed.add_all();
    way.cross(crossed);
    following.advance(i);
  }
};

}  // namespace plethos::planning
