#include "core/agents.hpp"

namespace plethos {

namespace {

/// Makes `count` agents; id_of(i) is the id of the i-th.
template <class IdOf>
Agents<Kokkos::HostSpace> make(std::span<const AgentRecord> records, std::int32_t count, std::int32_t capacity, std::int32_t words,
                               const IdOf& id_of) {
  Agents<Kokkos::HostSpace> agents(capacity, words);
  agents.hold(count);
  for_each_column(AgentColumns<Agents<Kokkos::HostSpace>>(), agents, [&](const auto& view, auto column) {
    if constexpr (column.has_field) {
      const AgentRecord nobody;
      for (std::int32_t i = 0; i < count; ++i) set_field(view, i, records[static_cast<std::size_t>(i)].*column.field);
      for (std::int32_t i = count; i < agents.stride; ++i) set_field(view, i, nobody.*column.field);
    }
  });
  for (std::int32_t i = 0; i < agents.stride; ++i) {
    agents.id(i) = i < count ? id_of(i) : static_cast<std::uint32_t>(i);
    if (i >= count) agents.state(i) = arrived_state;
    if (agents.state(i) != active_state) agents.reciprocity(i) = 0;
  }
  return agents;
}

}  // namespace

Agents<Kokkos::HostSpace> make_agents(std::span<const AgentRecord> records, std::int32_t words) {
  const auto count = static_cast<std::int32_t>(records.size());
  return make(records, count, count, words, [](std::int32_t i) { return static_cast<std::uint32_t>(i); });
}

Agents<Kokkos::HostSpace> make_agents(std::span<const AgentRecord> records, std::span<const std::uint32_t> ids, std::int32_t capacity,
                                      std::int32_t words) {
  return make(records, static_cast<std::int32_t>(ids.size()), capacity, words,
              [&](std::int32_t i) { return ids[static_cast<std::size_t>(i)]; });
}

}  // namespace plethos
