#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace plethos::backends {

/// An instruction set that vector kernels are compiled for and that this processor has.
struct SimdTarget {
  std::int64_t id;          ///< Highway's bit
  std::string name;         ///< as `--lanes` takes it: sse4, avx2, avx512, neon
  int lanes;                ///< floats a vector
  bool fused_multiply_add;  ///< false: results differ in their last bits from every other backend
};

/// The targets that were compiled and that the processor supports, the narrowest first. A processor can support one that was not
/// compiled; Highway would then silently use its baseline, so such are left out. Asked of the processor once, by whichever thread comes
/// first. entry_for (entry.hpp) says what a kernel is for one of them.
const std::vector<SimdTarget>& simd_targets();

}  // namespace plethos::backends
