#include "algorithms/planning/grid/gates/gate_edges.hpp"

#include "backends/instantiate.hpp"
#include "backends/scan.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

template <class MemorySpace>
struct CountGateEdges {
  RegionContacts<MemorySpace> contacts;
  GateEdges<MemorySpace> edges;

  KOKKOS_FUNCTION void operator()(int contact) const {
    if (contact == contacts.count()) {
      edges.first(contact) = 0;
      return;
    }
    const std::int32_t region = contacts.region(contact);
    edges.first(contact) = contacts.first(region + 1) - contacts.first(region) - 1;
  }
};

template <class MemorySpace>
struct ListGateEdges {
  BlockRegions<MemorySpace> regions;
  RegionContacts<MemorySpace> contacts;
  GateFields<MemorySpace> fields;
  GateEdges<MemorySpace> edges;

  KOKKOS_FUNCTION void operator()(int contact) const {
    const std::int32_t region = contacts.region(contact);
    std::int32_t at = edges.first(contact);
    for (std::int32_t k = contacts.first(region); k < contacts.first(region + 1); ++k) {
      if (k == contact) continue;
      const std::int32_t next = contacts.mate(k);
      const std::int32_t cell = contacts.cell(next);
      const std::uint32_t within = fields.between(regions, contacts, contact, k);
      edges.edge(at++) = {next, gate_crossing(regions, contacts, k) + within, cell % regions.graph.width, cell / regions.graph.width};
    }
  }
};

template <class Execution>
void make_gate_edges(const Execution& execution, const BlockRegions<typename Execution::memory_space>& regions,
                     const RegionContacts<typename Execution::memory_space>& contacts,
                     const GateFields<typename Execution::memory_space>& fields, KeptGateEdges<typename Execution::memory_space>& kept) {
  using MemorySpace = typename Execution::memory_space;
  const std::int32_t count = contacts.count();
  const std::size_t places = static_cast<std::size_t>(count) + 1;
  GateEdges<MemorySpace>& edges = kept.edges;
  edges.first = claim_view("plethos::gates::first_edge", places, kept.firsts);
  const auto block_sums = claim_view("plethos::gates::block_sums", places / backends::scan_block + 1, kept.block_sums);
  backends::for_each(execution, "plethos::gates::count_edges", count + 1, CountGateEdges<MemorySpace>{contacts, edges});
  const auto listed = static_cast<std::size_t>(backends::places_of_counts(execution, "plethos::gates::scan", edges.first, block_sums));
  edges.edge = claim_view("plethos::gates::edges", listed, kept.claimed);
  backends::for_each(execution, "plethos::gates::list_edges", count, ListGateEdges<MemorySpace>{regions, contacts, fields, edges});
}

#define PLETHOS_GATE_EDGES(Execution)                                                                                       \
  template void make_gate_edges(const Execution&, const BlockRegions<Execution::memory_space>&,                             \
                                const RegionContacts<Execution::memory_space>&, const GateFields<Execution::memory_space>&, \
                                KeptGateEdges<Execution::memory_space>&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_GATE_EDGES);
#undef PLETHOS_GATE_EDGES

}  // namespace plethos::planning
