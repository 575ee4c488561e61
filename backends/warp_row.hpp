#pragma once

#include <Kokkos_Core.hpp>

#include "backends/concurrency.hpp"
#include "core/lane/row.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::backends {

/// A warp of a device as a row type (core/lane/row.hpp): each thread holds one element. Its threads are those of a block. It is no row on
/// the host, where it only compiles.
struct WarpRow {
  using Float = float;
  using Int = std::int32_t;
  using UInt = std::uint32_t;
  using Mask = ScalarMask;
  static constexpr int width = team_vector;
  static constexpr int pad = 1;

// clang-format off
#define PLETHOS_ROW KOKKOS_FORCEINLINE_FUNCTION static
  PLETHOS_ROW int rank() {
    KOKKOS_IF_ON_DEVICE((return static_cast<int>(threadIdx.x);))
    KOKKOS_IF_ON_HOST((return 0;))
  }
  PLETHOS_ROW Float set(float x) { return x; }
  PLETHOS_ROW Int set_int(std::int32_t x) { return x; }
  template <class T>
  PLETHOS_ROW T load(const T* p) { return p[rank()]; }
  template <class T>
  PLETHOS_ROW T load_unaligned(const T* p) { return p[rank()]; }
  template <class T>
  PLETHOS_ROW T gather(Mask m, const T* p, Int index) { return m.value ? p[index] : T{0}; }
  PLETHOS_ROW Int load_shared(std::int32_t* p) { return *const_cast<const volatile std::int32_t*>(p + rank()); }
  template <class T>
  PLETHOS_ROW void store(T v, T* p) { p[rank()] = v; }
  PLETHOS_ROW void store_shared(Int v, std::int32_t* p) { *const_cast<volatile std::int32_t*>(p + rank()) = v; }
  template <class T>
  PLETHOS_ROW T min(T a, T b) { return a < b ? a : b; }
  PLETHOS_ROW Float max(Float a, Float b) { return a > b ? a : b; }
  PLETHOS_ROW Float sqrt(Float x) { return Kokkos::sqrt(x); }
  PLETHOS_ROW Float abs(Float x) { return Kokkos::fabs(x); }
  PLETHOS_ROW Float mul_add(Float a, Float b, Float c) { return Kokkos::fma(a, b, c); }
  PLETHOS_ROW Float to_float(Int x) { return static_cast<float>(x); }
  // The type is named because nvcc hands templates to the host compiler without such braces.
  template <class T>
  PLETHOS_ROW Mask less(T a, T b) { return Mask{a < b}; }
  template <class T>
  PLETHOS_ROW T select(Mask m, T yes, T no) { return m.value ? yes : no; }
  PLETHOS_ROW Int to_int(Float x) { return static_cast<Int>(x); }
  PLETHOS_ROW UInt set_uint(std::uint32_t x) { return x; }
  PLETHOS_ROW Int bit_cast_int(UInt x) { return static_cast<Int>(x); }
  PLETHOS_ROW UInt bit_cast_uint(Int x) { return static_cast<UInt>(x); }
  template <class T>
  PLETHOS_ROW Mask equal(T a, T b) { return Mask{a == b}; }
  PLETHOS_ROW Int half(Int v) { return v / 2; }
  PLETHOS_ROW Int root(Int v) { return static_cast<Int>(Kokkos::sqrt(static_cast<float>(v))); }
  PLETHOS_ROW Mask bits(std::uint32_t b) { return {(b >> rank() & 1u) != 0}; }
  PLETHOS_ROW std::uint32_t bits_of(Mask m) {
    KOKKOS_IF_ON_DEVICE((return __ballot_sync(all_threads, m.value ? 1 : 0);))
    KOKKOS_IF_ON_HOST((return m.value ? 1u : 0u;))
  }
  PLETHOS_ROW bool any(Mask m) {
    KOKKOS_IF_ON_DEVICE((return __any_sync(all_threads, m.value ? 1 : 0) != 0;))
    KOKKOS_IF_ON_HOST((return m.value;))
  }
  PLETHOS_ROW int count_true(Mask m) {
    KOKKOS_IF_ON_DEVICE((return __popc(__ballot_sync(all_threads, m.value ? 1 : 0));))
    KOKKOS_IF_ON_HOST((return m.value ? 1 : 0;))
  }
  template <int j>
  PLETHOS_ROW Int shift_up([[maybe_unused]] Int v, std::int32_t fill) {
    KOKKOS_IF_ON_DEVICE((const Int other = __shfl_up_sync(all_threads, v, j); return rank() < j ? fill : other;))
    KOKKOS_IF_ON_HOST((return fill;))
  }
  template <int j>
  PLETHOS_ROW Int shift_down([[maybe_unused]] Int v, std::int32_t fill) {
    KOKKOS_IF_ON_DEVICE((const Int other = __shfl_down_sync(all_threads, v, j); return rank() + j >= width ? fill : other;))
    KOKKOS_IF_ON_HOST((return fill;))
  }
  PLETHOS_ROW std::int32_t least(Int v) {
    KOKKOS_IF_ON_DEVICE((for (int distance = width / 2; distance > 0; distance /= 2) v = min(v, __shfl_xor_sync(all_threads, v, distance));))
    return v;
  }
  PLETHOS_ROW std::int32_t first(std::int32_t x) {
    KOKKOS_IF_ON_DEVICE((return __shfl_sync(all_threads, x, 0);))
    KOKKOS_IF_ON_HOST((return x;))
  }
  PLETHOS_ROW bool once() { return rank() == 0; }
  PLETHOS_ROW void sync() { KOKKOS_IF_ON_DEVICE((__syncwarp();)) }
  template <class Function>
  PLETHOS_ROW void each(std::int32_t count, const Function& f) {
    for (std::int32_t i = rank(); i < count; i += width) f(i);
  }
  template <class Function>
  PLETHOS_ROW std::int32_t least_of(std::int32_t count, const Function& f) {
    std::int32_t best = 0x7fffffff;
    for (std::int32_t i = rank(); i < count; i += width) best = min(best, f(i));
    return least(best);
  }
#undef PLETHOS_ROW
  // clang-format on

 private:
  static constexpr unsigned all_threads = 0xffffffffu;
};

static_assert(Row<WarpRow>);

}  // namespace plethos::backends
