#pragma once

#include "algorithms/neighbors/nearest_arguments.hpp"
#include "core/box.hpp"

namespace plethos::neighbors {

/// A node with so many items at most is a leaf: they are looked at one by one.
inline constexpr std::int32_t kd_leaf = 16;

/// A k-d tree over items in order of the leading bits of their keys (SidesKey), each of which is the side of one axis-aligned plane. Two
/// parts: the upper one, complete, splits the scene into bins; below a bin hangs a complete tree with as many leaves, "slots", as suit the
/// items that are in the bin, which splits the box around these. A node's items are neighbors in the order, and it knows the box around
/// them. Plain pointers, that every lane sees.
struct KdNodes {
  BoxLevels upper;            // over bins
  BoxLevels lower;            // over slots
  const std::uint32_t* root;  // (bins): each bin's node of the lower part, place << 5 | level
  const std::int32_t* start;  // (slots + 2): where the items of each slot begin
};

/// What the query of the k-d tree reads and writes.
struct KdArguments {
  NearestArguments agents;
  KdNodes nodes;
  const std::int32_t* present;  // how many of the working agents are in the scene: the first ones
  KdNodes parked_nodes;
  const std::int32_t* parked;  // indices by leaf, from `working` on; null: none stand in the scene
};

}  // namespace plethos::neighbors
