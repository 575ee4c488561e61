#pragma once

#include "algorithms/avoidance/orca/orca_arguments.hpp"
#include "backends/simd/targets.hpp"

namespace plethos::avoidance {

/// Computes the agents [begin, end), at most 256 of them, on vector lanes.
using OrcaSimdEntry = void (*)(const OrcaArguments& arguments, int begin, int end);

/// Returns the entry for a target and for lists of at most `capacity` neighbors and walls (16 or maximum_neighbors).
OrcaSimdEntry orca_simd_entry(const backends::SimdTarget& target, int capacity);

}  // namespace plethos::avoidance
