#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/avoidance/rvo/rvo_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/avoidance/rvo/rvo_kernel-inl.hpp"
#include "algorithms/avoidance/rvo/rvo_nested_kernel-inl.hpp"
#include "backends/simd/entry-inl.hpp"
#include "core/lane/highway_lane-inl.hpp"

PLETHOS_KERNEL_BEGIN

template <int Capacity, class Variant>
PLETHOS_FUNCTION void rvo_on_vectors(const RvoArguments& arguments, int begin, int end) {
  std::int32_t list[rvo_block + HighwayLane::width];
  rvo_agents<HighwayLane, Capacity>(arguments, Variant{arguments.time_step}, begin, end, list);
}
template <class Variant>
PLETHOS_FUNCTION void rvo_nested_on_vectors(const RvoArguments& arguments, int begin, int end) {
  for (int i = begin; i < end; ++i) rvo_agent_by_lane<HighwayLane>(arguments, Variant{arguments.time_step}, i);
}

PLETHOS_KERNEL_END

PLETHOS_SIMD_ENTRY(avoidance, RvoArguments, rvo_on_vectors, few_neighbors, avoidance::RvoPublished);
PLETHOS_SIMD_ENTRY(avoidance, RvoArguments, rvo_on_vectors, maximum_neighbors, avoidance::RvoPublished);
PLETHOS_SIMD_ENTRY(avoidance, RvoArguments, rvo_on_vectors, few_neighbors, avoidance::RvoSteady);
PLETHOS_SIMD_ENTRY(avoidance, RvoArguments, rvo_on_vectors, maximum_neighbors, avoidance::RvoSteady);
PLETHOS_SIMD_ENTRY(avoidance, RvoArguments, rvo_nested_on_vectors, avoidance::RvoPublished);
PLETHOS_SIMD_ENTRY(avoidance, RvoArguments, rvo_nested_on_vectors, avoidance::RvoSteady);
