#include "algorithms/planning/potential/far_simd.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/planning/potential/far_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/planning/potential/far_tile-inl.hpp"
#include "backends/simd/entry.hpp"
#include "core/lane/highway_row-inl.hpp"

PLETHOS_KERNEL_BEGIN

void far_relax(const planning::ScaledFields& fields, int begin, int end) {
  FarTileMemory<HighwayRow> memory;
  for (int item = begin; item < end; ++item) FarTile<HighwayRow>(fields, item, memory).relax(item);
}

PLETHOS_KERNEL_END

#if HWY_ONCE
namespace plethos {
HWY_EXPORT(far_relax);
}  // namespace plethos

namespace plethos::planning {

FarSimdEntry far_simd_entry(const backends::SimdTarget& target) {
  return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::far_relax));
}

}  // namespace plethos::planning
#endif
