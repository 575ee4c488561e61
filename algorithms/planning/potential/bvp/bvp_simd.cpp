#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/planning/potential/bvp/bvp_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/planning/potential/bvp/local_map-inl.hpp"
#include "backends/simd/entry-inl.hpp"
#include "core/lane/highway_row-inl.hpp"

PLETHOS_KERNEL_BEGIN

PLETHOS_FUNCTION void local_maps_on_vectors(const planning::LocalMapArguments& arguments, int begin, int end) {
  planning::HostMapMemory memory;
  for (int i = begin; i < end; ++i) {
    if (arguments.scenes[i].shape >= 0) LocalMap<HighwayRow>(arguments, i, memory.view()).run();
  }
}

PLETHOS_KERNEL_END

PLETHOS_SIMD_ENTRY(planning, LocalMapArguments, local_maps_on_vectors);
