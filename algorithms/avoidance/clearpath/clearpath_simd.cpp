#include "algorithms/avoidance/clearpath/clearpath_simd.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/avoidance/clearpath/clearpath_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/avoidance/clearpath/clearpath_kernel-inl.hpp"
#include "backends/simd/entry.hpp"
#include "core/lane/highway_lane-inl.hpp"

PLETHOS_KERNEL_BEGIN

template <int Capacity>
void clearpath_run(const ClearpathArguments& arguments, int begin, int end) {
  Pack<HighwayLane> pack;
  clearpath_agents<HighwayLane, Capacity>(arguments, begin, end, &pack);
}
void clearpath_run_small(const avoidance::ClearpathArguments& arguments, int begin, int end) {
  clearpath_run<few_neighbors>(arguments, begin, end);
}
void clearpath_run_large(const avoidance::ClearpathArguments& arguments, int begin, int end) {
  clearpath_run<maximum_neighbors>(arguments, begin, end);
}

PLETHOS_KERNEL_END

#if HWY_ONCE
namespace plethos {
HWY_EXPORT(clearpath_run_small);
HWY_EXPORT(clearpath_run_large);
}  // namespace plethos

namespace plethos::avoidance {

ClearpathSimdEntry clearpath_simd_entry(const backends::SimdTarget& target, int capacity) {
  return backends::entry_for(target, capacity <= few_neighbors ? HWY_DISPATCH_TABLE(plethos::clearpath_run_small)
                                                               : HWY_DISPATCH_TABLE(plethos::clearpath_run_large));
}

}  // namespace plethos::avoidance
#endif
