#include "algorithms/planning/gates/gate_edges.hpp"

#include "backends/instantiate.hpp"
#include "backends/scan.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

template <class MemorySpace>
struct CountGateEdges {
  RegionContacts<MemorySpace> contacts;
  GateEdges<MemorySpace> edges;

  KOKKOS_FUNCTION void operator()(int contact) const {
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
GateEdges<typename Execution::memory_space> make_gate_edges(const Execution& execution,
                                                            const BlockRegions<typename Execution::memory_space>& regions,
                                                            const RegionContacts<typename Execution::memory_space>& contacts,
                                                            const GateFields<typename Execution::memory_space>& fields) {
  using MemorySpace = typename Execution::memory_space;
  const std::int32_t count = contacts.count();
  GateEdges<MemorySpace> edges;
  edges.first = decltype(edges.first)("plethos::gates::first_edge", count + 1);
  backends::for_each(execution, "plethos::gates::count_edges", count, CountGateEdges<MemorySpace>{contacts, edges});
  const std::int32_t listed = backends::places_of_counts(execution, "plethos::gates::scan", edges.first);
  edges.edge = unset_view<decltype(edges.edge)>("plethos::gates::edges", static_cast<std::size_t>(listed));
  backends::for_each(execution, "plethos::gates::list_edges", count, ListGateEdges<MemorySpace>{regions, contacts, fields, edges});
  execution.fence();
  return edges;
}

#define PLETHOS_GATE_EDGES(Execution)                                                                                         \
  template GateEdges<Execution::memory_space> make_gate_edges(const Execution&, const BlockRegions<Execution::memory_space>&, \
                                                              const RegionContacts<Execution::memory_space>&,                 \
                                                              const GateFields<Execution::memory_space>&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_GATE_EDGES);
#undef PLETHOS_GATE_EDGES

}  // namespace plethos::planning
