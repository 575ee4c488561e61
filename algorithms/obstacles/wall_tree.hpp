#pragma once

#include <span>
#include <vector>

#include "algorithms/obstacles/wall_leaf.hpp"
#include "core/box_tree.hpp"
#include "core/world.hpp"

namespace plethos::obstacles {

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

/// `first`: the index of the first segment. Cost: pieces times the logarithm of their number, on one thread.
HostWallTree make_host_wall_tree(std::span<const Segment> segments, std::int32_t first = 0);

}  // namespace plethos::obstacles
