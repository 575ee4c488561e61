// Toggled guard: included once per SIMD target (see kernel_macros.hpp).
#if defined(PLETHOS_CORE_LANE_ATOMICS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_CORE_LANE_ATOMICS_INL
#undef PLETHOS_CORE_LANE_ATOMICS_INL
#else
#define PLETHOS_CORE_LANE_ATOMICS_INL
#endif

#include <atomic>
#include <cstdint>

#include "core/lane/kernel_macros.hpp"
#ifndef HWY_TARGET_INCLUDE
#include <Kokkos_Core.hpp>
#endif

PLETHOS_KERNEL_BEGIN

// Atomic operations of kernels that are compiled for lanes. Each returns the number's value of before. What a thread has written before
// one of them is seen by a thread that calls one on the same number later. Of raise_to(), lower_to(), add_to() and set_bits() neither is
// true: they only change the number, and nobody waits for them.

#ifdef HWY_TARGET_INCLUDE
HWY_INLINE void raise_to(std::int32_t& number, std::int32_t value) {
  const std::atomic_ref<std::int32_t> shared(number);
  std::int32_t before = shared.load(std::memory_order_relaxed);
  while (value > before && !shared.compare_exchange_weak(before, value, std::memory_order_relaxed)) {
  }
}
HWY_INLINE void lower_to(std::int32_t& number, std::int32_t value) {
  const std::atomic_ref<std::int32_t> shared(number);
  std::int32_t before = shared.load(std::memory_order_relaxed);
  while (value < before && !shared.compare_exchange_weak(before, value, std::memory_order_relaxed)) {
  }
}
HWY_INLINE void add_to(std::int32_t& number, std::int32_t value) {
  std::atomic_ref<std::int32_t>(number).fetch_add(value, std::memory_order_relaxed);
}
HWY_INLINE void set_bits(std::uint32_t& number, std::uint32_t bits) {
  std::atomic_ref<std::uint32_t>(number).fetch_or(bits, std::memory_order_relaxed);
}
HWY_INLINE std::int32_t atomic_exchange(std::int32_t& number, std::int32_t value) {
  return std::atomic_ref<std::int32_t>(number).exchange(value);
}
HWY_INLINE std::int32_t atomic_add(std::int32_t& number, std::int32_t value) {
  return std::atomic_ref<std::int32_t>(number).fetch_add(value);
}
HWY_INLINE std::int32_t atomic_least(std::int32_t& number, std::int32_t value) {
  const std::atomic_ref<std::int32_t> shared(number);
  std::int32_t before = shared.load();
  while (value < before && !shared.compare_exchange_weak(before, value)) {
  }
  return before;
}
HWY_INLINE std::int32_t atomic_greatest(std::int32_t& number, std::int32_t value) {
  const std::atomic_ref<std::int32_t> shared(number);
  std::int32_t before = shared.load();
  while (value > before && !shared.compare_exchange_weak(before, value)) {
  }
  return before;
}
#else
KOKKOS_FORCEINLINE_FUNCTION void raise_to(std::int32_t& number, std::int32_t value) { Kokkos::atomic_max(&number, value); }
KOKKOS_FORCEINLINE_FUNCTION void lower_to(std::int32_t& number, std::int32_t value) { Kokkos::atomic_min(&number, value); }
KOKKOS_FORCEINLINE_FUNCTION void add_to(std::int32_t& number, std::int32_t value) { Kokkos::atomic_add(&number, value); }
KOKKOS_FORCEINLINE_FUNCTION void set_bits(std::uint32_t& number, std::uint32_t bits) { Kokkos::atomic_or(&number, bits); }
KOKKOS_FORCEINLINE_FUNCTION std::int32_t atomic_exchange(std::int32_t& number, std::int32_t value) {
  Kokkos::memory_fence();
  const std::int32_t before = Kokkos::atomic_exchange(&number, value);
  Kokkos::memory_fence();
  return before;
}
KOKKOS_FORCEINLINE_FUNCTION std::int32_t atomic_add(std::int32_t& number, std::int32_t value) {
  Kokkos::memory_fence();
  const std::int32_t before = Kokkos::atomic_fetch_add(&number, value);
  Kokkos::memory_fence();
  return before;
}
KOKKOS_FORCEINLINE_FUNCTION std::int32_t atomic_least(std::int32_t& number, std::int32_t value) {
  Kokkos::memory_fence();
  const std::int32_t before = Kokkos::atomic_fetch_min(&number, value);
  Kokkos::memory_fence();
  return before;
}
KOKKOS_FORCEINLINE_FUNCTION std::int32_t atomic_greatest(std::int32_t& number, std::int32_t value) {
  Kokkos::memory_fence();
  const std::int32_t before = Kokkos::atomic_fetch_max(&number, value);
  Kokkos::memory_fence();
  return before;
}
#endif

PLETHOS_KERNEL_END
#endif
