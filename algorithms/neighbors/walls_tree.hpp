#pragma once

#include <span>
#include <vector>

#include "algorithms/neighbors/box_tree.hpp"
#include "core/lane/scalar_lane.hpp"
#include "core/world.hpp"

namespace plethos::neighbors {

/// Pieces of segments that a leaf of their tree holds.
inline constexpr std::int32_t wall_leaf = 4;

/// A k-d tree over pieces of segments, of which the long ones have several: a balanced one, split at medians along the longer extent. It
/// has the items of leaf k at wall_leaf * k. Memory: at most 24 bytes a segment.
template <class MemorySpace>
struct WallTree {
  Kokkos::View<std::int32_t*, MemorySpace> segment;  // of each piece
  BoxTree<MemorySpace> boxes;

  std::size_t bytes() const { return 4 * segment.size() + boxes.bytes(); }
};

/// The same in host memory. Boxes are as much larger than the pieces as a distance may be rounded down.
struct HostWallTree {
  std::vector<std::int32_t> segment;
  BoxTree<Kokkos::HostSpace> boxes;
};

/// Cost: pieces times the logarithm of their number, on one thread.
HostWallTree make_host_wall_tree(std::span<const Segment> segments);

/// The tree as scalar::visit_near walks it.
struct WallTreeWalk {
  BoxLevels tree;
  std::int32_t pieces;

  KOKKOS_INLINE_FUNCTION scalar::BoxNode root() const { return scalar::BoxNode{tree.levels - 1, 0}; }
  KOKKOS_INLINE_FUNCTION const Box& box(std::int32_t level, std::int32_t place) const { return scalar::box_at(tree, level, place); }
  KOKKOS_INLINE_FUNCTION bool leaf(scalar::BoxNode& node, std::int32_t& first, std::int32_t& last) const {
    first = wall_leaf * node.place;
    last = first + wall_leaf < pieces ? first + wall_leaf : pieces;
    return node.level == 0;
  }
};

/// Looks for the walls near one point: `Near` keeps them.
template <class MemorySpace, class Near>
struct WallTreeSearch {
  using Distance = float;
  const Kokkos::View<std::int32_t*, MemorySpace>& segment;
  Near& near;

  KOKKOS_INLINE_FUNCTION float distance(const Box& box) const { return scalar::box_squared_distance<ScalarLane>(box, near.x, near.y); }
  // A segment's squared distance is rounded otherwise than a box's.
  KOKKOS_INLINE_FUNCTION bool may_hold(float distance) const { return 0.99999f * distance <= near.bound(); }
  KOKKOS_INLINE_FUNCTION bool nearer(float a, float b) const { return a < b; }
  KOKKOS_INLINE_FUNCTION void visit(std::int32_t first, std::int32_t last) const {
    for (std::int32_t k = first; k < last; ++k) near.offer(segment(k));
  }
};

}  // namespace plethos::neighbors
