#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/neighbors/grid/grid_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/neighbors/grid/grid_lists_kernel-inl.hpp"
#include "algorithms/neighbors/nearest_lane-inl.hpp"
#include "algorithms/neighbors/verlet/selection_of_lane-inl.hpp"
#include "backends/simd/entry-inl.hpp"
#include "core/lane/highway_lane-inl.hpp"
#include "core/neighbor_limits.hpp"

PLETHOS_KERNEL_BEGIN

PLETHOS_FUNCTION void grid_on_vectors(const neighbors::GridArguments& arguments, int begin, int end) {
  with_lane_capacity(arguments.agents.lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>) PLETHOS_LAMBDA {
    using Nearest = NearestLane<HighwayLane, Capacity>;
    if (arguments.last_ghost != nullptr) {
      grid_agents<HighwayLane, Nearest>(arguments, begin, end);
    } else {
      grid_agents<HighwayLane, Nearest, std::false_type>(arguments, begin, end);
    }
  });
}

PLETHOS_FUNCTION void grid_lists_on_vectors(const neighbors::GridVerletArguments& arguments, int begin, int end) {
  with_lane_capacity(arguments.grid.agents.lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>) PLETHOS_LAMBDA {
    make_grid_lists<HighwayLane, SelectionOfLane<HighwayLane, Capacity>, Capacity>(arguments, begin, end);
  });
}

PLETHOS_KERNEL_END

PLETHOS_SIMD_ENTRY(neighbors, GridArguments, grid_on_vectors);
PLETHOS_SIMD_ENTRY(neighbors, GridVerletArguments, grid_lists_on_vectors);
