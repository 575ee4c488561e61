#pragma once

#include "algorithms/planning/grid/regions/node_search.hpp"
#include "algorithms/planning/grid/regions/region_contacts.hpp"
#include "algorithms/planning/grid/regions/region_walk.hpp"
#include "algorithms/planning/grid/regions/trail.hpp"
#include "algorithms/planning/grid/search/grid_ways.hpp"

namespace plethos::planning {

/// What searches have in common that find a way over nodes of regions first, and list the way over cells as they walk it.
template <class MemorySpace>
struct RegionSearch {
  BlockRegions<MemorySpace> regions;
  RegionContacts<MemorySpace> contacts;
  bool pulls = false;
  std::int32_t way_nodes = 0;     ///< that ways are found over first
  std::int64_t capacity = 0;      ///< cells of a way's list
  int shift = 0, cell_shift = 0;  ///< of the queues of both searches

  RegionSearch() = default;
  /// `longest_edge`: no edge between two nodes is longer.
  RegionSearch(const BlockRegions<MemorySpace>& of, const RegionContacts<MemorySpace>& between, bool pulls_ways, std::int32_t nodes_of_ways,
               std::uint64_t longest_edge)
      : regions(of),
        contacts(between),
        pulls(pulls_ways),
        way_nodes(nodes_of_ways),
        capacity(first_capacity),
        shift(bucket_shift<SmallQueue>(2 * longest_edge)),
        cell_shift(bucket_shift<SmallQueue>(4ull * diagonal_length * of.graph.dearest)) {}

  const GridGraph<MemorySpace>& grid() const { return regions.graph; }
  SlotShape shape() const { return {way_nodes + RegionWindow<MemorySpace>::nodes(regions.shift), 0, capacity, SmallQueue::buckets}; }
  /// A warp lists its open nodes in the memory that its threads share.
  static constexpr bool lists_open_nodes = true;

  /// Returns what the search of a map claims at least, beside the graph: the regions' numbers. How many regions there are, and what
  /// searches over them need, shows when they are found.
  static std::uint64_t least_bytes(std::int64_t cells) { return sizeof(std::int32_t) * static_cast<std::uint64_t>(cells); }

  template <class Team>
  KOKKOS_INLINE_FUNCTION Trail<MemorySpace, Team> trail(const Team& team, const SearchSlot& memory, std::int32_t from) const {
    return {team, regions.graph, memory.listed, capacity, pulls, from};
  }
  template <class Team>
  KOKKOS_INLINE_FUNCTION RegionWalk<MemorySpace, Team> walk(const Team& team, const SearchSlot& memory) const {
    return {team, regions, memory, way_nodes, cell_shift};
  }
  /// Ends the list of a way.
  template <class Team>
  KOKKOS_INLINE_FUNCTION WayEnd finish(const Team& team, Trail<MemorySpace, Team>& way, const SearchSlot& memory) const {
    way.finish();
    if (team.rank() == 0) *memory.count = way.count();
    return WayEnd::found;
  }
  /// As AstarSearch::for_each_bend(), for the cells of the list.
  template <class Visit>
  KOKKOS_FUNCTION void for_each_bend(const SearchSlot& memory, std::int32_t, std::int32_t, const Visit& visit) const {
    visit_listed(memory, capacity, visit);
  }
};

}  // namespace plethos::planning
