#pragma once

#include "algorithms/planning/grid/gates/gate_fields.hpp"

namespace plethos::planning {

/// Returns the length of the step from a contact's cell to the one across.
template <class MemorySpace>
KOKKOS_INLINE_FUNCTION std::uint32_t gate_crossing(const BlockRegions<MemorySpace>& regions, const RegionContacts<MemorySpace>& contacts,
                                                   std::int32_t contact) {
  return straight_length * (regions.graph.cost(contacts.cell(contact)) + regions.graph.cost(contacts.cell(contacts.mate(contact))));
}

/// An edge between two gates of a region.
struct GateEdge {
  std::int32_t next;         ///< the contact by which a way enters the region: an entry of the region that it comes from
  std::uint32_t length;      ///< from the cell of `next` across and on to the cell of the gate by which the way leaves the region
  std::int32_t column, row;  ///< of the cell of `next`
};

/// Of each contact by which a way leaves its region, the edges to all others by which it may have entered.
template <class MemorySpace>
struct GateEdges {
  Kokkos::View<std::int32_t*, MemorySpace> first;  ///< of each contact its first edge, and at the end the number of edges
  Kokkos::View<GateEdge*, MemorySpace> edge;

  std::uint64_t bytes() const { return 4 * first.size() + sizeof(GateEdge) * edge.size(); }
};

/// Edges with the memory that they lie in, which may be larger.
template <class MemorySpace>
struct KeptGateEdges {
  GateEdges<MemorySpace> edges;
  decltype(edges.first) firsts, block_sums;
  decltype(edges.edge) claimed;

  /// Returns the bytes besides those of `edges`.
  std::uint64_t bytes() const { return 4 * (firsts.size() + block_sums.size()) + sizeof(GateEdge) * claimed.size() - edges.bytes(); }
};

/// Lists the edges. Memory is claimed as claim_view() says. Cost: for each region the square of its contacts. One number is copied to the
/// host. Returns before the edges are there.
template <class Execution>
void make_gate_edges(const Execution& execution, const BlockRegions<typename Execution::memory_space>& regions,
                     const RegionContacts<typename Execution::memory_space>& contacts,
                     const GateFields<typename Execution::memory_space>& fields, KeptGateEdges<typename Execution::memory_space>& kept);

}  // namespace plethos::planning
