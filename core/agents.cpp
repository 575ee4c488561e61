#include "core/agents.hpp"

namespace plethos {

Agents<Kokkos::HostSpace> make_agents(std::span<const AgentRecord> records, std::int32_t words) {
  const auto count = static_cast<std::int32_t>(records.size());
  Agents<Kokkos::HostSpace> agents(count, words);
  for (std::int32_t i = 0; i < agents.stride; ++i) {
    AgentRecord record;
    if (i < count) record = records[static_cast<std::size_t>(i)];
    const bool yields = i < count && record.state == AgentState::active;
    agents.id(i, 0) = static_cast<std::uint32_t>(i);
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

}  // namespace plethos
