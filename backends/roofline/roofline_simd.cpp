#include "backends/roofline/roofline_simd.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/roofline/roofline_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "backends/roofline/roofline_kernel-inl.hpp"
#include "backends/simd/entry.hpp"
#include "core/lane/highway_lane-inl.hpp"

PLETHOS_KERNEL_BEGIN

void peak_run(const backends::PeakArguments& arguments, int begin, int end) {
  for (int i = begin; i < end; i += HighwayLane::width) peak<HighwayLane>(arguments.values, i);
}

void triad_run(const backends::TriadArguments& arguments, int begin, int end) {
  for (int i = begin; i < end; i += HighwayLane::width) triad<HighwayLane>(arguments.a, arguments.b, arguments.c, i);
}

PLETHOS_KERNEL_END

#if HWY_ONCE
namespace plethos {
HWY_EXPORT(peak_run);
HWY_EXPORT(triad_run);
}  // namespace plethos

namespace plethos::backends {
PeakSimdEntry peak_simd_entry(const SimdTarget& target) { return entry_for(target, HWY_DISPATCH_TABLE(plethos::peak_run)); }
TriadSimdEntry triad_simd_entry(const SimdTarget& target) { return entry_for(target, HWY_DISPATCH_TABLE(plethos::triad_run)); }
}  // namespace plethos::backends
#endif
