#pragma once

#include <cstdint>

#include "backends/simd/targets.hpp"

namespace plethos::planning {

/// What vectors read and write when agents head straight for goals that are points, as plain pointers and numbers that every lane can use.
/// Arrays over agents have Agents::stride elements.
struct StraightArguments {
  const std::int32_t* state;  // AgentState
  const float* position_x;    // m
  const float* position_y;
  const float* preferred_speed;  // m/s
  const std::int32_t* goal;      // index into the goals
  const float* goal_x;           // m, of goals
  const float* goal_y;
  float time_step;          // s
  std::int32_t every_kind;  // HeadingKind of all active agents
  std::int32_t every_leg;   // the leg of all active agents
  float* target_x;          // m, Headings
  float* target_y;
  float* velocity_x;  // m/s
  float* velocity_y;
  std::int32_t* kind;
  std::int32_t* leg;
};

/// Returns what heads the agents [begin, end) on vectors with fused multiply-add. `begin` is a multiple of the widest vector.
backends::SimdEntry<StraightArguments> straight_on_vectors(const backends::SimdTarget& target);

}  // namespace plethos::planning
