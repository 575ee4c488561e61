#pragma once

#include <cstdint>

#include "algorithms/neighbors/box.hpp"
#include "core/agent.hpp"

namespace plethos::neighbors {

/// Pieces of segments that a leaf of their tree holds.
inline constexpr std::int32_t wall_leaf = 4;

/// What the query of walls reads and writes where the tree is asked, as plain pointers that every lane sees. Arrays over agents have
/// `stride` elements, a multiple of the widest vector; the matrix of indices has one such column an entry.
struct WallArguments {
  std::int32_t stride;
  std::int32_t capacity;    // entries of a list
  float range;              // m
  const float* position_x;  // m, of agents
  const float* position_y;
  const std::int32_t* state;  // AgentState
  std::int32_t* count;
  std::int32_t* index;
  const float* x;  // m, of segments: the first end
  const float* y;
  const float* direction_x;  // unit vector to the other end
  const float* direction_y;
  const float* length;          // m
  const std::int32_t* solid;    // Solid
  BoxLevels tree;               // over pieces of segments
  const std::int32_t* segment;  // of each piece
  std::int32_t pieces;
};

}  // namespace plethos::neighbors
