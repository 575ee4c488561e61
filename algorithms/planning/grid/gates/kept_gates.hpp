#pragma once

#include "algorithms/planning/grid/gates/gate_landmarks.hpp"
#include "algorithms/planning/grid/regions/kept_region_graph.hpp"

namespace plethos::planning {

/// What a search over the gates of a map is made of, with the memory that it lies in.
template <class MemorySpace>
struct KeptGates {
  KeptRegionGraph<MemorySpace> graph;
  KeptGateFields<MemorySpace> fields;
  KeptGateEdges<MemorySpace> edges;
  KeptGateLandmarks<MemorySpace> landmarks;

  /// Returns the bytes besides those of what a search is made of.
  std::uint64_t bytes() const { return graph.bytes() + fields.bytes() + edges.bytes() + landmarks.bytes(); }
};

/// Makes fields, edges and landmarks for the regions and contacts in `kept.graph`, which are runs. Cost and memory: make_gate_fields(),
/// make_gate_edges() and make_gate_landmarks(). Waits.
template <class Execution>
void make_gates(const Execution& execution, KeptGates<typename Execution::memory_space>& kept) {
  const auto& regions = kept.graph.regions.regions;
  const auto& contacts = kept.graph.contacts.contacts;
  make_gate_fields(execution, regions, contacts, kept.fields);
  make_gate_edges(execution, regions, contacts, kept.fields.fields, kept.edges);
  make_gate_landmarks(execution, regions, contacts, kept.fields.fields, kept.edges.edges, kept.landmarks);
  execution.fence();
}

}  // namespace plethos::planning
