#pragma once

#include "algorithms/neighbors/near_walls/near_walls_kernel-inl.hpp"
#include "algorithms/neighbors/search.hpp"
#include "algorithms/obstacles/walls.hpp"
#include "backends/on_lanes.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::neighbors {

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
  KOKKOS_INLINE_FUNCTION float furthest(const WallArguments&) const { return nearest.reach(); }
};

template <int Capacity>
struct WallQuery {
  static constexpr int grain = 256;
  WallArguments arguments;

  KOKKOS_FUNCTION void operator()(int i) const { scalar::wall_agents<ScalarLane, WallList<Capacity>>(arguments, i, i + 1); }
};

template <class MemorySpace>
WallLookupArguments wall_lookup_arguments(const obstacles::WallLookup<MemorySpace>& walls) {
  return {walls.count,
          walls.grid,
          walls.start.data(),
          walls.item.data(),
          walls.tree.boxes.levels,
          walls.tree.segment.data(),
          walls.tree.segment.extent_int(0)};
}

template <class MemorySpace>
WallArguments wall_arguments(const Agents<MemorySpace>& agents, const obstacles::Walls<MemorySpace>& walls, const Lists<MemorySpace>& lists,
                             float range) {
  return {lists.columns(),
          range,
          agents.position.data(),
          agents.position.data() + agents.stride,
          agents.state.data(),
          walls.x.data(),
          walls.y.data(),
          walls.direction_x.data(),
          walls.direction_y.data(),
          walls.length.data(),
          walls.solid.data(),
          wall_lookup_arguments(walls.staying),
          wall_lookup_arguments(walls.moving)};
}

/// Runs a query over walls, on vector lanes where all walls have a tree.
template <auto Entry, class Execution, class Query>
void query_walls(const Execution& execution, const WallArguments& arguments, std::int32_t agents, const Query& query) {
  constexpr const char* label = "plethos::neighbors::walls::query";
  const auto has_tree = [](const WallLookupArguments& some) { return some.segments == 0 || some.tree.levels > 0; };
  const bool for_lanes = arguments.staying.segments + arguments.moving.segments > 0 && has_tree(arguments.staying) &&
                         has_tree(arguments.moving) && arguments.lists.capacity > 0;
  if (for_lanes && backends::run_on_lanes<Entry>(execution, label, agents, query)) return;
  backends::for_each(execution, label, agents, query);
}

/// Finds for every active agent the `lists.capacity` nearest segments within `Parameters::neighbor_distance`, ties by lower index. Those
/// that are solid on the agent's side do not count. It runs on vector lanes where the walls have a tree.
template <class Execution, class MemorySpace = typename Execution::memory_space>
void find_walls(const Execution& execution, const Agents<MemorySpace>& agents, const obstacles::Walls<MemorySpace>& walls,
                const Parameters& parameters, const Lists<MemorySpace>& lists) {
  const WallArguments arguments = wall_arguments(agents, walls, lists, parameters.neighbor_distance);
  with_capacity(lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>) {
    query_walls<&walls_on_vectors>(execution, arguments, agents.working, WallQuery<Capacity>{arguments});
  });
}

}  // namespace plethos::neighbors
