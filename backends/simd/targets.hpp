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

/// Returns the targets that were compiled and that the processor supports, the narrowest first. A processor may support a target that was
/// not compiled. Such a target is left out, because Highway would silently use its baseline for it. The processor is asked once. Any thread
/// may call this function. entry_for() (entry.hpp) returns a kernel's entry for a target.
const std::vector<SimdTarget>& simd_targets();

}  // namespace plethos::backends
