#pragma once

#include "algorithms/planning/potential/bvp/local_map_arguments.hpp"
#include "backends/simd/targets.hpp"

namespace plethos::planning {

/// Makes and relaxes the local maps of the agents [begin, end), in vectors of one SIMD target.
using LocalMapSimdEntry = void (*)(const LocalMapArguments& arguments, int begin, int end);
LocalMapSimdEntry local_map_simd_entry(const backends::SimdTarget& target);

}  // namespace plethos::planning
