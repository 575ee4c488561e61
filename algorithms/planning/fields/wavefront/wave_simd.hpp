#pragma once

#include "algorithms/planning/fields/wavefront/wave_arguments.hpp"
#include "backends/simd/targets.hpp"

namespace plethos::planning {

/// What a round does with the tiles that it takes: see WaveRound.
enum class WaveWork { relax, raise, find_lowered, sweep, find_changed, refine };

/// Works on the items [begin, end) of a round in vectors of one SIMD target.
using WaveSimdEntry = void (*)(const WaveArguments& arguments, int begin, int end);
WaveSimdEntry wave_simd_entry(const backends::SimdTarget& target, WaveWork work);

}  // namespace plethos::planning
