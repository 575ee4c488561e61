// No guard: included once per SIMD target. Highway sets HWY_ONCE for the last one, where the tables of all targets can be made.
#include <hwy/highway.h>

#include "backends/simd/entry.hpp"
#include "core/lane/kernel_macros.hpp"

/// PLETHOS_SIMD_ENTRY(NAMESPACE, ARGUMENTS, KERNEL, ...) defines plethos::NAMESPACE::KERNEL<...>(target), which a header declares to return
/// a SimdEntry<ARGUMENTS>. The entry calls KERNEL<...>(arguments, begin, end), which stands between PLETHOS_KERNEL_BEGIN and
/// PLETHOS_KERNEL_END above. Without further arguments neither is a template.
#undef PLETHOS_SIMD_NAME
#undef PLETHOS_SIMD_KERNEL
#undef PLETHOS_SIMD_ENTRY
#define PLETHOS_SIMD_NAME HWY_CONCAT(entry_of_line_, __LINE__)
#define PLETHOS_SIMD_KERNEL(NAMESPACE, ARGUMENTS, KERNEL, ...)                                        \
  namespace plethos::HWY_NAMESPACE {                                                                  \
  HWY_ATTR static void PLETHOS_SIMD_NAME(const NAMESPACE::ARGUMENTS& arguments, int begin, int end) { \
    KERNEL __VA_OPT__(<__VA_ARGS__>)(arguments, begin, end);                                          \
  }                                                                                                   \
  }                                                                                                   \
  static_assert(true)
#if HWY_ONCE
#define PLETHOS_SIMD_ENTRY(NAMESPACE, ARGUMENTS, KERNEL, ...)                                           \
  PLETHOS_SIMD_KERNEL(NAMESPACE, ARGUMENTS, KERNEL, __VA_ARGS__);                                       \
  namespace plethos {                                                                                   \
  HWY_EXPORT(PLETHOS_SIMD_NAME);                                                                        \
  namespace NAMESPACE {                                                                                 \
  __VA_OPT__(template <>)                                                                               \
  backends::SimdEntry<ARGUMENTS> KERNEL __VA_OPT__(<__VA_ARGS__>)(const backends::SimdTarget& target) { \
    return backends::entry_for(target, HWY_DISPATCH_TABLE(PLETHOS_SIMD_NAME));                          \
  }                                                                                                     \
  }                                                                                                     \
  }                                                                                                     \
  static_assert(true)
#else
#define PLETHOS_SIMD_ENTRY PLETHOS_SIMD_KERNEL
#endif
