#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backends/roofline/roofline_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "backends/roofline/roofline_arguments.hpp"
#include "backends/roofline/roofline_kernel-inl.hpp"
#include "backends/simd/entry-inl.hpp"
#include "core/lane/highway_lane-inl.hpp"

PLETHOS_KERNEL_BEGIN

PLETHOS_FUNCTION void peak_on_vectors(const backends::PeakArguments& arguments, int begin, int end) {
  for (int i = begin; i < end; i += HighwayLane::width) peak<HighwayLane>(arguments.values, i);
}
PLETHOS_FUNCTION void triad_on_vectors(const backends::TriadArguments& arguments, int begin, int end) {
  for (int i = begin; i < end; i += HighwayLane::width) triad<HighwayLane>(arguments.a, arguments.b, arguments.c, i);
}

PLETHOS_KERNEL_END

PLETHOS_SIMD_ENTRY(backends, PeakArguments, peak_on_vectors);
PLETHOS_SIMD_ENTRY(backends, TriadArguments, triad_on_vectors);
