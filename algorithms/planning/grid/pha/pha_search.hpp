#pragma once

#include "algorithms/planning/grid/pha/pha_parameters.hpp"
#include "algorithms/planning/grid/regions/region_search.hpp"

namespace plethos::planning {

/// The regions as the nodes of a graph, from the goal's region to the start's. Two regions that touch are as far apart as their
/// representatives. The search is Dijkstra's: there is no estimate.
template <class MemorySpace>
struct RegionGraph {
  const BlockRegions<MemorySpace>& regions;
  const RegionContacts<MemorySpace>& contacts;
  std::int32_t from, to;  ///< regions

  KOKKOS_INLINE_FUNCTION std::uint32_t distance(std::int32_t a, std::int32_t b) const {
    const auto& graph = regions.graph;
    const std::int32_t one = regions.representative(a);
    const std::int32_t other = regions.representative(b);
    const std::uint32_t length = graph.least_length(one % graph.width - other % graph.width, one / graph.width - other / graph.width);
    return length / (2 * graph.cheapest) * (graph.cost(one) + graph.cost(other));
  }
  KOKKOS_INLINE_FUNCTION std::int32_t sources() const { return 1; }
  KOKKOS_INLINE_FUNCTION NodeReach source(std::int32_t) const { return {to, 0, 0}; }
  KOKKOS_INLINE_FUNCTION Kokkos::pair<std::int32_t, std::int32_t> edges(std::int32_t region) const {
    return {contacts.first(region), contacts.first(region + 1)};
  }
  KOKKOS_INLINE_FUNCTION NodeReach edge(std::int32_t region, std::int32_t contact) const {
    const std::int32_t next = contacts.target(contact);
    return {next, distance(region, next), 0};
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t rest_behind(std::int32_t) const { return 0; }
  /// Half a block.
  KOKKOS_INLINE_FUNCTION std::uint32_t key_span() const { return regions.graph.cheapest * length_of_cell << (regions.shift - 1); }
  KOKKOS_INLINE_FUNCTION std::uint32_t end(std::int32_t region) const { return region == from ? 0u : longest_way; }

  /// Returns the first one of the regions beside another one over which a shortest way leads on from there to the goal.
  template <class Team>
  KOKKOS_INLINE_FUNCTION std::int32_t behind(const Team& team, const SearchSlot& memory, std::int32_t region) const {
    const std::int32_t begin = contacts.first(region);
    const std::uint32_t length = memory.nodes[region].length;
    return contacts.target(begin + team.first(contacts.first(region + 1) - begin, [&](std::int32_t k) {
      const std::int32_t next = contacts.target(begin + k);
      return memory.reached(next) && memory.nodes[next].length + distance(region, next) == length;
    }));
  }
};

/// Parallel Hierarchical A* (Caggianese and Erra 2014, section 4.2): Dijkstra's search for a way over the regions, and then A* in two of
/// them at a time.
template <class MemorySpace>
struct PhaSearch : RegionSearch<MemorySpace> {
  using Base = RegionSearch<MemorySpace>;
  using Base::contacts;
  using Base::regions;

  WayThrough through = WayThrough::entries;

  PhaSearch() = default;
  PhaSearch(const BlockRegions<MemorySpace>& of, const RegionContacts<MemorySpace>& between, WayThrough ways_through, bool pulls_ways)
      : Base(of, between, pulls_ways, of.count, 2ull * straight_length * of.graph.dearest * (4ull << of.shift)), through(ways_through) {}

  std::uint64_t bytes() const { return regions.bytes() + contacts.bytes(); }
  /// Searches a way between two passable cells by a team, and lists it in `memory`.
  template <class Team>
  KOKKOS_FUNCTION WayEnd operator()(const Team& team, SearchSlot& memory, std::int32_t from, std::int32_t to) const {
    const RegionGraph<MemorySpace> graph{regions, contacts, regions.region(from), regions.region(to)};
    const NodeSearchEnd end = search_nodes(team, graph, memory, this->shift, longest_way);
    if (!end.found) return end.too_long ? WayEnd::too_long : WayEnd::none;
    auto trail = this->trail(team, memory, from);
    const auto walk = this->walk(team, memory);
    std::int32_t region = graph.from;
    bool walks =
        through == WayThrough::entries || region == graph.to || walk.to_cell(trail, region, region, regions.representative(region));
    while (walks && region != graph.to) {
      const std::int32_t next = graph.behind(team, memory, region);
      walks =
          through == WayThrough::entries ? walk.into(trail, region, next) : walk.to_cell(trail, region, next, regions.representative(next));
      region = next;
    }
    if (!walks || !walk.to_cell(trail, region, region, to)) return WayEnd::too_long;
    return this->finish(team, trail, memory);
  }
};

}  // namespace plethos::planning
