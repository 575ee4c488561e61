#include "algorithms/neighbors/near_walls/near_walls_simd.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/neighbors/near_walls/near_walls_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/neighbors/near_walls/near_walls_kernel-inl.hpp"
#include "algorithms/neighbors/near_walls/near_walls_lane-inl.hpp"
#include "backends/simd/entry.hpp"
#include "core/lane/highway_lane-inl.hpp"
#include "core/neighbor_limits.hpp"

PLETHOS_KERNEL_BEGIN

void wall_run(const neighbors::WallArguments& arguments, int begin, int end) {
  with_lane_capacity(arguments.lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>) PLETHOS_LAMBDA {
    wall_agents<HighwayLane, WallLaneList<HighwayLane, Capacity>>(arguments, begin, end);
  });
}

PLETHOS_KERNEL_END

#if HWY_ONCE
namespace plethos {
HWY_EXPORT(wall_run);
}  // namespace plethos

namespace plethos::neighbors {

WallSimdEntry wall_simd_entry(const backends::SimdTarget& target) {
  return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::wall_run));
}

}  // namespace plethos::neighbors
#endif
