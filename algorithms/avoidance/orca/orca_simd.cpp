#include "algorithms/avoidance/orca/orca_simd.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/avoidance/orca/orca_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/avoidance/orca/orca_kernel-inl.hpp"
#include "backends/simd/entry.hpp"
#include "core/lane/highway_lane-inl.hpp"

PLETHOS_KERNEL_BEGIN

void orca_run_small(const avoidance::OrcaArguments& arguments, int begin, int end) {
  Pack<HighwayLane> pack;
  orca_agents<HighwayLane, 2 * few_neighbors>(arguments, begin, end, &pack);
}
void orca_run_large(const avoidance::OrcaArguments& arguments, int begin, int end) {
  Pack<HighwayLane> pack;
  orca_agents<HighwayLane, 2 * maximum_neighbors>(arguments, begin, end, &pack);
}

PLETHOS_KERNEL_END

#if HWY_ONCE
namespace plethos {
HWY_EXPORT(orca_run_small);
HWY_EXPORT(orca_run_large);
}  // namespace plethos

namespace plethos::avoidance {

OrcaSimdEntry orca_simd_entry(const backends::SimdTarget& target, int capacity) {
  return backends::entry_for(
      target, capacity <= few_neighbors ? HWY_DISPATCH_TABLE(plethos::orca_run_small) : HWY_DISPATCH_TABLE(plethos::orca_run_large));
}

}  // namespace plethos::avoidance
#endif
