#include "algorithms/planning/grid/gates/gate_fields.hpp"

#include <algorithm>

#include "algorithms/planning/grid/gates/gate_field_kernel.hpp"
#include "backends/instantiate.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

template <class Execution>
void make_gate_fields(const Execution& execution, const BlockRegions<typename Execution::memory_space>& regions,
                      const RegionContacts<typename Execution::memory_space>& contacts,
                      KeptGateFields<typename Execution::memory_space>& kept) {
  GateFields<typename Execution::memory_space>& fields = kept.fields;
  fields.shift = 2 * regions.shift;
  const std::size_t size = static_cast<std::size_t>(contacts.count()) << fields.shift;
  fields.length = claim_view("plethos::gates::length", size, kept.lengths);
  fields.step = claim_view("plethos::gates::step", size, kept.steps);
  const backends::ByTeam<FillGateField<typename Execution::memory_space>> kernel{{regions, contacts, fields}};
  const int members = std::clamp(regions.cells_of_block(), backends::warp_size, most_cells);
  backends::for_each_team(execution, "plethos::gates::fields", contacts.count(), members, kernel.scratch_bytes(), kernel);
}

#define PLETHOS_GATE_FIELDS(Execution)                                                           \
  template void make_gate_fields(const Execution&, const BlockRegions<Execution::memory_space>&, \
                                 const RegionContacts<Execution::memory_space>&, KeptGateFields<Execution::memory_space>&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_GATE_FIELDS);
#undef PLETHOS_GATE_FIELDS

}  // namespace plethos::planning
