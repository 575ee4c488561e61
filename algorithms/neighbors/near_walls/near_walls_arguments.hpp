#pragma once

#include <cstdint>

#include "algorithms/neighbors/list_columns.hpp"
#include "backends/simd/targets.hpp"
#include "core/box.hpp"
#include "core/cell_grid.hpp"
#include "core/lane/host_device.hpp"

namespace plethos::neighbors {

/// The most candidates that an agent has for a list of so many walls.
PLETHOS_HOST_DEVICE constexpr std::int32_t most_wall_candidates(std::int32_t walls) { return walls + 6; }

/// Where some of the walls are looked up (obstacles::WallLookup).
struct WallLookupArguments {
  std::int32_t segments;
  CellGrid cells;
  const std::int32_t* start;    // (cells + 1): where a cell's segments begin in `item`
  const std::int32_t* item;     // indices of segments
  BoxLevels tree;               // over pieces of segments; without levels the cells are asked
  const std::int32_t* segment;  // of each piece
  std::int32_t pieces;
};

/// What the query of walls reads and writes, as plain pointers that every lane sees. Arrays over agents have as many elements as columns of
/// the lists.
struct WallArguments {
  ListColumns lists;
  float range;              // m
  const float* position_x;  // m, of agents
  const float* position_y;
  const std::int32_t* state;  // AgentState
  const float* x;             // m, of segments: the first end
  const float* y;
  const float* direction_x;  // unit vector to the other end
  const float* direction_y;
  const float* length;        // m
  const std::int32_t* solid;  // Solid
  WallLookupArguments staying, moving;
};

/// What lists of walls that hold read and write besides. Candidates of an agent are the nearest walls that stay.
struct HeldWallArguments {
  WallArguments walls;
  ListColumns candidates;
  float* beyond;        // m: when candidates were collected, all other walls that stay were farther away
  const float* from_x;  // m: where agents were then
  const float* from_y;
  float margin;   // m: candidates were looked for so much farther away, and on both sides of walls so near to their lines
  bool collects;  // candidates are collected now
};

/// Returns what fills the lists of the agents [begin, end) on vectors with fused multiply-add. `begin` is a multiple of the widest vector.
backends::SimdEntry<WallArguments> walls_on_vectors(const backends::SimdTarget& target);
/// The same of lists that hold.
backends::SimdEntry<HeldWallArguments> held_walls_on_vectors(const backends::SimdTarget& target);

}  // namespace plethos::neighbors
