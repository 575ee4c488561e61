#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/avoidance/clearpath_guarded/clearpath_guarded_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/avoidance/clearpath/clearpath_agents-inl.hpp"
#include "algorithms/avoidance/clearpath_guarded/clearpath_guarded_arguments.hpp"
#include "algorithms/avoidance/clearpath_guarded/clearpath_guarded_kernel-inl.hpp"
#include "backends/simd/entry-inl.hpp"
#include "core/lane/highway_lane-inl.hpp"

PLETHOS_KERNEL_BEGIN

template <int Capacity>
PLETHOS_FUNCTION void clearpath_guarded_on_vectors(const ClearpathArguments& arguments, int begin, int end) {
  Pack<HighwayLane> pack;
  ClearpathAlone<HighwayLane, ClearpathGuardedRules, Capacity> work;
  clearpath_agents<HighwayLane>(arguments, begin, end, &pack, work);
}

PLETHOS_KERNEL_END

PLETHOS_SIMD_ENTRY(avoidance, ClearpathArguments, clearpath_guarded_on_vectors, few_neighbors);
PLETHOS_SIMD_ENTRY(avoidance, ClearpathArguments, clearpath_guarded_on_vectors, maximum_neighbors);
