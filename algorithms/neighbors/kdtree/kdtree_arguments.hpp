#pragma once

#include "algorithms/neighbors/nearest_arguments.hpp"
#include "algorithms/neighbors/verlet/verlet_arguments.hpp"
#include "backends/simd/targets.hpp"
#include "core/box.hpp"

namespace plethos::neighbors {

/// A node with at most this many items is a leaf. The search looks at its items one by one.
inline constexpr std::int32_t kd_leaf = 16;

/// A k-d tree over items in order of the leading bits of their keys (SidesKey). Each bit says on which side of an axis-aligned plane an
/// item lies. The tree has two parts. The upper part is complete and splits the scene into bins. Below each bin hangs a complete tree, the
/// lower part, which splits the box around the bin's items. Its leaves are called slots; their number depends on the number of items in the
/// bin. The items of a node are consecutive in the order, and the node knows the box around them. The members are plain pointers, so that
/// every lane can read them.
struct KdNodes {
  BoxLevels upper;            // over bins
  BoxLevels lower;            // over slots
  const std::uint32_t* root;  // (bins): each bin's node in the lower part, as place << 5 | level
  const std::int32_t* start;  // (slots + 2): where the items of each slot begin
};

/// The input and output of the k-d tree's query, as plain pointers that every lane can use.
struct KdArguments {
  NearestArguments agents;
  KdNodes nodes;
  const std::int32_t* present;  // (1): the number of working agents in the scene; they come first
  KdNodes parked_nodes;
  const std::int32_t* parked;  // indices of the parked agents, sorted by leaf, from `working` on; null if none stand in the scene
  KdNodes ghost_nodes;
  const std::int32_t* ghosts;  // indices of the ghosts, sorted by leaf; null if there are none
  const float* gone_squared;   // m^2: nobody has gone farther since the tree was built; null: nobody has moved
};

/// The same with lists that hold.
struct KdVerletArguments {
  KdArguments tree;
  VerletArguments verlet;
};

/// Returns what fills the lists of the agents [begin, end) on vectors with fused multiply-add. `begin` is a multiple of the widest vector.
/// If only ids can decide what a list holds, its count becomes left_to_ids.
backends::SimdEntry<KdArguments> kd_on_vectors(const backends::SimdTarget& target);
/// Returns what makes lists that hold, of the agents [begin, end), on vectors with fused multiply-add. `begin` is as above. The count of a
/// list that is still to be made becomes left_to_ids or left_to_search.
backends::SimdEntry<KdVerletArguments> kd_lists_on_vectors(const backends::SimdTarget& target);

}  // namespace plethos::neighbors
