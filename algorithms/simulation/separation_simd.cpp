#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/simulation/separation_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/simulation/separation-inl.hpp"
#include "backends/simd/entry-inl.hpp"
#include "core/lane/highway_lane-inl.hpp"

PLETHOS_KERNEL_BEGIN

PLETHOS_FUNCTION void separation_on_vectors(const simulation::SeparationOnVectorsArguments& in, int begin, int end) {
  using L = HighwayLane;
  auto least = L::set(std::numeric_limits<float>::infinity());
  std::uint64_t overlaps = 0;
  for (int i = begin; i < end; i += L::width) {
    const Separation<L> found = separation_of<L>(in, i, L::first_n(end - i));
    least = L::min(found.least, least);
    overlaps += static_cast<std::uint64_t>(found.overlaps);
  }
  in.take(in.kernel, begin, L::reduce_min_with_index(least).value, overlaps);
}

PLETHOS_KERNEL_END

PLETHOS_SIMD_ENTRY(simulation, SeparationOnVectorsArguments, separation_on_vectors);
