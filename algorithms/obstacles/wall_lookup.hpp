#pragma once

#include <span>
#include <vector>

#include "algorithms/obstacles/wall_tree.hpp"
#include "core/uniform_grid.hpp"
#include "core/world.hpp"

namespace plethos::obstacles {

/// What the nearest walls of a point are looked up in.
enum class WallIndex { grid, tree };

/// Where some walls of a world are looked up: the cells of a uniform grid that each of them passes, and perhaps a tree. Segments are named
/// by their indices among all walls.
template <class MemorySpace>
struct WallLookup {
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;

  std::int32_t count = 0;  // segments
  UniformGrid grid{};
  Integers start;  // (cells + 1): where a cell's segments begin in `item`
  Integers item;
  WallTree<MemorySpace> tree;  // empty with WallIndex::grid

  std::size_t bytes() const { return 4 * (start.size() + item.size()) + tree.bytes(); }
};

/// The same in host memory.
struct HostWallLookup {
  UniformGrid grid;
  std::vector<std::int32_t> start, item;
  HostWallTree tree;
};

/// Looks at walls of which the first one has the index `first`, within `bounds` or beyond. Cost: the cells that the segments' bounding
/// boxes cover and, for a tree, make_host_wall_tree(), on one thread.
HostWallLookup make_host_wall_lookup(std::span<const Segment> segments, std::int32_t first, const Bounds& bounds, WallIndex index);

}  // namespace plethos::obstacles
