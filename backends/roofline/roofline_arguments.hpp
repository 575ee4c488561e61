#pragma once

#include "backends/simd/targets.hpp"

namespace plethos::backends {

struct PeakArguments {
  float* values;
};
SimdEntry<PeakArguments> peak_on_vectors(const SimdTarget& target);

struct TriadArguments {
  float* a;
  const float *b, *c;
};
SimdEntry<TriadArguments> triad_on_vectors(const SimdTarget& target);

}  // namespace plethos::backends
