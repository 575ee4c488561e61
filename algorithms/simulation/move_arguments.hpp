#pragma once

#include <cstdint>

#include "backends/simd/targets.hpp"

namespace plethos::simulation {

/// What vectors read and write when they move agents, as plain pointers and numbers that every lane can use. Arrays over agents have
/// Agents::stride elements.
struct MoveArguments {
  float* position_x;  // m
  float* position_y;
  float* velocity_x;  // m/s
  float* velocity_y;
  const float* chosen_x;  // m/s
  const float* chosen_y;
  const float* preferred_x;  // m/s
  const float* preferred_y;
  const float* maximum_acceleration;  // m/s^2
  const float* goal_radius;           // m
  const std::int32_t* goal;           // index into the goals, which are all points
  const std::int32_t* state;          // AgentState
  std::uint16_t* lacked;              // 1/65536
  const float* goal_x;                // m, of goals
  const float* goal_y;
  const std::uint32_t* step;  // the step's number
  float time_step;            // s
  float squared_speed;        // m^2/s^2, that no agent should exceed
  std::uint32_t* too_fast;    // 1: an agent has exceeded it
  const float* from_x;        // m, VerletFollower::from; null if lists of neighbors do not hold
  const float* from_y;
  float* pairs;     // m, VerletFollower::pairs
  float* greatest;  // m^2, VerletFollower::greatest
  /// Moves the agents [begin, end) one by one: those of a vector that is not full, or where one is not active or reaches its goal.
  void (*move_each)(const void* kernel, int begin, int end);
  const void* kernel;
};

/// Returns what moves the agents [begin, end) on vectors with fused multiply-add. `begin` is a multiple of the widest vector.
backends::SimdEntry<MoveArguments> move_on_vectors(const backends::SimdTarget& target);

}  // namespace plethos::simulation
