#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/avoidance/clearpath/clearpath_steps_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/avoidance/clearpath/clearpath_agents-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_steps-inl.hpp"
#include "backends/simd/entry-inl.hpp"
#include "core/lane/highway_lane-inl.hpp"

PLETHOS_KERNEL_BEGIN

template <int Capacity>
PLETHOS_FUNCTION void clearpath_steps_on_vectors(const avoidance::ClearpathStepsArguments& arguments, int begin, int end) {
  Pack<HighwayLane> pack;
  ClearpathSteps<HighwayLane, Capacity> work(arguments.last_step, arguments.compress_points);
  clearpath_agents<HighwayLane>(arguments, begin, end, &pack, work);
}

PLETHOS_KERNEL_END

PLETHOS_SIMD_ENTRY(avoidance, ClearpathStepsArguments, clearpath_steps_on_vectors, few_neighbors);
PLETHOS_SIMD_ENTRY(avoidance, ClearpathStepsArguments, clearpath_steps_on_vectors, maximum_neighbors);
