#include "core/agents.hpp"

#include <algorithm>
#include <vector>

#include "core/set_agents.hpp"

namespace plethos {

namespace {

/// Makes an agent of each record; id_of(i) is the id of the i-th.
template <class IdOf>
Agents<Kokkos::HostSpace> make(std::span<const AgentRecord> records, std::int32_t capacity, std::int32_t words, const IdOf& id_of) {
  Agents<Kokkos::HostSpace> agents(capacity, words);
  agents.hold(static_cast<std::int32_t>(records.size()));
  set_agents(agents, 0, records, id_of);
  set_padding(agents, agents.count, agents.stride, agents.count);
  return agents;
}

}  // namespace

void set_padding(const Agents<Kokkos::HostSpace>& agents, std::int32_t first, std::int32_t end, std::int32_t first_id) {
  AgentRecord nobody;
  nobody.state = AgentState::arrived;
  const std::vector<AgentRecord> nobodies(256, nobody);
  while (first < end) {
    const std::size_t count = std::min(nobodies.size(), static_cast<std::size_t>(end - first));
    set_agents(agents, first, std::span(nobodies).first(count), [&](std::int32_t k) { return static_cast<std::uint32_t>(first_id + k); });
    first += static_cast<std::int32_t>(count);
    first_id += static_cast<std::int32_t>(count);
  }
}

Agents<Kokkos::HostSpace> make_agents(std::span<const AgentRecord> records, std::int32_t words) {
  const auto count = static_cast<std::int32_t>(records.size());
  return make(records, count, words, [](std::int32_t i) { return static_cast<std::uint32_t>(i); });
}

Agents<Kokkos::HostSpace> make_agents(std::span<const AgentRecord> records, std::span<const std::uint32_t> ids, std::int32_t capacity,
                                      std::int32_t words) {
  return make(records, capacity, words, [&](std::int32_t i) { return ids[static_cast<std::size_t>(i)]; });
}

}  // namespace plethos
