#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/agents.hpp"

namespace plethos {

/// Writes what records say to the agents [first, first + records.size()) in host memory, and that they have the ids id_of(0), id_of(1), ...
template <class IdOf>
void set_agents(const Agents<Kokkos::HostSpace>& agents, std::int32_t first, std::span<const AgentRecord> records, const IdOf& id_of) {
  // So many records stay in a cache while each column is made of them.
  constexpr std::size_t block = 256;
  for (std::size_t from = 0; from < records.size(); from += block) {
    const std::span<const AgentRecord> some = records.subspan(from, std::min(block, records.size() - from));
    const std::int32_t at = first + static_cast<std::int32_t>(from);
    const auto count = static_cast<std::int32_t>(some.size());
    for_each_column(AgentColumns<Agents<Kokkos::HostSpace>>(), agents, [&](const auto& view, auto column) {
      if constexpr (column.has_field) {
        for (std::int32_t k = 0; k < count; ++k) set_field(view, at + k, some[static_cast<std::size_t>(k)].*column.field);
      }
    });
    for (std::int32_t k = 0; k < count; ++k) {
      agents.id(at + k) = id_of(static_cast<std::int32_t>(from) + k);
      if (agents.state(at + k) != active_state) agents.reciprocity(at + k) = 0;
    }
  }
}

/// Makes the agents [first, end) in host memory ones that have arrived, as padding is, with the ids first_id, first_id + 1, ...
void set_padding(const Agents<Kokkos::HostSpace>& agents, std::int32_t first, std::int32_t end, std::int32_t first_id);

}  // namespace plethos
