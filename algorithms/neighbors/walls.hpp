#pragma once

#include <span>
#include <vector>

#include "algorithms/neighbors/lane_query.hpp"
#include "algorithms/neighbors/search.hpp"
#include "algorithms/neighbors/uniform_grid.hpp"
#include "algorithms/neighbors/walls_kernel-inl.hpp"
#include "algorithms/neighbors/walls_simd.hpp"
#include "algorithms/neighbors/walls_tree.hpp"
#include "backends/execution.hpp"
#include "core/lane/scalar_lane.hpp"
#include "core/world.hpp"

namespace plethos::neighbors {

/// What find_walls looks walls up in.
enum class WallIndex { grid, tree };

/// The world's segments in one memory space, and the cells of a uniform grid that each of them passes.
template <class MemorySpace>
struct Walls {
  using Floats = Kokkos::View<float*, MemorySpace>;
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;

  std::int32_t count = 0;
  UniformGrid grid{};
  Integers start;                   // (cells + 1): where a cell's segments begin in `item`
  Integers item;                    // indices of segments
  Floats x, y;                      // m, first end
  Floats direction_x, direction_y;  // unit vector to the other end
  Floats length;                    // m
  Integers previous, next;          // segments of the same outline that meet its ends; -1: none
  Integers solid;                   // Solid
  WallTree<MemorySpace> tree;       // empty: find_walls uses the grid

  std::size_t bytes() const { return 4 * (start.size() + item.size() + 8 * x.size()) + tree.bytes(); }
};

/// The same in host memory: columns and the cells' lists, built once. Cost: the cells that the segments' bounding boxes cover.
struct HostWalls {
  UniformGrid grid;
  std::vector<std::int32_t> start, item, previous, next, solid;
  std::vector<float> x, y, direction_x, direction_y, length;
};
HostWalls make_host_walls(std::span<const Segment> segments, const Bounds& bounds);

template <class MemorySpace>
Walls<MemorySpace> make_walls(std::span<const Segment> segments, const Bounds& bounds, WallIndex index = WallIndex::grid) {
  const HostWalls host = make_host_walls(segments, bounds);
  const auto copy = [](const char* label, const auto& values) {
    using Value = typename std::decay_t<decltype(values)>::value_type;
    // One element at least: masked gathers read the first even where nothing is set.
    Kokkos::View<Value*, MemorySpace> view(label, values.empty() ? 1 : values.size());
    using Source = Kokkos::View<const Value*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
    if (!values.empty()) Kokkos::deep_copy(view, Source(values.data(), values.size()));
    return view;
  };
  Walls<MemorySpace> walls;
  walls.count = static_cast<std::int32_t>(segments.size());
  walls.grid = host.grid;
  walls.start = copy("plethos::walls::start", host.start);
  walls.item = copy("plethos::walls::item", host.item);
  walls.x = copy("plethos::walls::x", host.x);
  walls.y = copy("plethos::walls::y", host.y);
  walls.direction_x = copy("plethos::walls::direction_x", host.direction_x);
  walls.direction_y = copy("plethos::walls::direction_y", host.direction_y);
  walls.length = copy("plethos::walls::length", host.length);
  walls.previous = copy("plethos::walls::previous", host.previous);
  walls.next = copy("plethos::walls::next", host.next);
  walls.solid = copy("plethos::walls::solid", host.solid);
  if (index == WallIndex::tree && !segments.empty()) {
    const HostWallTree tree = make_host_wall_tree(segments);
    walls.tree.segment = copy("plethos::walls::tree_segment", tree.segment);
    walls.tree.boxes = BoxTree<MemorySpace>("plethos::walls::tree", tree.boxes.levels.count[0]);
    Kokkos::deep_copy(walls.tree.boxes.memory, tree.boxes.memory);
  }
  return walls;
}

/// The nearest walls of one agent, as NearWalls keeps them.
template <int Capacity>
struct WallList {
  NearestList<Capacity> nearest;

  KOKKOS_INLINE_FUNCTION WallList(const WallArguments& in, ScalarMask) : nearest(in.lists.capacity, in.range) {}

  KOKKOS_INLINE_FUNCTION float bound() const { return nearest.bound(); }
  KOKKOS_INLINE_FUNCTION float reach() const { return nearest.reach(); }
  KOKKOS_INLINE_FUNCTION void insert_once(float squared, std::int32_t segment, ScalarMask faces) {
    const auto before = [](std::int32_t a, std::int32_t b) { return a < b; };
    if (faces.value) nearest.insert_once(squared, segment, before);
  }
  KOKKOS_INLINE_FUNCTION void store(const WallArguments& in, std::int32_t first, ScalarMask, ScalarMask) const {
    nearest.store(in.lists, first);
  }
};

template <int Capacity>
struct WallQuery {
  static constexpr int grain = 256;
  WallArguments arguments;

  KOKKOS_FUNCTION void operator()(int i) const { scalar::wall_agents<ScalarLane, WallList<Capacity>>(arguments, i, i + 1); }
};

template <class MemorySpace>
WallArguments wall_arguments(const Agents<MemorySpace>& agents, const Walls<MemorySpace>& walls, const Lists<MemorySpace>& lists,
                             float range) {
  return {lists.columns(),
          range,
          agents.position.data(),
          agents.position.data() + agents.stride,
          agents.state.data(),
          walls.count,
          walls.x.data(),
          walls.y.data(),
          walls.direction_x.data(),
          walls.direction_y.data(),
          walls.length.data(),
          walls.solid.data(),
          walls.grid,
          walls.start.data(),
          walls.item.data(),
          walls.tree.boxes.levels,
          walls.tree.segment.data(),
          walls.tree.segment.extent_int(0)};
}

/// For every active agent the `lists.capacity` nearest segments within `Parameters::neighbor_distance` but those that are solid on its
/// side, ties by lower index. Where there is a tree, on vector lanes too.
template <class Execution, class MemorySpace = typename Execution::memory_space>
void find_walls(const Execution& execution, const Agents<MemorySpace>& agents, const Walls<MemorySpace>& walls,
                const Parameters& parameters, const Lists<MemorySpace>& lists) {
  constexpr const char* label = "plethos::neighbors::walls::query";
  const WallArguments arguments = wall_arguments(agents, walls, lists, parameters.neighbor_distance);
  with_capacity(lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>) {
    const WallQuery<Capacity> query{arguments};
    const bool for_lanes = arguments.tree.levels > 0 && lists.capacity > 0;
    const bool on_lanes = for_lanes && query_on_lanes<&wall_simd_entry>(execution, label, agents.working, query);
    if (!on_lanes) backends::for_each(execution, label, agents.working, query);
  });
}

}  // namespace plethos::neighbors
