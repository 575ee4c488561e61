#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/neighbors/verlet/select_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/neighbors/verlet/select_kernel-inl.hpp"
#include "backends/simd/entry-inl.hpp"
#include "core/lane/highway_lane-inl.hpp"
#include "core/neighbor_limits.hpp"

PLETHOS_KERNEL_BEGIN

PLETHOS_FUNCTION void select_on_vectors(const neighbors::VerletArguments& arguments, int begin, int end) {
  with_lane_capacity(arguments.agents.lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>)
                                                          PLETHOS_LAMBDA { select_nearest<HighwayLane, Capacity>(arguments, begin, end); });
}

PLETHOS_KERNEL_END

PLETHOS_SIMD_ENTRY(neighbors, VerletArguments, select_on_vectors);
