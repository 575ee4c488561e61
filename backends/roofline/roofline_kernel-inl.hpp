// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_BACKENDS_ROOFLINE_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_BACKENDS_ROOFLINE_KERNEL_INL
#undef PLETHOS_BACKENDS_ROOFLINE_KERNEL_INL
#else
#define PLETHOS_BACKENDS_ROOFLINE_KERNEL_INL
#endif

#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// The number of independent chains of multiply-adds. It hides the latency of two units on any of the processors.
inline constexpr int peak_chains = 12;
inline constexpr int peak_rounds = 4096;

/// Computes multiply-adds in registers alone. No kernel of the same lane exceeds their rate.
template <class L>
PLETHOS_FUNCTION void peak(float* values, int first) {
  typename L::Float chain[peak_chains];
  const auto factor = L::load(values + first);
  for (int c = 0; c < peak_chains; ++c) chain[c] = L::set(static_cast<float>(c));
  for (int round = 0; round < peak_rounds; ++round) {
    for (int c = 0; c < peak_chains; ++c) chain[c] = L::mul_add(chain[c], factor, factor);
  }
  auto sum = chain[0];
  for (int c = 1; c < peak_chains; ++c) sum = sum + chain[c];
  L::store(sum, values + first);
}

/// Computes a triad: two loads and a store for each multiply-add.
template <class L>
PLETHOS_FUNCTION void triad(float* a, const float* b, const float* c, int first) {
  L::store(L::mul_add(L::set(3.f), L::load(c + first), L::load(b + first)), a + first);
}

PLETHOS_KERNEL_END
#endif
