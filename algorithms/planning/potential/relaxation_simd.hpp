#pragma once

#include "algorithms/planning/potential/relaxation_arguments.hpp"
#include "backends/simd/targets.hpp"

namespace plethos::planning {

/// Works on the places [begin, end) after Checkerboard::first of one color, in vectors of one SIMD target.
using RelaxationSimdEntry = void (*)(const RelaxationArguments& arguments, int begin, int end);
RelaxationSimdEntry relaxation_simd_entry(const backends::SimdTarget& target, RelaxationWork work);

/// Works on the items [begin, end) of a transfer between grids.
using TransferSimdEntry = void (*)(const TransferArguments& arguments, int begin, int end);
TransferSimdEntry transfer_simd_entry(const backends::SimdTarget& target, TransferWork work);

}  // namespace plethos::planning
