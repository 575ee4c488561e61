#pragma once

#include "algorithms/planning/grid/rtaa/agent_walks.hpp"
#include "algorithms/planning/grid/rtaa/episode.hpp"
#include "algorithms/planning/grid/search/grid_ways.hpp"
#include "algorithms/planning/grid/search/search_pool.hpp"

namespace plethos::planning {

/// Real-Time Adaptive A* (Koenig and Likhachev 2006): an agent looks ahead by A* until it has expanded `lookahead` cells, learns better
/// estimates for them, and walks to the best cell that it has seen. It does so until it arrives. The way is the one that it walks, also
/// where it comes to a cell again. What it learns lies in the search's slot.
template <class MemorySpace>
struct RtaaSearch {
  using Walks = AgentWalks<MemorySpace>;

  GridGraph<MemorySpace> graph;
  Kokkos::View<const std::int32_t*, MemorySpace> connected;  ///< as find_connected_cells() returns it
  std::int32_t lookahead = 1;
  LearnedShape learned;
  std::int64_t capacity = 0;  ///< cells of a way's list

  RtaaSearch() = default;
  RtaaSearch(const GridGraph<MemorySpace>& map, const Kokkos::View<std::int32_t*, MemorySpace>& connected_cells, std::int32_t expansions)
      : graph(map),
        connected(connected_cells),
        lookahead(expansions),
        learned(LearnedShape::first(map.cells(), Episodes<MemorySpace>::cells(expansions, map.cells()))),
        capacity(first_capacity + expansions) {}

  std::uint64_t bytes() const { return graph.bytes() + sizeof(std::int32_t) * connected.size(); }
  /// As RegionSearch::least_bytes(): the numbers of connected parts.
  static std::uint64_t least_bytes(std::int64_t cells) { return sizeof(std::int32_t) * static_cast<std::uint64_t>(cells); }
  SlotShape shape() const { return {learned.places, Episodes<MemorySpace>::numbers(lookahead, graph.cells()), capacity, 0}; }

  /// Gives the searches to come more memory for what they learn.
  void grow() { learned = learned.grown(graph.cells()); }
  /// Gives searches as much memory as those of another one have, as far as the map can need it.
  void grow_as(const RtaaSearch& other) {
    while (learned.shift != 0 && learned.places < other.learned.places) grow();
  }
  /// Gives searches as much memory as any of them can need.
  void grow_fully() { learned = LearnedShape::whole(graph.cells()); }

  /// Walks from a passable cell to another, and lists the way in `memory`.
  KOKKOS_FUNCTION WayEnd operator()(const SearchSlot& memory, std::int32_t from, std::int32_t to) const {
    BendList<MemorySpace> way(graph, memory.listed, 0, capacity, from);
    KeptWalk nothing;
    const WayEnd end = walk(memory, to, way, INT32_MAX, nothing);
    *memory.count = way.count();
    return end;
  }
  /// Does the same until more than `first` + `cells` cells would be listed, and lists only those from number `first` on. There is room for
  /// as many, and for lookahead + 1 more. It goes on from where the agent's kept walk is, if that leads there, and keeps it. What it finds
  /// does not depend on that. *memory.count is the number of cells of the whole list, or some number above `first` + `cells`.
  KOKKOS_FUNCTION WayEnd part(const SearchSlot& memory, KeptWalk& kept, std::int32_t from, std::int32_t to, std::int32_t first,
                              std::int32_t cells) const {
    const bool goes_on = kept.leads_to(from, to, first);
    if (!goes_on) kept.begin(from, to);
    const std::int64_t all = std::int64_t{cells} + lookahead + 1;
    auto way = goes_on ? kept.go_on(graph, memory.listed, first, all) : BendList<MemorySpace>(graph, memory.listed, first, all, from);
    const WayEnd end = walk(memory, to, way, first + cells, kept);
    *memory.count = way.end() == to ? way.count() : first + cells + 1;
    // The next part begins with the last cell of this one.
    if (end == WayEnd::found) kept.save(way, Kokkos::min(way.count(), first + cells - 1));
    return end;
  }
  /// As AstarSearch::for_each_bend().
  template <class Visit>
  KOKKOS_FUNCTION void for_each_bend(const SearchSlot& memory, std::int32_t, std::int32_t, const Visit& visit) const {
    visit_listed(memory, capacity, visit);
  }

 private:
  /// Walks to the goal, or until `most` cells are listed and the way goes on.
  KOKKOS_INLINE_FUNCTION WayEnd walk(const SearchSlot& memory, std::int32_t to, BendList<MemorySpace>& way, std::int32_t most,
                                     KeptWalk& kept) const {
    if (connected(way.end()) != connected(to)) return WayEnd::none;
    Episodes<MemorySpace> episodes(graph, LearnedCells{memory, learned, kept}, lookahead, to);
    while (way.end() != to) {
      if (way.count() >= most) return WayEnd::found;
      if (!episodes.has_room()) return WayEnd::starved;
      kept.save_last(way);
      if (!episodes.walk(way)) return WayEnd::too_long;
    }
    way.finish();
    return WayEnd::found;
  }
};

}  // namespace plethos::planning
