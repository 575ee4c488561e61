#pragma once

#include "algorithms/neighbors/kdtree/kdtree_arguments.hpp"
#include "backends/simd/targets.hpp"

namespace plethos::neighbors {

/// Fills the lists of the agents [begin, end) on vector lanes. `begin` is a multiple of the widest vector. If only ids can decide what a
/// list holds, its count becomes left_to_ids.
using KdSimdEntry = void (*)(const KdArguments& arguments, int begin, int end);

/// Returns the entry for a target, which must have fused multiply-add.
KdSimdEntry kd_simd_entry(const backends::SimdTarget& target);

}  // namespace plethos::neighbors
