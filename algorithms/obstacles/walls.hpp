#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "algorithms/obstacles/wall_lookup.hpp"
#include "core/copy_view.hpp"
#include "core/to_view.hpp"
#include "core/world.hpp"

namespace plethos::obstacles {

/// The walls of a world in one memory space: its segments as columns, and where they are looked up. All that moves among obstacles, or
/// looks past them, reads them here. Walls that stay come first, and are looked up apart from those that move.
template <class MemorySpace>
struct Walls {
  using Floats = Kokkos::View<float*, MemorySpace>;
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;

  std::int32_t count = 0;           // columns may be longer
  Floats x, y;                      // m, the first end
  Floats end_x, end_y;              // m, the other end
  Floats direction_x, direction_y;  // unit vector to the other end
  Floats length;                    // m
  Integers previous, next;          // segments of the same outline that meet its ends; -1: none
  Integers solid;                   // Solid
  WallLookup<MemorySpace> staying, moving;
  Integers moved;  // move_walls() lets `moving` lie here

  std::size_t bytes() const { return 4 * (10 * x.size() + moved.size()) + staying.bytes(); }
  /// A wall's columns, and its place in one cell: what it takes at least.
  static constexpr std::size_t least_bytes_per_wall = 44;
};

/// Columns of walls, as Walls has them.
struct WallColumns {
  static constexpr std::size_t floats = 7, integers = 3;
  std::array<std::vector<float>, floats> of_floats;
  std::array<std::vector<std::int32_t>, integers> of_integers;
};
/// Cost: one pass. `count`: the length of the columns, at least that of `segments`.
WallColumns make_wall_columns(std::span<const Segment> segments, std::size_t count);

/// The columns of walls in the order of WallColumns.
template <class MemorySpace>
std::array<Kokkos::View<float*, MemorySpace>*, WallColumns::floats> float_columns(Walls<MemorySpace>& walls) {
  return {&walls.x, &walls.y, &walls.end_x, &walls.end_y, &walls.direction_x, &walls.direction_y, &walls.length};
}
template <class MemorySpace>
std::array<Kokkos::View<std::int32_t*, MemorySpace>*, WallColumns::integers> integer_columns(Walls<MemorySpace>& walls) {
  return {&walls.previous, &walls.next, &walls.solid};
}

/// Makes the walls of World::segments(), within World::bounds or beyond, with room for `more` that move. Cost: make_host_wall_lookup() on
/// one thread, and a copy.
template <class MemorySpace>
Walls<MemorySpace> make_walls(std::span<const Segment> segments, const Bounds& bounds, WallIndex index = WallIndex::grid,
                              std::size_t more = 0) {
  // Masked gathers read the first element even where nothing is set.
  const WallColumns columns = make_wall_columns(segments, std::max<std::size_t>(1, segments.size() + more));
  HostWallLookup lookup = make_host_wall_lookup(segments, 0, bounds, index);
  if (lookup.item.empty()) lookup.item.resize(1);
  Walls<MemorySpace> walls;
  for (std::size_t k = 0; k < WallColumns::floats; ++k) {
    *float_columns(walls)[k] = to_view<MemorySpace>("plethos::walls::column", columns.of_floats[k]);
  }
  for (std::size_t k = 0; k < WallColumns::integers; ++k) {
    *integer_columns(walls)[k] = to_view<MemorySpace>("plethos::walls::column", columns.of_integers[k]);
  }
  walls.count = walls.staying.count = static_cast<std::int32_t>(segments.size());
  walls.staying.grid = lookup.grid;
  walls.staying.start = to_view<MemorySpace>("plethos::walls::start", lookup.start);
  walls.staying.item = to_view<MemorySpace>("plethos::walls::item", lookup.item);
  if (index == WallIndex::tree && !segments.empty()) {
    walls.staying.tree.segment = to_view<MemorySpace>("plethos::walls::tree_segment", lookup.tree.segment);
    walls.staying.tree.boxes = BoxTree<MemorySpace>("plethos::walls::tree", lookup.tree.boxes.levels.count[0]);
    copy_view(walls.staying.tree.boxes.memory, lookup.tree.boxes.memory);
  }
  return walls;
}

/// Makes `moving` the walls behind those that stay. Their indices go on from there, and they are at most as many as make_walls() left room
/// for. Waits. Cost: make_host_wall_lookup() for these walls alone, on one thread; one copy, and one launch.
template <class Execution, class MemorySpace = typename Execution::memory_space>
void move_walls(const Execution& execution, std::span<const Segment> moving, const Bounds& bounds, WallIndex index,
                Walls<MemorySpace>& walls);

}  // namespace plethos::obstacles
