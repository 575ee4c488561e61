#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "core/lane/lane.hpp"

namespace plethos {

/// The floating-point operations of one thread so far: + - * / sqrt min max abs and comparisons count one, a multiply-add two.
inline thread_local std::uint64_t counted_operations = 0;

/// A float that counts its operations.
struct CountedFloat {
  float value = 0;

  friend CountedFloat operator+(CountedFloat a, CountedFloat b) { return count(a.value + b.value); }
  friend CountedFloat operator-(CountedFloat a, CountedFloat b) { return count(a.value - b.value); }
  friend CountedFloat operator*(CountedFloat a, CountedFloat b) { return count(a.value * b.value); }
  friend CountedFloat operator/(CountedFloat a, CountedFloat b) { return count(a.value / b.value); }
  friend CountedFloat operator-(CountedFloat a) { return {-a.value}; }
  static CountedFloat count(float value, int operations = 1) {
    counted_operations += static_cast<std::uint64_t>(operations);
    return {value};
  }
};

struct CountingMask {
  bool value;

  friend CountingMask operator&(CountingMask a, CountingMask b) { return {a.value && b.value}; }
  friend CountingMask operator|(CountingMask a, CountingMask b) { return {a.value || b.value}; }
  friend CountingMask operator!(CountingMask a) { return {!a.value}; }
};

/// A lane of one element that counts every floating-point operation: the work of a kernel for one agent, without skipped work. Reports
/// divide it by measured times. Integer operations and moves do not count.
struct CountingLane {
  using Float = CountedFloat;
  using Int = std::int32_t;
  using UInt = std::uint32_t;
  using Mask = CountingMask;
  static constexpr int width = 1;

  static Float set(float x) { return {x}; }
  static Int set_int(std::int32_t x) { return x; }
  static UInt set_uint(std::uint32_t x) { return x; }
  static Int iota() { return 0; }
  static Float load(const float* p) { return {*p}; }
  static Int load(const std::int32_t* p) { return *p; }
  static UInt load(const std::uint32_t* p) { return *p; }
  static Float load_unaligned(const float* p) { return {*p}; }
  static Int load_unaligned(const std::int32_t* p) { return *p; }
  static void store(Float v, float* p) { *p = v.value; }
  static void store(Int v, std::int32_t* p) { *p = v; }
  static void store_unaligned(Float v, float* p) { *p = v.value; }
  static void store(Mask m, Float v, float* p) {
    if (m.value) *p = v.value;
  }
  static Float gather(const float* p, Int index) { return {p[index]}; }
  static Int gather(const std::int32_t* p, Int index) { return p[index]; }
  static Float gather(Mask m, const float* p, Int index) { return {m.value ? p[index] : 0}; }
  static Int gather(Mask m, const std::int32_t* p, Int index) { return m.value ? p[index] : 0; }
  static Float gather_pairs(const float* p, const std::int32_t* index, Float& second) {
    second = {p[2 * *index + 1]};
    return {p[2 * *index]};
  }
  static Float gather_each(Mask m, const float* p, Int index) { return gather(m, p, index); }
  static void scatter(Float v, float* p, Int index) { p[index] = v.value; }
  static void scatter(Int v, std::int32_t* p, Int index) { p[index] = v; }
  static void scatter(Mask m, Float v, float* p, Int index) {
    if (m.value) p[index] = v.value;
  }
  static int compress_store(Mask m, Float v, float* p) {
    *p = v.value;
    return m.value ? 1 : 0;
  }
  static int compress_store(Mask m, Int v, std::int32_t* p) {
    *p = v;
    return m.value ? 1 : 0;
  }
  static Mask first_n(int n) { return {n > 0}; }
  static Float mul_add(Float a, Float b, Float c) { return Float::count(std::fma(a.value, b.value, c.value), 2); }
  static Float mul_sub(Float a, Float b, Float c) { return Float::count(std::fma(a.value, b.value, -c.value), 2); }
  static Float neg_mul_add(Float a, Float b, Float c) { return Float::count(std::fma(-a.value, b.value, c.value), 2); }
  static Float sqrt(Float x) { return Float::count(std::sqrt(x.value)); }
  static Float abs(Float x) { return Float::count(std::fabs(x.value)); }
  static Float min(Float a, Float b) { return Float::count(a.value < b.value ? a.value : b.value); }
  static Float max(Float a, Float b) { return Float::count(a.value > b.value ? a.value : b.value); }
  static Mask less(Float a, Float b) { return counted(a.value < b.value); }
  static Mask less(Int a, Int b) { return {a < b}; }
  static Mask less_equal(Float a, Float b) { return counted(a.value <= b.value); }
  static Mask equal(Float a, Float b) { return counted(a.value == b.value); }
  static Mask equal(Int a, Int b) { return {a == b}; }
  static Float select(Mask m, Float yes, Float no) { return m.value ? yes : no; }
  static Int select(Mask m, Int yes, Int no) { return m.value ? yes : no; }
  static bool any(Mask m) { return m.value; }
  static bool all(Mask m) { return m.value; }
  static bool none(Mask m) { return !m.value; }
  static int count_true(Mask m) { return m.value ? 1 : 0; }
  static Float to_float(Int x) { return {static_cast<float>(x)}; }
  static Int bit_cast_int(UInt x) { return static_cast<Int>(x); }
  static UInt bit_cast_uint(Int x) { return static_cast<UInt>(x); }
  static UInt bit_cast_uint(Float x) { return std::bit_cast<UInt>(x.value); }
  static Float bit_cast_float(UInt x) { return {std::bit_cast<float>(x)}; }
  static UInt multiply_wide(UInt a, UInt b, UInt& high) {
    const std::uint64_t product = static_cast<std::uint64_t>(a) * b;
    high = static_cast<UInt>(product >> 32);
    return static_cast<UInt>(product);
  }
  static MinWithIndex reduce_min_with_index(Float v) { return {v.value, 0}; }

 private:
  static Mask counted(bool value) {
    ++counted_operations;
    return {value};
  }
};

static_assert(Lane<CountingLane>);

/// Returns the operations of run(i), as the mean over every `every`-th item of [0, count).
template <class Run>
double mean_operations(std::int32_t count, std::int32_t every, const Run& run) {
  counted_operations = 0;
  std::int64_t items = 0;
  for (std::int32_t i = 0; i < count; i += every, ++items) run(i);
  return items > 0 ? static_cast<double>(counted_operations) / static_cast<double>(items) : 0;
}

}  // namespace plethos
