#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <span>

#include "core/vec2.hpp"

namespace plethos {

enum class AgentState : std::int32_t {
  active = 0,   ///< heads for its goal and avoids others
  arrived = 1,  ///< has reached its goal; it stands there and is avoided, or has left, by Parameters::leave_on_arrival
  passive = 2,  ///< moves at its constant velocity, avoids nobody and is avoided by all (Bleiweiss' dynamic obstacle)
  settled = 3,  ///< has arrived, and one more step is done; a simulation sets it after `arrived`
  absent = 4,   ///< is not in the scene; it may join later (WorldChange::joining), or it has left
};

/// The states as numbers, which columns of agents hold and kernels compare.
inline constexpr auto active_state = static_cast<std::int32_t>(AgentState::active);
inline constexpr auto arrived_state = static_cast<std::int32_t>(AgentState::arrived);
inline constexpr auto passive_state = static_cast<std::int32_t>(AgentState::passive);
inline constexpr auto settled_state = static_cast<std::int32_t>(AgentState::settled);
inline constexpr auto absent_state = static_cast<std::int32_t>(AgentState::absent);

/// One agent as a scenario describes it. Agents (core/agents.hpp) holds the same fields as a structure of arrays.
struct AgentRecord {
  Vec2 position{};                    ///< m
  Vec2 velocity{};                    ///< m/s
  float radius = 0.25f;               ///< m, > 0
  float preferred_speed = 1.3f;       ///< m/s, >= 0: the speed on a free way to the goal
  float maximum_speed = 2.f;          ///< m/s, > 0
  float maximum_acceleration = 20.f;  ///< m/s^2, > 0: limits the change of the velocity in a step
  std::int32_t goal = 0;              ///< index into World::goals
  float goal_radius = 0.25f;          ///< m, > 0: an agent nearer to its goal than this has arrived
  float reciprocity = 0.5f;  ///< [0, 1]: willingness to yield; the agent takes the share own / (own + other's) of a pair's avoidance
  float aggression = 2.f;    ///< m, >= 0: weight of 1 / time to collision in the cost; small passes closer (section 3.3)
  AgentState state = AgentState::active;
  std::int32_t group = 0;  ///< index into Scenario::groups and MethodChoices::group_values; for pictures and reports, too
};

/// Records of agents whose ids follow each other: of all agents of a crowd, or of some.
struct AgentRange {
  std::span<const AgentRecord> records;
  std::int64_t first = 0;  ///< the id of the first record
  std::int64_t all = 0;    ///< agents of the crowd

  AgentRange(std::span<const AgentRecord> some, std::int64_t first_id, std::int64_t of_crowd)
      : records(some), first(first_id), all(of_crowd) {}
  /// All agents of a crowd.
  template <std::convertible_to<std::span<const AgentRecord>> Records>
  AgentRange(const Records& of_crowd) : records(of_crowd), all(static_cast<std::int64_t>(records.size())) {}

  /// Returns those with the ids [from, end), which must be among them.
  AgentRange part(std::int64_t from, std::int64_t end) const {
    return {records.subspan(static_cast<std::size_t>(from - first), static_cast<std::size_t>(end - from)), from, all};
  }
  bool holds(std::int64_t from, std::int64_t end) const {
    return first <= from && end <= first + static_cast<std::int64_t>(records.size());
  }
};

/// Returns how many have arrived, settled ones among them.
inline std::int64_t count_arrived(std::span<const AgentRecord> agents) {
  return std::ranges::count_if(
      agents, [](const AgentRecord& agent) { return agent.state == AgentState::arrived || agent.state == AgentState::settled; });
}

/// Returns the largest radius in m, or 0 without agents.
inline float largest_radius(std::span<const AgentRecord> agents) {
  float largest = 0;
  for (const AgentRecord& agent : agents) largest = largest < agent.radius ? agent.radius : largest;
  return largest;
}

}  // namespace plethos
