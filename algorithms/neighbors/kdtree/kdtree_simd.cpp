#include "algorithms/neighbors/kdtree/kdtree_simd.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/neighbors/kdtree/kdtree_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/neighbors/kdtree/kdtree_lanes-inl.hpp"
#include "backends/simd/entry.hpp"
#include "core/lane/highway_lane-inl.hpp"

PLETHOS_KERNEL_BEGIN

void kd_run_10(const neighbors::KdArguments& arguments, int begin, int end) { kd_agents<HighwayLane, 11>(arguments, begin, end); }
void kd_run_16(const neighbors::KdArguments& arguments, int begin, int end) { kd_agents<HighwayLane, 17>(arguments, begin, end); }
void kd_run_64(const neighbors::KdArguments& arguments, int begin, int end) { kd_agents<HighwayLane, 65>(arguments, begin, end); }

PLETHOS_KERNEL_END

#if HWY_ONCE
namespace plethos {
HWY_EXPORT(kd_run_10);
HWY_EXPORT(kd_run_16);
HWY_EXPORT(kd_run_64);
}  // namespace plethos

namespace plethos::neighbors {

KdSimdEntry kd_simd_entry(const backends::SimdTarget& target, int capacity) {
  if (capacity <= 10) return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::kd_run_10));
  if (capacity <= 16) return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::kd_run_16));
  return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::kd_run_64));
}

}  // namespace plethos::neighbors
#endif
