#pragma once

#include "algorithms/planning/potential/scaled_fields.hpp"
#include "backends/simd/targets.hpp"

namespace plethos::planning {

/// Relaxes the tiles [begin, end) of the fields, in vectors of one SIMD target.
using FarSimdEntry = void (*)(const ScaledFields& fields, int begin, int end);
FarSimdEntry far_simd_entry(const backends::SimdTarget& target);

}  // namespace plethos::planning
