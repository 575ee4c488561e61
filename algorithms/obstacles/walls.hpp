#pragma once

#include <span>
#include <vector>

#include "algorithms/obstacles/wall_tree.hpp"
#include "core/copy_view.hpp"
#include "core/to_view.hpp"
#include "core/uniform_grid.hpp"
#include "core/world.hpp"

namespace plethos::obstacles {

/// What the nearest walls of a point are looked up in.
enum class WallIndex { grid, tree };

/// The walls of a world in one memory space: its segments as columns, and the cells of a uniform grid that each of them passes. All that
/// moves among obstacles, or looks past them, reads them here.
template <class MemorySpace>
struct Walls {
  using Floats = Kokkos::View<float*, MemorySpace>;
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;

  std::int32_t count = 0;
  UniformGrid grid{};
  Integers start;                   // (cells + 1): where a cell's segments begin in `item`
  Integers item;                    // indices of segments
  Floats x, y;                      // m, the first end
  Floats end_x, end_y;              // m, the other end
  Floats direction_x, direction_y;  // unit vector to the other end
  Floats length;                    // m
  Integers previous, next;          // segments of the same outline that meet its ends; -1: none
  Integers solid;                   // Solid
  WallTree<MemorySpace> tree;       // empty with WallIndex::grid

  std::size_t bytes() const { return 4 * (start.size() + item.size() + 10 * x.size()) + tree.bytes(); }
  /// A wall's columns, and its place in one cell: what it takes at least.
  static constexpr std::size_t least_bytes_per_wall = 44;
};

/// The same in host memory: columns and the cells' lists, built once. Cost: the cells that the segments' bounding boxes cover.
struct HostWalls {
  UniformGrid grid;
  std::vector<std::int32_t> start, item, previous, next, solid;
  std::vector<float> x, y, end_x, end_y, direction_x, direction_y, length;
};
HostWalls make_host_walls(std::span<const Segment> segments, const Bounds& bounds);

/// Makes the walls of World::segments(), within World::bounds or beyond. Cost: make_host_walls() and, for a tree, make_host_wall_tree(), on
/// one thread; and a copy.
template <class MemorySpace>
Walls<MemorySpace> make_walls(std::span<const Segment> segments, const Bounds& bounds, WallIndex index = WallIndex::grid) {
  HostWalls host = make_host_walls(segments, bounds);
  const auto copy = [](const char* label, auto& values) {
    // Masked gathers read the first element even where nothing is set.
    if (values.empty()) values.resize(1);
    return to_view<MemorySpace>(label, values);
  };
  Walls<MemorySpace> walls;
  walls.count = static_cast<std::int32_t>(segments.size());
  walls.grid = host.grid;
  walls.start = copy("plethos::walls::start", host.start);
  walls.item = copy("plethos::walls::item", host.item);
  walls.x = copy("plethos::walls::x", host.x);
  walls.y = copy("plethos::walls::y", host.y);
  walls.end_x = copy("plethos::walls::end_x", host.end_x);
  walls.end_y = copy("plethos::walls::end_y", host.end_y);
  walls.direction_x = copy("plethos::walls::direction_x", host.direction_x);
  walls.direction_y = copy("plethos::walls::direction_y", host.direction_y);
  walls.length = copy("plethos::walls::length", host.length);
  walls.previous = copy("plethos::walls::previous", host.previous);
  walls.next = copy("plethos::walls::next", host.next);
  walls.solid = copy("plethos::walls::solid", host.solid);
  if (index == WallIndex::tree && !segments.empty()) {
    const HostWallTree tree = make_host_wall_tree(segments);
    walls.tree.segment = to_view<MemorySpace>("plethos::walls::tree_segment", tree.segment);
    walls.tree.boxes = BoxTree<MemorySpace>("plethos::walls::tree", tree.boxes.levels.count[0]);
    copy_view(walls.tree.boxes.memory, tree.boxes.memory);
  }
  return walls;
}

}  // namespace plethos::obstacles
