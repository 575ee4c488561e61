#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/avoidance/orca/orca_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/avoidance/orca/orca_kernel-inl.hpp"
#include "backends/simd/entry-inl.hpp"
#include "core/lane/highway_lane-inl.hpp"

PLETHOS_KERNEL_BEGIN

template <int Capacity>
PLETHOS_FUNCTION void orca_on_vectors(const avoidance::OrcaArguments& arguments, int begin, int end) {
  Pack<HighwayLane> pack;
  orca_agents<HighwayLane, 2 * Capacity>(arguments, begin, end, &pack);
}

PLETHOS_KERNEL_END

PLETHOS_SIMD_ENTRY(avoidance, OrcaArguments, orca_on_vectors, few_neighbors);
PLETHOS_SIMD_ENTRY(avoidance, OrcaArguments, orca_on_vectors, maximum_neighbors);
