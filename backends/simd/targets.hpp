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

/// A kernel over the items [begin, end) as it was compiled for the vectors of a SIMD target. PLETHOS_SIMD_ENTRY (entry-inl.hpp) defines the
/// functions that return one.
template <class Arguments>
using SimdEntry = void (*)(const Arguments& arguments, int begin, int end);

/// Returns the targets that were compiled and that the processor supports, the narrowest first. A processor may support a target that was
/// not compiled. Such a target is left out, because Highway would silently use its baseline for it. The processor is asked once. Any thread
/// may call this function. entry_for() (entry.hpp) returns a kernel's entry for a target.
const std::vector<SimdTarget>& simd_targets();

}  // namespace plethos::backends
