#pragma once

#include "algorithms/avoidance/rvo/rvo_arguments.hpp"
#include "backends/simd/targets.hpp"

namespace plethos::avoidance {

/// Computes the agents [begin, end), at most 256 of them, on vector lanes.
using RvoSimdEntry = void (*)(const RvoArguments& arguments, int begin, int end);

/// Returns the entry for a target and for lists of at most `capacity` neighbors and walls (16 or maximum_neighbors).
RvoSimdEntry rvo_simd_entry(const backends::SimdTarget& target, int capacity, bool steady);

/// Returns the entry that takes one agent after the other, with all elements of the vector for one agent.
RvoSimdEntry rvo_nested_simd_entry(const backends::SimdTarget& target, bool steady);

}  // namespace plethos::avoidance
