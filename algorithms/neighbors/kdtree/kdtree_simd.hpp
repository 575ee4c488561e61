#pragma once

#include "algorithms/neighbors/kdtree/kdtree_arguments.hpp"
#include "backends/simd/targets.hpp"

namespace plethos::neighbors {

/// Fills the lists of the agents [begin, end) on vector lanes; `begin` is a multiple of the widest vector. A list that only ids can decide
/// gets the count left_to_ids.
using KdSimdEntry = void (*)(const KdArguments& arguments, int begin, int end);

/// The entry for a target with fused multiply-add.
KdSimdEntry kd_simd_entry(const backends::SimdTarget& target);

}  // namespace plethos::neighbors
