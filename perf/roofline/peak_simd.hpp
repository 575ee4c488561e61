#pragma once

#include "backends/simd/targets.hpp"

namespace plethos::perf {

struct PeakArguments {
  float* values;
};
using PeakSimdEntry = void (*)(const PeakArguments& arguments, int begin, int end);
PeakSimdEntry peak_simd_entry(const backends::SimdTarget& target);

}  // namespace plethos::perf
