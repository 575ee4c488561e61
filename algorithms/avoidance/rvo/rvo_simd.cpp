#include "algorithms/avoidance/rvo/rvo_simd.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/avoidance/rvo/rvo_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/avoidance/rvo/rvo_kernel-inl.hpp"
#include "algorithms/avoidance/rvo/rvo_nested_kernel-inl.hpp"
#include "backends/simd/entry.hpp"
#include "core/lane/highway_lane-inl.hpp"

PLETHOS_KERNEL_BEGIN

template <int Capacity>
void rvo_run(const RvoArguments& arguments, int begin, int end) {
  std::int32_t list[rvo_block + HighwayLane::width];
  rvo_agents<HighwayLane, Capacity>(arguments, begin, end, list);
}
void rvo_run_small(const avoidance::RvoArguments& arguments, int begin, int end) { rvo_run<few_neighbors>(arguments, begin, end); }
void rvo_run_large(const avoidance::RvoArguments& arguments, int begin, int end) { rvo_run<maximum_neighbors>(arguments, begin, end); }
void rvo_run_nested(const avoidance::RvoArguments& arguments, int begin, int end) {
  for (int i = begin; i < end; ++i) rvo_agent_by_lane<HighwayLane>(arguments, i);
}

PLETHOS_KERNEL_END

#if HWY_ONCE
namespace plethos {
HWY_EXPORT(rvo_run_small);
HWY_EXPORT(rvo_run_large);
HWY_EXPORT(rvo_run_nested);
}  // namespace plethos

namespace plethos::avoidance {

RvoSimdEntry rvo_simd_entry(const backends::SimdTarget& target, int capacity) {
  return backends::entry_for(
      target, capacity <= few_neighbors ? HWY_DISPATCH_TABLE(plethos::rvo_run_small) : HWY_DISPATCH_TABLE(plethos::rvo_run_large));
}

RvoSimdEntry rvo_nested_simd_entry(const backends::SimdTarget& target) {
  return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::rvo_run_nested));
}

}  // namespace plethos::avoidance
#endif
