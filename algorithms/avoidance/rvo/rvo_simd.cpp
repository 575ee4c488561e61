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

template <int Capacity, class Variant>
void rvo_run(const RvoArguments& arguments, int begin, int end) {
  std::int32_t list[rvo_block + HighwayLane::width];
  rvo_agents<HighwayLane, Capacity>(arguments, Variant{arguments.time_step}, begin, end, list);
}
template <class Variant>
void rvo_run_nested(const RvoArguments& arguments, int begin, int end) {
  for (int i = begin; i < end; ++i) rvo_agent_by_lane<HighwayLane>(arguments, Variant{arguments.time_step}, i);
}

void rvo_published_small(const RvoArguments& in, int begin, int end) { rvo_run<few_neighbors, RvoPublished>(in, begin, end); }
void rvo_published_large(const RvoArguments& in, int begin, int end) { rvo_run<maximum_neighbors, RvoPublished>(in, begin, end); }
void rvo_published_nested(const RvoArguments& in, int begin, int end) { rvo_run_nested<RvoPublished>(in, begin, end); }
void rvo_steady_small(const RvoArguments& in, int begin, int end) { rvo_run<few_neighbors, RvoSteady>(in, begin, end); }
void rvo_steady_large(const RvoArguments& in, int begin, int end) { rvo_run<maximum_neighbors, RvoSteady>(in, begin, end); }
void rvo_steady_nested(const RvoArguments& in, int begin, int end) { rvo_run_nested<RvoSteady>(in, begin, end); }

PLETHOS_KERNEL_END

#if HWY_ONCE
namespace plethos {
HWY_EXPORT(rvo_published_small);
HWY_EXPORT(rvo_published_large);
HWY_EXPORT(rvo_published_nested);
HWY_EXPORT(rvo_steady_small);
HWY_EXPORT(rvo_steady_large);
HWY_EXPORT(rvo_steady_nested);
}  // namespace plethos

namespace plethos::avoidance {

RvoSimdEntry rvo_simd_entry(const backends::SimdTarget& target, int capacity, bool steady) {
  if (capacity <= few_neighbors) {
    return backends::entry_for(target,
                               steady ? HWY_DISPATCH_TABLE(plethos::rvo_steady_small) : HWY_DISPATCH_TABLE(plethos::rvo_published_small));
  }
  return backends::entry_for(target,
                             steady ? HWY_DISPATCH_TABLE(plethos::rvo_steady_large) : HWY_DISPATCH_TABLE(plethos::rvo_published_large));
}

RvoSimdEntry rvo_nested_simd_entry(const backends::SimdTarget& target, bool steady) {
  return backends::entry_for(target,
                             steady ? HWY_DISPATCH_TABLE(plethos::rvo_steady_nested) : HWY_DISPATCH_TABLE(plethos::rvo_published_nested));
}

}  // namespace plethos::avoidance
#endif
