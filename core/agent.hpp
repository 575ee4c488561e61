#pragma once

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
  std::int32_t group = 0;  ///< index into Scenario::groups and Methods::group_values; for pictures and reports, too
};

/// Returns the largest radius in m, or 0 without agents.
inline float largest_radius(std::span<const AgentRecord> agents) {
  float largest = 0;
  for (const AgentRecord& agent : agents) largest = largest < agent.radius ? agent.radius : largest;
  return largest;
}

}  // namespace plethos
