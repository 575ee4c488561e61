#include "algorithms/planning/potential/bvp/bvp_simd.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/planning/potential/bvp/bvp_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/planning/potential/bvp/local_map-inl.hpp"
#include "backends/simd/entry.hpp"
#include "core/lane/highway_row-inl.hpp"

PLETHOS_KERNEL_BEGIN

void local_maps(const planning::LocalMapArguments& arguments, int begin, int end) {
  planning::HostMapMemory memory;
  for (int i = begin; i < end; ++i) {
    if (arguments.scenes[i].shape >= 0) LocalMap<HighwayRow>(arguments, i, memory.view()).run();
  }
}

PLETHOS_KERNEL_END

#if HWY_ONCE
namespace plethos {
HWY_EXPORT(local_maps);
}  // namespace plethos

namespace plethos::planning {

LocalMapSimdEntry local_map_simd_entry(const backends::SimdTarget& target) {
  return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::local_maps));
}

}  // namespace plethos::planning
#endif
