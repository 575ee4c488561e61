#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/neighbors/near_walls/near_walls_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/neighbors/near_walls/held_walls_kernel-inl.hpp"
#include "algorithms/neighbors/near_walls/near_walls_lane-inl.hpp"
#include "backends/simd/entry-inl.hpp"
#include "core/lane/highway_lane-inl.hpp"
#include "core/neighbor_limits.hpp"

PLETHOS_KERNEL_BEGIN

PLETHOS_FUNCTION void walls_on_vectors(const neighbors::WallArguments& arguments, int begin, int end) {
  with_lane_capacity(arguments.lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>) PLETHOS_LAMBDA {
    wall_agents<HighwayLane, WallLaneList<HighwayLane, Capacity>>(arguments, begin, end);
  });
}

PLETHOS_FUNCTION void held_walls_on_vectors(const neighbors::HeldWallArguments& arguments, int begin, int end) {
  with_lane_capacity(arguments.walls.lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>) PLETHOS_LAMBDA {
    constexpr int wide = neighbors::most_wall_candidates(Capacity);
    held_wall_agents<HighwayLane, WallLaneList<HighwayLane, Capacity>, WallLaneList<HighwayLane, wide>>(arguments, begin, end);
  });
}

PLETHOS_KERNEL_END

PLETHOS_SIMD_ENTRY(neighbors, WallArguments, walls_on_vectors);
PLETHOS_SIMD_ENTRY(neighbors, HeldWallArguments, held_walls_on_vectors);
