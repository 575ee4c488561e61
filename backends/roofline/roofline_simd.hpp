#pragma once

#include "backends/simd/targets.hpp"

namespace plethos::backends {

struct PeakArguments {
  float* values;
};
using PeakSimdEntry = void (*)(const PeakArguments& arguments, int begin, int end);
PeakSimdEntry peak_simd_entry(const SimdTarget& target);

struct TriadArguments {
  float* a;
  const float *b, *c;
};
using TriadSimdEntry = void (*)(const TriadArguments& arguments, int begin, int end);
TriadSimdEntry triad_simd_entry(const SimdTarget& target);

}  // namespace plethos::backends
