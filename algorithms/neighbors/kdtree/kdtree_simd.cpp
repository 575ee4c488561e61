#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/neighbors/kdtree/kdtree_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/neighbors/kdtree/kdtree_lists_kernel-inl.hpp"
#include "algorithms/neighbors/nearest_lane-inl.hpp"
#include "algorithms/neighbors/verlet/selection_of_lane-inl.hpp"
#include "backends/simd/entry-inl.hpp"
#include "core/lane/highway_lane-inl.hpp"
#include "core/neighbor_limits.hpp"

PLETHOS_KERNEL_BEGIN

PLETHOS_FUNCTION void kd_on_vectors(const neighbors::KdArguments& arguments, int begin, int end) {
  with_lane_capacity(arguments.agents.lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>) PLETHOS_LAMBDA {
    kd_agents<HighwayLane, NearestLane<HighwayLane, Capacity>>(arguments, begin, end);
  });
}

PLETHOS_FUNCTION void kd_lists_on_vectors(const neighbors::KdVerletArguments& arguments, int begin, int end) {
  with_lane_capacity(arguments.tree.agents.lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>) PLETHOS_LAMBDA {
    make_kd_lists<HighwayLane, SelectionOfLane<HighwayLane, Capacity>, Capacity>(arguments, begin, end);
  });
}

PLETHOS_KERNEL_END

PLETHOS_SIMD_ENTRY(neighbors, KdArguments, kd_on_vectors);
PLETHOS_SIMD_ENTRY(neighbors, KdVerletArguments, kd_lists_on_vectors);
