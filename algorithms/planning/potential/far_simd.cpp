#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/planning/potential/far_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/planning/potential/far_tile-inl.hpp"
#include "backends/simd/entry-inl.hpp"
#include "core/lane/highway_row-inl.hpp"

PLETHOS_KERNEL_BEGIN

PLETHOS_FUNCTION void far_on_vectors(const planning::ScaledFields& fields, int begin, int end) {
  FarTileMemory memory;
  for (int item = begin; item < end; ++item) {
    if (FarTile<HighwayRow>::is_due(fields, item, true)) FarTile<HighwayRow>(fields, item, memory).relax();
  }
}

PLETHOS_KERNEL_END

PLETHOS_SIMD_ENTRY(planning, ScaledFields, far_on_vectors);
