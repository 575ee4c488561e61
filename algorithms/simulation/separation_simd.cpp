#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/simulation/separation_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/simulation/separation-inl.hpp"
#include "backends/simd/entry-inl.hpp"
#include "core/lane/highway_lane-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// Returns whether the agents of a vector are of one world.
PLETHOS_FUNCTION bool in_one_world(const simulation::SeparationArguments& in, int first, HighwayLane::Mask asked) {
  using L = HighwayLane;
  const auto world = L::bit_cast_int(L::bit_cast_uint(L::load_unaligned(in.id + first)) >> in.world_shift);
  return L::none(asked & !L::equal(world, L::set_int(in.id[first] >> in.world_shift)));
}

PLETHOS_FUNCTION void separations_by_world(const simulation::SeparationOnVectorsArguments& in, int begin, int end) {
  using L = HighwayLane;
  for (int i = begin; i < end; i += L::width) {
    const int until = end < i + L::width ? end : i + L::width;
    const auto asked = L::first_n(until - i);
    if (in_one_world(in, i, asked)) {
      const Separation<L> found = separation_of<L>(in, i, asked);
      in.take(in.kernel, i, L::reduce_min_with_index(found.least).value, static_cast<std::uint64_t>(found.overlaps));
    } else {
      in.measure_each(in.kernel, i, until);
    }
  }
}

PLETHOS_FUNCTION void separation_on_vectors(const simulation::SeparationOnVectorsArguments& in, int begin, int end) {
  using L = HighwayLane;
  if (in.measure_each != nullptr) return separations_by_world(in, begin, end);
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
