#pragma once

#include "algorithms/neighbors/near_walls/near_walls_arguments.hpp"
#include "backends/simd/targets.hpp"

namespace plethos::neighbors {

/// Fills the lists of the agents [begin, end) on vector lanes; `begin` is a multiple of the widest vector.
using WallSimdEntry = void (*)(const WallArguments& arguments, int begin, int end);

/// The entry for a target with fused multiply-add.
WallSimdEntry wall_simd_entry(const backends::SimdTarget& target);

}  // namespace plethos::neighbors
