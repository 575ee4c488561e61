#include "algorithms/planning/fields/wavefront/wave_simd.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "algorithms/planning/fields/wavefront/wave_simd.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "algorithms/planning/fields/wavefront/wave_kernel-inl.hpp"
#include "backends/simd/entry.hpp"
#include "core/lane/highway_row-inl.hpp"

PLETHOS_KERNEL_BEGIN

template <planning::TileKind kind, class Work>
void wave_run_kind(const planning::WaveArguments& arguments, int begin, int end, const Work& work) {
  with_tile_type<HighwayRow, kind>(arguments, [&](auto type) PLETHOS_LAMBDA {
    using Round = WaveRound<typename decltype(type)::Tile>;
    typename Round::Memory memory;
    Round round(arguments, memory);
    for (int k = begin; k < end; ++k) work(round, k);
    round.end();
  });
}
template <class Work>
void wave_run(const planning::WaveArguments& arguments, int begin, int end, const Work& work) {
  if (arguments.metric == planning::Metric::eikonal) {
    wave_run_kind<planning::TileKind::eikonal>(arguments, begin, end, work);
  } else {
    wave_run_kind<planning::TileKind::steps>(arguments, begin, end, work);
  }
}

void wave_relax(const planning::WaveArguments& arguments, int begin, int end) {
  wave_run(arguments, begin, end, [](auto& round, int k) PLETHOS_LAMBDA { round.relax(k); });
}
void wave_raise(const planning::WaveArguments& arguments, int begin, int end) {
  wave_run(arguments, begin, end, [](auto& round, int k) PLETHOS_LAMBDA { round.raise(k); });
}
void wave_find_lowered(const planning::WaveArguments& arguments, int begin, int end) {
  wave_run(arguments, begin, end, [](auto& round, int k) PLETHOS_LAMBDA { round.find_lowered(k); });
}
void wave_sweep(const planning::WaveArguments& arguments, int begin, int end) {
  wave_run(arguments, begin, end, [](auto& round, int k) PLETHOS_LAMBDA { round.sweep(k); });
}
void wave_find_changed(const planning::WaveArguments& arguments, int begin, int end) {
  wave_run_kind<planning::TileKind::second_order>(arguments, begin, end, [](auto& round, int k) PLETHOS_LAMBDA { round.find_changed(k); });
}
void wave_refine(const planning::WaveArguments& arguments, int begin, int end) {
  wave_run_kind<planning::TileKind::second_order>(arguments, begin, end, [](auto& round, int k) PLETHOS_LAMBDA { round.refine(k); });
}

PLETHOS_KERNEL_END

#if HWY_ONCE
namespace plethos {
HWY_EXPORT(wave_relax);
HWY_EXPORT(wave_raise);
HWY_EXPORT(wave_find_lowered);
HWY_EXPORT(wave_sweep);
HWY_EXPORT(wave_find_changed);
HWY_EXPORT(wave_refine);
}  // namespace plethos

namespace plethos::planning {

WaveSimdEntry wave_simd_entry(const backends::SimdTarget& target, WaveWork work) {
  switch (work) {
    case WaveWork::relax:
      return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::wave_relax));
    case WaveWork::raise:
      return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::wave_raise));
    case WaveWork::find_lowered:
      return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::wave_find_lowered));
    case WaveWork::sweep:
      return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::wave_sweep));
    case WaveWork::find_changed:
      return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::wave_find_changed));
    default:
      return backends::entry_for(target, HWY_DISPATCH_TABLE(plethos::wave_refine));
  }
}

}  // namespace plethos::planning
#endif
