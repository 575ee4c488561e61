#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/planning/fields/wavefront/wave_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/planning/fields/wavefront/wave_kernel-inl.hpp"
#include "backends/simd/entry-inl.hpp"
#include "core/lane/highway_row-inl.hpp"

PLETHOS_KERNEL_BEGIN

template <planning::WaveWork work, planning::TileKind kind>
PLETHOS_FUNCTION void wave_on_vectors(const planning::WaveArguments& arguments, int begin, int end) {
  with_tile_type<HighwayRow, kind>(arguments, [&](auto type) PLETHOS_LAMBDA {
    using Round = WaveRound<typename decltype(type)::Tile>;
    typename Round::Memory memory;
    Round round(arguments, memory);
    for (int k = begin; k < end; ++k) round.template take<work>(k);
    round.end();
  });
}

PLETHOS_KERNEL_END

PLETHOS_SIMD_ENTRY(planning, WaveArguments, wave_on_vectors, planning::WaveWork::relax, planning::TileKind::steps);
PLETHOS_SIMD_ENTRY(planning, WaveArguments, wave_on_vectors, planning::WaveWork::relax, planning::TileKind::eikonal);
PLETHOS_SIMD_ENTRY(planning, WaveArguments, wave_on_vectors, planning::WaveWork::raise, planning::TileKind::steps);
PLETHOS_SIMD_ENTRY(planning, WaveArguments, wave_on_vectors, planning::WaveWork::raise, planning::TileKind::eikonal);
PLETHOS_SIMD_ENTRY(planning, WaveArguments, wave_on_vectors, planning::WaveWork::find_lowered, planning::TileKind::steps);
PLETHOS_SIMD_ENTRY(planning, WaveArguments, wave_on_vectors, planning::WaveWork::find_lowered, planning::TileKind::eikonal);
PLETHOS_SIMD_ENTRY(planning, WaveArguments, wave_on_vectors, planning::WaveWork::sweep, planning::TileKind::steps);
PLETHOS_SIMD_ENTRY(planning, WaveArguments, wave_on_vectors, planning::WaveWork::sweep, planning::TileKind::eikonal);
PLETHOS_SIMD_ENTRY(planning, WaveArguments, wave_on_vectors, planning::WaveWork::find_changed, planning::TileKind::second_order);
PLETHOS_SIMD_ENTRY(planning, WaveArguments, wave_on_vectors, planning::WaveWork::refine, planning::TileKind::second_order);
