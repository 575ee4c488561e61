#include "core/agents.hpp"

namespace plethos {

namespace {

/// Makes `count` agents; id_of(i) is the id of the i-th.
template <class IdOf>
Agents<Kokkos::HostSpace> make(std::span<const AgentRecord> records, std::int32_t count, std::int32_t capacity, std::int32_t words,
                               const IdOf& id_of) {
  Agents<Kokkos::HostSpace> agents(capacity, words);
  agents.hold(count);
  for (std::int32_t i = 0; i < agents.stride; ++i) {
    AgentRecord record;
    const std::uint32_t id = i < count ? id_of(i) : static_cast<std::uint32_t>(i);
    if (i < count) record = records[static_cast<std::size_t>(i)];
    const bool yields = i < count && record.state == AgentState::active;
    agents.id(i, 0) = id;
    agents.id(i, 1) = 0;
    agents.position(i, 0) = record.position.x;
    agents.position(i, 1) = record.position.y;
    agents.velocity(i, 0) = record.velocity.x;
    agents.velocity(i, 1) = record.velocity.y;
    agents.radius(i) = record.radius;
    agents.preferred_speed(i) = record.preferred_speed;
    agents.maximum_speed(i) = record.maximum_speed;
    agents.maximum_acceleration(i) = record.maximum_acceleration;
    agents.goal_radius(i) = record.goal_radius;
    agents.reciprocity(i) = yields ? record.reciprocity : 0.f;
    agents.aggression(i) = record.aggression;
    agents.goal(i) = record.goal;
    agents.state(i) = static_cast<std::int32_t>(i < count ? record.state : AgentState::arrived);
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
