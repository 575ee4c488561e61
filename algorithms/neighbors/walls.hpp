#pragma once

#include <span>
#include <vector>

#include "algorithms/neighbors/lists.hpp"
#include "algorithms/neighbors/search.hpp"
#include "algorithms/neighbors/uniform_grid.hpp"
#include "backends/execution.hpp"
#include "core/world.hpp"

namespace plethos::neighbors {

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

  std::size_t bytes() const { return 4 * (start.size() + item.size() + 8 * x.size()); }
};

/// The same in host memory: columns and the cells' lists, built once. Cost: the cells that the segments' bounding boxes cover.
struct HostWalls {
  UniformGrid grid;
  std::vector<std::int32_t> start, item, previous, next, solid;
  std::vector<float> x, y, direction_x, direction_y, length;
};
HostWalls make_host_walls(std::span<const Segment> segments, const Bounds& bounds);

template <class MemorySpace>
Walls<MemorySpace> make_walls(std::span<const Segment> segments, const Bounds& bounds) {
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
  return walls;
}

template <class MemorySpace, int Capacity>
struct WallQuery {
  static constexpr int grain = 256;
  Agents<MemorySpace> agents;
  Walls<MemorySpace> walls;
  Lists<MemorySpace> lists;
  float reach;

  struct Visitor {
    const WallQuery& query;
    float x, y;
    NearestList<Capacity> nearest;

    KOKKOS_FUNCTION void operator()(std::int32_t first, std::int32_t last) {
      const Walls<MemorySpace>& walls = query.walls;
      const auto before = [](std::int32_t a, std::int32_t b) { return a < b; };
      const std::int32_t end = walls.start(last + 1);
      for (std::int32_t k = walls.start(first); k < end; ++k) {
        const std::int32_t segment = walls.item(k);
        const float from_x = x - walls.x(segment);
        const float from_y = y - walls.y(segment);
        const float along = Kokkos::fma(walls.direction_x(segment), from_x, walls.direction_y(segment) * from_y);
        const float at = along < 0.f ? 0.f : (along > walls.length(segment) ? walls.length(segment) : along);
        const float squared =
            squared_distance(Kokkos::fma(-at, walls.direction_x(segment), from_x), Kokkos::fma(-at, walls.direction_y(segment), from_y));
        // A segment passes many cells but counts once.
        if (squared <= nearest.bound(query.reach * query.reach) && !holds(segment)) nearest.insert(squared, segment, before);
      }
    }
    KOKKOS_FUNCTION bool holds(std::int32_t segment) const {
      for (int j = 0; j < nearest.count; ++j) {
        if (nearest.index[j] == segment) return true;
      }
      return false;
    }
    KOKKOS_FUNCTION float reach() const { return nearest.count < nearest.capacity ? query.reach : Kokkos::sqrt(nearest.bound(0.f)); }
  };

  KOKKOS_FUNCTION void operator()(int i) const {
    Visitor visitor{*this, agents.position(i, 0), agents.position(i, 1), NearestList<Capacity>(lists.capacity)};
    const bool avoids = agents.state(i) == static_cast<std::int32_t>(AgentState::active) && lists.capacity > 0;
    if (avoids && walls.count > 0) walls.grid.visit_rings(visitor.x, visitor.y, visitor);
    visitor.nearest.store(lists, i);
  }
};

/// For every active agent the `lists.capacity` nearest segments within `Parameters::neighbor_distance`, ties by lower index.
template <class Execution, class MemorySpace = typename Execution::memory_space>
void find_walls(const Execution& execution, const Agents<MemorySpace>& agents, const Walls<MemorySpace>& walls,
                const Parameters& parameters, const Lists<MemorySpace>& lists) {
  const float reach = parameters.neighbor_distance;
  with_capacity(lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>) {
    backends::for_each(execution, "plethos::neighbors::walls::query", agents.working,
                       WallQuery<MemorySpace, Capacity>{agents, walls, lists, reach});
  });
}

}  // namespace plethos::neighbors
