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
/// not compiled. Highway would then silently use its baseline, so such targets are left out.
const std::vector<SimdTarget>& simd_targets();

/// for_target() calls `choose` while Highway dispatches to `target`, so that `choose` can take the address of a kernel's entry for it:
///   entry = for_target(target, [] { return &HWY_DYNAMIC_DISPATCH(run); });
/// It must not run in several threads at once. select_target() switches the dispatch, and 0 switches it back.
void select_target(std::int64_t target);

template <class Choose>
auto for_target(std::int64_t target, Choose choose) {
  select_target(target);
  const auto entry = choose();
  select_target(0);
  return entry;
}

}  // namespace plethos::backends
