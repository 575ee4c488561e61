#include "algorithms/neighbors/grid/grid_simd.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/neighbors/grid/grid_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/neighbors/grid/grid_kernel-inl.hpp"
#include "backends/simd/entry.hpp"
#include "core/lane/highway_lane-inl.hpp"

PLETHOS_KERNEL_BEGIN

void grid_run_10(const neighbors::GridArguments& arguments, int begin, int end) { grid_agents<HighwayLane, 11>(arguments, begin, end); }
void grid_run_16(const neighbors::GridArguments& arguments, int begin, int end) { grid_agents<HighwayLane, 17>(arguments, begin, end); }
void grid_run_64(const neighbors::GridArguments& arguments, int begin, int end) { grid_agents<HighwayLane, 65>(arguments, begin, end); }

PLETHOS_KERNEL_END

#if HWY_ONCE
namespace plethos {
HWY_EXPORT(grid_run_10);
HWY_EXPORT(grid_run_16);
HWY_EXPORT(grid_run_64);
}  // namespace plethos

namespace plethos::neighbors {

GridSimdEntry grid_simd_entry(const backends::SimdTarget& target, int capacity) {
  if (capacity <= 10) return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::grid_run_10));
  if (capacity <= 16) return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::grid_run_16));
  return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::grid_run_64));
}

}  // namespace plethos::neighbors
#endif
