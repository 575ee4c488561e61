#pragma once

#include "algorithms/planning/grid/regions/region_contacts.hpp"
#include "algorithms/planning/paths.hpp"
#include "core/copy_view.hpp"

namespace plethos::planning {

/// Returns the regions of a map and, for its nodes, the centers of `cells`, in main memory. The caller adds the edges.
template <class MemorySpace>
AbstractGraph graph_of_regions(const WorldGrid& grid, const BlockRegions<MemorySpace>& regions,
                               const typename RegionContacts<MemorySpace>::Numbers& cells) {
  AbstractGraph graph;
  graph.block = regions.side();
  const auto region = host_view(regions.region);
  graph.region.assign(region.data(), region.data() + region.size());
  const auto cell = host_view(cells);
  for (std::size_t k = 0; k < cell.size(); ++k) graph.nodes.push_back(grid.center(grid.cell(static_cast<std::size_t>(cell(k)))));
  return graph;
}

/// Returns the graph of regions: an edge joins two of them that touch. `contacts` are pairs. Cost: a copy of the lists.
template <class MemorySpace>
AbstractGraph region_graph(const WorldGrid& grid, const BlockRegions<MemorySpace>& regions, const RegionContacts<MemorySpace>& contacts) {
  AbstractGraph graph = graph_of_regions(grid, regions, regions.representative);
  const auto first = host_view(contacts.first);
  const auto target = host_view(contacts.target);
  for (std::int32_t r = 0; r < regions.count; ++r) {
    for (std::int32_t k = first(r); k < first(r + 1); ++k) {
      if (r < target(k)) graph.edges.push_back({r, target(k)});
    }
  }
  return graph;
}

/// Returns the graph of gates: its nodes are the contacts, and an edge joins the two of a gate, and any two of a region. Cost: for each
/// region the square of its contacts.
template <class MemorySpace>
AbstractGraph gate_graph(const WorldGrid& grid, const BlockRegions<MemorySpace>& regions, const RegionContacts<MemorySpace>& contacts) {
  AbstractGraph graph = graph_of_regions(grid, regions, contacts.cell);
  const auto first = host_view(contacts.first);
  const auto mate = host_view(contacts.mate);
  for (std::int32_t r = 0; r < regions.count; ++r) {
    for (std::int32_t k = first(r); k < first(r + 1); ++k) {
      if (k < mate(k)) graph.edges.push_back({k, mate(k)});
      for (std::int32_t other = k + 1; other < first(r + 1); ++other) graph.edges.push_back({k, other});
    }
  }
  return graph;
}

}  // namespace plethos::planning
