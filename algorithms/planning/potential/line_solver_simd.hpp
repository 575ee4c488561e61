#pragma once

#include "algorithms/planning/potential/line_arguments.hpp"
#include "backends/simd/targets.hpp"

namespace plethos::planning {

/// Works on the items [begin, end), in vectors of one SIMD target.
using LineSimdEntry = void (*)(const LineArguments& arguments, int begin, int end);
LineSimdEntry line_simd_entry(const backends::SimdTarget& target, LineWork work);

}  // namespace plethos::planning
