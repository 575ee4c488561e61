#pragma once

#include "algorithms/planning/pha/pha_parameters.hpp"
#include "algorithms/planning/regions/region_search.hpp"

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
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void for_each_source(const Visit& visit) const {
    visit(to, 0u, -1, 0u);
  }
  template <class Visit>
  KOKKOS_INLINE_FUNCTION void for_each_neighbor(std::int32_t region, const Visit& visit) const {
    for (std::int32_t k = contacts.first(region); k < contacts.first(region + 1); ++k) {
      const std::int32_t next = contacts.target(k);
      visit(next, distance(region, next), contacts.mate(k), 0u);
    }
  }
  KOKKOS_INLINE_FUNCTION std::uint32_t end(std::int32_t region) const { return region == from ? 0u : longest_way; }
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
  /// Searches a way between two passable cells, and lists it in `memory`.
  KOKKOS_FUNCTION WayEnd operator()(const SearchSlot& memory, std::int32_t from, std::int32_t to) const {
    const RegionGraph<MemorySpace> graph{regions, contacts, regions.region(from), regions.region(to)};
    const NodeSearchEnd end = search_nodes(graph, memory, this->shift, longest_way);
    if (end.node < 0) return end.too_long ? WayEnd::too_long : WayEnd::none;
    Trail<MemorySpace> trail = this->trail(memory, from);
    const RegionWalk<MemorySpace> walk = this->walk(memory);
    std::int32_t region = graph.from;
    if (through == WayThrough::representatives && region != graph.to) walk.to_cell(trail, region, region, regions.representative(region));
    while (region != graph.to) {
      const std::int32_t next = contacts.target(memory.parent[region]);
      if (through == WayThrough::entries) {
        walk.into(trail, region, next);
      } else {
        walk.to_cell(trail, region, next, regions.representative(next));
      }
      region = next;
    }
    walk.to_cell(trail, region, region, to);
    return this->finish(trail, memory);
  }
};

}  // namespace plethos::planning
