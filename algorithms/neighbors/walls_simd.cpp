#include "algorithms/neighbors/walls_simd.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/neighbors/walls_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/neighbors/walls_lanes-inl.hpp"
#include "backends/simd/entry.hpp"
#include "core/lane/highway_lane-inl.hpp"

PLETHOS_KERNEL_BEGIN

void wall_run_10(const neighbors::WallArguments& arguments, int begin, int end) { wall_agents<HighwayLane, 10>(arguments, begin, end); }
void wall_run_16(const neighbors::WallArguments& arguments, int begin, int end) { wall_agents<HighwayLane, 16>(arguments, begin, end); }
void wall_run_64(const neighbors::WallArguments& arguments, int begin, int end) { wall_agents<HighwayLane, 64>(arguments, begin, end); }

PLETHOS_KERNEL_END

#if HWY_ONCE
namespace plethos {
HWY_EXPORT(wall_run_10);
HWY_EXPORT(wall_run_16);
HWY_EXPORT(wall_run_64);
}  // namespace plethos

namespace plethos::neighbors {

WallSimdEntry wall_simd_entry(const backends::SimdTarget& target, int capacity) {
  if (capacity <= 10) return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::wall_run_10));
  if (capacity <= 16) return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::wall_run_16));
  return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::wall_run_64));
}

}  // namespace plethos::neighbors
#endif
