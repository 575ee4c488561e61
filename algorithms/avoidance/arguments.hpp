#pragma once

#include <cstdint>

#include "core/agent.hpp"
#include "core/neighbor_limits.hpp"
#include "core/random_keys.hpp"

namespace plethos::avoidance {

/// The columns that kernels may read of an agent's neighbors: NeighborColumns as plain pointers. A function that is given the place of a
/// neighbor takes this, or NeighborArgumentsInStep, for its arguments, so that it can read nothing else there.
struct NeighborArguments {
  const float* position_x;  // m
  const float* position_y;
  const float* velocity_x;  // m/s
  const float* velocity_y;
  const float* radius;         // m
  const float* reciprocity;    // [0, 1]
  const std::int32_t* id;      // as the lanes gather it
  const std::int32_t* lacked;  // the lacked part of the wanted way, 16 bits an agent, two agents a word
  const std::int32_t* state;   // AgentState
};

/// The same with what ranks are told within the step: NeighborColumnsInStep.
struct NeighborArgumentsInStep : NeighborArguments {
  const float* preferred_x;  // m/s
  const float* preferred_y;
};

/// The input and output of every avoidance kernel, as plain pointers that every lane can use: an AvoidanceScene without Kokkos. An array
/// over agents has `stride` elements, a multiple of the widest vector; the first `agents` of them are to move. A matrix has one such array
/// for each neighbor.
struct Arguments : NeighborArgumentsInStep {
  std::int32_t agents;
  std::int32_t stride;
  const float* maximum_speed;          // m/s
  const float* maximum_acceleration;   // m/s^2
  const float* aggression;             // m
  const std::int32_t* neighbor_count;  // per agent
  const std::int32_t* neighbor;        // agents' indices, nearest first
  const std::int32_t* wall_count;      // per agent
  const std::int32_t* wall;            // segments' indices, nearest first
  const float* segment_x;              // m, first end
  const float* segment_y;
  const float* segment_direction_x;  // unit vector to the other end
  const float* segment_direction_y;
  const float* segment_length;           // m
  const std::int32_t* segment_previous;  // the segments of the same outline that meet the ends; -1: none
  const std::int32_t* segment_next;
  const std::int32_t* segment_solid;  // Solid
  float time_step;                    // s
  float minimum_distance;             // m
  float perturbation;                 // as in Perturbation
  std::int32_t perturbation_steps;    // > 0: number of steps that share the same random numbers
  RandomKeys random;
  const std::uint32_t* step;
  float* candidate_x;  // m/s: the velocity that the kernel chooses
  float* candidate_y;
};

}  // namespace plethos::avoidance
