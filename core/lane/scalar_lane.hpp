#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "core/lane/lane.hpp"

namespace plethos {

/// A mask of one element.
struct ScalarMask {
  bool value;

  friend KOKKOS_FORCEINLINE_FUNCTION ScalarMask operator&(ScalarMask a, ScalarMask b) { return {a.value && b.value}; }
  friend KOKKOS_FORCEINLINE_FUNCTION ScalarMask operator|(ScalarMask a, ScalarMask b) { return {a.value || b.value}; }
  friend KOKKOS_FORCEINLINE_FUNCTION ScalarMask operator!(ScalarMask a) { return {!a.value}; }
};

/// What one number does by itself, as a lane (lane.hpp) and as a row (row.hpp).
struct ScalarElements {
  using Float = float;
  using Int = std::int32_t;
  using UInt = std::uint32_t;
  using Mask = ScalarMask;

// clang-format off
#define PLETHOS_LANE KOKKOS_FORCEINLINE_FUNCTION static
  PLETHOS_LANE Float set(float x) { return x; }
  PLETHOS_LANE Int set_int(std::int32_t x) { return x; }
  PLETHOS_LANE UInt set_uint(std::uint32_t x) { return x; }
  template <class T>
  PLETHOS_LANE T gather(const T* p, Int index) { return p[index]; }
  template <class T>
  PLETHOS_LANE T gather(Mask m, const T* p, Int index) { return m.value ? p[index] : T{0}; }

  PLETHOS_LANE Float mul_add(Float a, Float b, Float c) { return Kokkos::fma(a, b, c); }
  PLETHOS_LANE Float mul_sub(Float a, Float b, Float c) { return Kokkos::fma(a, b, -c); }
  PLETHOS_LANE Float neg_mul_add(Float a, Float b, Float c) { return Kokkos::fma(-a, b, c); }
  PLETHOS_LANE Float sqrt(Float x) { return Kokkos::sqrt(x); }
  PLETHOS_LANE Float abs(Float x) { return Kokkos::fabs(x); }
  PLETHOS_LANE Float min(Float a, Float b) { return a < b ? a : b; }
  PLETHOS_LANE Int min(Int a, Int b) { return a < b ? a : b; }
  PLETHOS_LANE Float max(Float a, Float b) { return a > b ? a : b; }

  // The type is named because some compilers of devices hand templates to the host's without such braces.
  template <class T>
  PLETHOS_LANE Mask less(T a, T b) { return Mask{a < b}; }
  template <class T>
  PLETHOS_LANE Mask less_equal(T a, T b) { return Mask{a <= b}; }
  template <class T>
  PLETHOS_LANE Mask equal(T a, T b) { return Mask{a == b}; }
  template <class T>
  PLETHOS_LANE T select(Mask m, T yes, T no) { return m.value ? yes : no; }

  PLETHOS_LANE Float to_float(Int x) { return static_cast<float>(x); }
  PLETHOS_LANE Int to_int(Float x) { return static_cast<Int>(x); }
  PLETHOS_LANE Int bit_cast_int(UInt x) { return static_cast<Int>(x); }
  PLETHOS_LANE UInt bit_cast_uint(Int x) { return static_cast<UInt>(x); }
  PLETHOS_LANE UInt bit_cast_uint(Float x) { return Kokkos::bit_cast<UInt>(x); }
  PLETHOS_LANE Float bit_cast_float(UInt x) { return Kokkos::bit_cast<Float>(x); }
  PLETHOS_LANE Int half(Int v) { return v / 2; }
  PLETHOS_LANE Int root(Int v) { return static_cast<Int>(Kokkos::sqrt(static_cast<float>(v))); }
#undef PLETHOS_LANE
  // clang-format on
};

/// The lane of one element, for a GPU thread and for a CPU without vectors.
struct ScalarLane : ScalarElements {
  static constexpr int width = 1;

// clang-format off
#define PLETHOS_LANE KOKKOS_FORCEINLINE_FUNCTION static
  PLETHOS_LANE Int iota() { return 0; }

  template <class T>
  PLETHOS_LANE T load(const T* p) { return *p; }
  template <class T>
  PLETHOS_LANE T load_unaligned(const T* p) { return *p; }
  template <class T>
  PLETHOS_LANE void store(T v, T* p) { *p = v; }
  template <class T>
  PLETHOS_LANE void store_unaligned(T v, T* p) { *p = v; }
  template <class T>
  PLETHOS_LANE void store(Mask m, T v, T* p) {
    if (m.value) *p = v;
  }
  PLETHOS_LANE Float gather_each(Mask m, const float* p, Int index) { return gather(m, p, index); }
  PLETHOS_LANE Float gather_pairs(const float* p, const Int* index, Float& second) {
    struct alignas(2 * sizeof(float)) Pair {
      float first, second;
    };
    const Pair pair = reinterpret_cast<const Pair*>(p)[*index];
    second = pair.second;
    return pair.first;
  }
  template <class T>
  PLETHOS_LANE void scatter(T v, T* p, Int index) { p[index] = v; }
  template <class T>
  PLETHOS_LANE void scatter(Mask m, T v, T* p, Int index) {
    if (m.value) p[index] = v;
  }
  template <class T>
  PLETHOS_LANE int compress_store(Mask m, T v, T* p) {
    *p = v;
    return m.value ? 1 : 0;
  }
  PLETHOS_LANE Mask first_n(int n) { return {n > 0}; }

  PLETHOS_LANE bool any(Mask m) { return m.value; }
  PLETHOS_LANE bool all(Mask m) { return m.value; }
  PLETHOS_LANE bool none(Mask m) { return !m.value; }
  PLETHOS_LANE int count_true(Mask m) { return m.value ? 1 : 0; }

  PLETHOS_LANE UInt multiply_wide(UInt a, UInt b, UInt& high) {
    const std::uint64_t product = static_cast<std::uint64_t>(a) * b;
    high = static_cast<UInt>(product >> 32);
    return static_cast<UInt>(product);
  }
  PLETHOS_LANE MinWithIndex reduce_min_with_index(Float v) { return {v, 0}; }
#undef PLETHOS_LANE
  // clang-format on
};

static_assert(Lane<ScalarLane>);

}  // namespace plethos
