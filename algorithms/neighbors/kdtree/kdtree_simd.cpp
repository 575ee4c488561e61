#include "algorithms/neighbors/kdtree/kdtree_simd.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/neighbors/kdtree/kdtree_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/neighbors/kdtree/kdtree_kernel-inl.hpp"
#include "algorithms/neighbors/nearest_lane-inl.hpp"
#include "backends/simd/entry.hpp"
#include "core/lane/highway_lane-inl.hpp"
#include "core/neighbor_limits.hpp"

PLETHOS_KERNEL_BEGIN

void kd_run(const neighbors::KdArguments& arguments, int begin, int end) {
  with_lane_capacity(arguments.agents.lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>) PLETHOS_LAMBDA {
    kd_agents<HighwayLane, NearestLane<HighwayLane, Capacity>>(arguments, begin, end);
  });
}

PLETHOS_KERNEL_END

#if HWY_ONCE
namespace plethos {
HWY_EXPORT(kd_run);
}  // namespace plethos

namespace plethos::neighbors {

KdSimdEntry kd_simd_entry(const backends::SimdTarget& target) { return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::kd_run)); }

}  // namespace plethos::neighbors
#endif
