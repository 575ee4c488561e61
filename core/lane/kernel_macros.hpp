#pragma once

// A kernel file (*_kernel-inl.hpp) is compiled in two worlds: once inside Kokkos kernels with the scalar lane, and once per SIMD target by
// Highway's foreach_target.h. These macros name the world's namespace (plethos::scalar, or plethos::N_AVX2 and so on) and its function
// attribute. A lambda of a kernel is written [&](...) PLETHOS_LAMBDA { ... }, because compilers give it no target otherwise. A file can
// compile the kernel for a lane of its own, on the host alone and without Kokkos. It then defines PLETHOS_KERNEL_HOST_NAMESPACE first.
#ifdef HWY_TARGET_INCLUDE
// Highway's macro comes last: g++ 13 and 14 drop what a macro has behind a pragma for a target.
#define PLETHOS_KERNEL_BEGIN         \
  namespace plethos::HWY_NAMESPACE { \
  HWY_BEFORE_NAMESPACE();
#define PLETHOS_KERNEL_END \
  }                        \
  HWY_AFTER_NAMESPACE();
#define PLETHOS_FUNCTION HWY_INLINE
#define PLETHOS_LAMBDA HWY_ATTR
#elif defined(PLETHOS_KERNEL_HOST_NAMESPACE)
#define PLETHOS_KERNEL_BEGIN namespace plethos::PLETHOS_KERNEL_HOST_NAMESPACE {
#define PLETHOS_KERNEL_END }
#define PLETHOS_FUNCTION inline
#define PLETHOS_LAMBDA
#else
#include <Kokkos_Macros.hpp>
#define PLETHOS_KERNEL_BEGIN namespace plethos::scalar {
#define PLETHOS_KERNEL_END }
#define PLETHOS_FUNCTION KOKKOS_FORCEINLINE_FUNCTION
#define PLETHOS_LAMBDA
#endif
