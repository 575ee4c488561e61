// Toggled guard: included once per SIMD target (see kernel_macros.hpp).
#if defined(PLETHOS_CORE_LANE_HIGHWAY_LANE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_CORE_LANE_HIGHWAY_LANE_INL
#undef PLETHOS_CORE_LANE_HIGHWAY_LANE_INL
#else
#define PLETHOS_CORE_LANE_HIGHWAY_LANE_INL
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "core/lane/kernel_macros.hpp"
#include "core/lane/lane.hpp"

PLETHOS_KERNEL_BEGIN

namespace hn = hwy::HWY_NAMESPACE;
using FloatTag = hn::ScalableTag<float>;
using IntTag = hn::ScalableTag<std::int32_t>;
using UIntTag = hn::ScalableTag<std::uint32_t>;

struct HighwayMask {
  hn::Mask<FloatTag> m;

  friend HWY_INLINE HighwayMask operator&(HighwayMask a, HighwayMask b) { return {hn::And(a.m, b.m)}; }
  friend HWY_INLINE HighwayMask operator|(HighwayMask a, HighwayMask b) { return {hn::Or(a.m, b.m)}; }
  friend HWY_INLINE HighwayMask operator!(HighwayMask a) { return {hn::Not(a.m)}; }
};

struct HighwayFloat {
  hn::Vec<FloatTag> v;

  friend HWY_INLINE HighwayFloat operator+(HighwayFloat a, HighwayFloat b) { return {hn::Add(a.v, b.v)}; }
  friend HWY_INLINE HighwayFloat operator-(HighwayFloat a, HighwayFloat b) { return {hn::Sub(a.v, b.v)}; }
  friend HWY_INLINE HighwayFloat operator*(HighwayFloat a, HighwayFloat b) { return {hn::Mul(a.v, b.v)}; }
  friend HWY_INLINE HighwayFloat operator/(HighwayFloat a, HighwayFloat b) { return {hn::Div(a.v, b.v)}; }
  friend HWY_INLINE HighwayFloat operator-(HighwayFloat a) { return {hn::Neg(a.v)}; }
};

struct HighwayInt {
  hn::Vec<IntTag> v;

  friend HWY_INLINE HighwayInt operator+(HighwayInt a, HighwayInt b) { return {hn::Add(a.v, b.v)}; }
  friend HWY_INLINE HighwayInt operator-(HighwayInt a, HighwayInt b) { return {hn::Sub(a.v, b.v)}; }
  friend HWY_INLINE HighwayInt operator*(HighwayInt a, HighwayInt b) { return {hn::Mul(a.v, b.v)}; }
};

struct HighwayUInt {
  hn::Vec<UIntTag> v;

  friend HWY_INLINE HighwayUInt operator+(HighwayUInt a, HighwayUInt b) { return {hn::Add(a.v, b.v)}; }
  friend HWY_INLINE HighwayUInt operator^(HighwayUInt a, HighwayUInt b) { return {hn::Xor(a.v, b.v)}; }
  friend HWY_INLINE HighwayUInt operator&(HighwayUInt a, HighwayUInt b) { return {hn::And(a.v, b.v)}; }
  friend HWY_INLINE HighwayUInt operator|(HighwayUInt a, HighwayUInt b) { return {hn::Or(a.v, b.v)}; }
  friend HWY_INLINE HighwayUInt operator<<(HighwayUInt a, int bits) { return {hn::ShiftLeftSame(a.v, bits)}; }
  friend HWY_INLINE HighwayUInt operator>>(HighwayUInt a, int bits) { return {hn::ShiftRightSame(a.v, bits)}; }
};

/// A vector of the SIMD target that is being compiled: 4 floats on SSE4 and NEON, 8 on AVX2, 16 on AVX-512.
struct HighwayLane {
  using Float = HighwayFloat;
  using Int = HighwayInt;
  using UInt = HighwayUInt;
  using Mask = HighwayMask;
  static constexpr int width = static_cast<int>(hn::MaxLanes(FloatTag()));

  static HWY_INLINE Float set(float x) { return {hn::Set(FloatTag(), x)}; }
  static HWY_INLINE Int set_int(std::int32_t x) { return {hn::Set(IntTag(), x)}; }
  static HWY_INLINE UInt set_uint(std::uint32_t x) { return {hn::Set(UIntTag(), x)}; }
  static HWY_INLINE Int iota() { return {hn::Iota(IntTag(), 0)}; }

  static HWY_INLINE Float load(const float* p) { return {hn::Load(FloatTag(), p)}; }
  static HWY_INLINE Int load(const std::int32_t* p) { return {hn::Load(IntTag(), p)}; }
  static HWY_INLINE UInt load(const std::uint32_t* p) { return {hn::Load(UIntTag(), p)}; }
  static HWY_INLINE Float load_unaligned(const float* p) { return {hn::LoadU(FloatTag(), p)}; }
  static HWY_INLINE Int load_unaligned(const std::int32_t* p) { return {hn::LoadU(IntTag(), p)}; }
  static HWY_INLINE UInt load_unaligned(const std::uint32_t* p) { return {hn::LoadU(UIntTag(), p)}; }
  static HWY_INLINE void store(Float v, float* p) { hn::Store(v.v, FloatTag(), p); }
  static HWY_INLINE void store(Int v, std::int32_t* p) { hn::Store(v.v, IntTag(), p); }
  static HWY_INLINE void store(UInt v, std::uint32_t* p) { hn::Store(v.v, UIntTag(), p); }
  static HWY_INLINE void store_unaligned(Float v, float* p) { hn::StoreU(v.v, FloatTag(), p); }
  static HWY_INLINE void store_unaligned(Int v, std::int32_t* p) { hn::StoreU(v.v, IntTag(), p); }
#if HWY_ARCH_X86
  static HWY_INLINE void store(Mask m, Float v, float* p) { hn::BlendedStore(v.v, m.m, FloatTag(), p); }
  static HWY_INLINE void store(Mask m, Int v, std::int32_t* p) { hn::BlendedStore(v.v, int_mask(m), IntTag(), p); }
#else
  // Highway loads the whole vector here, and stores unset elements as it found them, which other threads may have changed since.
  static HWY_INLINE void store(Mask m, Float v, float* p) { store_each(m, v, p); }
  static HWY_INLINE void store(Mask m, Int v, std::int32_t* p) { store_each(m, v, p); }
#endif

  static HWY_INLINE Float gather(const float* p, Int index) { return {hn::GatherIndex(FloatTag(), p, index.v)}; }
  static HWY_INLINE Int gather(const std::int32_t* p, Int index) { return {hn::GatherIndex(IntTag(), p, index.v)}; }
  // Highway 1.0.3 has no masked gather: unset elements read p[0], which the caller must own, and become 0.
  static HWY_INLINE Float gather(Mask m, const float* p, Int index) {
    const Int safe{hn::IfThenElseZero(int_mask(m), index.v)};
    return {hn::IfThenElseZero(m.m, gather(p, safe).v)};
  }
  static HWY_INLINE Int gather(Mask m, const std::int32_t* p, Int index) {
    const Int safe{hn::IfThenElseZero(int_mask(m), index.v)};
    return {hn::IfThenElseZero(int_mask(m), gather(p, safe).v)};
  }
  static HWY_INLINE Float gather_each(Mask m, const float* p, Int index) {
    HWY_ALIGN std::int32_t places[width];
    HWY_ALIGN float values[width];
    store(Int{hn::IfThenElseZero(int_mask(m), index.v)}, places);
    // Without `volatile` the compiler makes a gather instruction of the loop.
    const volatile float* single = p;
    for (int i = 0; i < width; ++i) values[i] = single[places[i]];
    return {hn::IfThenElseZero(m.m, load(values).v)};
  }
  // Two loads of halves would be gathers, which some processors do one element after the other, at several cycles each.
  static HWY_INLINE Float gather_pairs(const float* p, const std::int32_t* index, Float& second) {
    const hn::Repartition<std::uint64_t, FloatTag> pairs;
    const auto low = hn::BitCast(FloatTag(), pairs_at(pairs, p, index));
    const auto high = hn::BitCast(FloatTag(), pairs_at(pairs, p, index + width / 2));
    second = {hn::ConcatOdd(FloatTag(), high, low)};
    return {hn::ConcatEven(FloatTag(), high, low)};
  }
  static HWY_INLINE void scatter(Float v, float* p, Int index) { hn::ScatterIndex(v.v, FloatTag(), p, index.v); }
  static HWY_INLINE void scatter(Int v, std::int32_t* p, Int index) { hn::ScatterIndex(v.v, IntTag(), p, index.v); }
  // Highway has no masked scatter either. This stores element by element, which AVX2 does anyway.
  static HWY_INLINE void scatter(Mask m, Float v, float* p, Int index) {
    HWY_ALIGN float values[width];
    HWY_ALIGN std::int32_t places[width];
    const int count = compress_store(m, v, values);
    compress_store(m, index, places);
    for (int i = 0; i < count; ++i) p[places[i]] = values[i];
  }
  // Not Highway's CompressStore: with AVX-512 it is one instruction, which takes AMD's processors a hundred cycles.
  static HWY_INLINE int compress_store(Mask m, Float v, float* p) {
    hn::StoreU(hn::Compress(v.v, m.m), FloatTag(), p);
    return count_true(m);
  }
  static HWY_INLINE int compress_store(Mask m, Int v, std::int32_t* p) {
    hn::StoreU(hn::Compress(v.v, int_mask(m)), IntTag(), p);
    return count_true(m);
  }
  static HWY_INLINE Mask first_n(int n) { return {hn::FirstN(FloatTag(), static_cast<std::size_t>(n > 0 ? n : 0))}; }

  static HWY_INLINE Float mul_add(Float a, Float b, Float c) { return {hn::MulAdd(a.v, b.v, c.v)}; }
  static HWY_INLINE Float mul_sub(Float a, Float b, Float c) { return {hn::MulSub(a.v, b.v, c.v)}; }
  static HWY_INLINE Float neg_mul_add(Float a, Float b, Float c) { return {hn::NegMulAdd(a.v, b.v, c.v)}; }
  static HWY_INLINE Float sqrt(Float x) { return {hn::Sqrt(x.v)}; }
  static HWY_INLINE Float abs(Float x) { return {hn::Abs(x.v)}; }
#if HWY_ARCH_ARM
  // ARM's own minimum and maximum order zeros by their signs.
  static HWY_INLINE Float min(Float a, Float b) { return select(less(a, b), a, b); }
  static HWY_INLINE Float max(Float a, Float b) { return select(less(b, a), a, b); }
#else
  static HWY_INLINE Float min(Float a, Float b) { return {hn::Min(a.v, b.v)}; }
  static HWY_INLINE Float max(Float a, Float b) { return {hn::Max(a.v, b.v)}; }
#endif

  static HWY_INLINE Mask less(Float a, Float b) { return {hn::Lt(a.v, b.v)}; }
  static HWY_INLINE Mask less(Int a, Int b) { return {float_mask(hn::Lt(a.v, b.v))}; }
  static HWY_INLINE Mask less_equal(Float a, Float b) { return {hn::Le(a.v, b.v)}; }
  static HWY_INLINE Mask equal(Float a, Float b) { return {hn::Eq(a.v, b.v)}; }
  static HWY_INLINE Mask equal(Int a, Int b) { return {float_mask(hn::Eq(a.v, b.v))}; }
  static HWY_INLINE Float select(Mask m, Float yes, Float no) { return {hn::IfThenElse(m.m, yes.v, no.v)}; }
  static HWY_INLINE Int select(Mask m, Int yes, Int no) { return {hn::IfThenElse(int_mask(m), yes.v, no.v)}; }
  static HWY_INLINE bool any(Mask m) { return !hn::AllFalse(FloatTag(), m.m); }
  static HWY_INLINE bool all(Mask m) { return hn::AllTrue(FloatTag(), m.m); }
  static HWY_INLINE bool none(Mask m) { return hn::AllFalse(FloatTag(), m.m); }
  static HWY_INLINE int count_true(Mask m) { return static_cast<int>(hn::CountTrue(FloatTag(), m.m)); }

  static HWY_INLINE Float to_float(Int x) { return {hn::ConvertTo(FloatTag(), x.v)}; }
  static HWY_INLINE Int bit_cast_int(UInt x) { return {hn::BitCast(IntTag(), x.v)}; }
  static HWY_INLINE UInt bit_cast_uint(Int x) { return {hn::BitCast(UIntTag(), x.v)}; }
  static HWY_INLINE UInt bit_cast_uint(Float x) { return {hn::BitCast(UIntTag(), x.v)}; }
  static HWY_INLINE Float bit_cast_float(UInt x) { return {hn::BitCast(FloatTag(), x.v)}; }

  static HWY_INLINE UInt multiply_wide(UInt a, UInt b, UInt& high) {
    const hn::Repartition<std::uint64_t, UIntTag> wide;
    const auto even = hn::MulEven(a.v, b.v);
    const auto odd = hn::MulEven(hn::BitCast(UIntTag(), hn::ShiftRight<32>(hn::BitCast(wide, a.v))),
                                 hn::BitCast(UIntTag(), hn::ShiftRight<32>(hn::BitCast(wide, b.v))));
    high = {hn::OddEven(hn::BitCast(UIntTag(), odd), hn::BitCast(UIntTag(), hn::ShiftRight<32>(even)))};
    return {hn::OddEven(hn::BitCast(UIntTag(), hn::ShiftLeft<32>(odd)), hn::BitCast(UIntTag(), even))};
  }

  static HWY_INLINE MinWithIndex reduce_min_with_index(Float v) {
    const auto least = hn::MinOfLanes(FloatTag(), v.v);
    return {hn::GetLane(least), static_cast<int>(hn::FindFirstTrue(FloatTag(), hn::Eq(v.v, least)))};
  }

 private:
  /// Loads the pairs of floats at places, as one element each.
  template <class Pairs>
  static HWY_INLINE hn::Vec<Pairs> pairs_at(Pairs pairs, const float* p, const std::int32_t* index) {
    if constexpr (hn::MaxLanes(Pairs()) == 1) {
      return hn::LoadU(pairs, reinterpret_cast<const std::uint64_t*>(p) + *index);
    } else {
      const hn::Half<Pairs> half;
      constexpr int count = static_cast<int>(hn::MaxLanes(half));
      return hn::Combine(pairs, pairs_at(half, p, index + count), pairs_at(half, p, index));
    }
  }
  template <class Vector, class Element>
  static HWY_INLINE void store_each(Mask m, Vector v, Element* p) {
    HWY_ALIGN std::int32_t set[width];
    HWY_ALIGN Element values[width];
    store(Int{hn::VecFromMask(IntTag(), int_mask(m))}, set);
    store(v, values);
    for (int i = 0; i < width; ++i) {
      if (set[i] != 0) p[i] = values[i];
    }
  }
  static HWY_INLINE hn::Mask<IntTag> int_mask(Mask m) { return hn::RebindMask(IntTag(), m.m); }
  static HWY_INLINE hn::Mask<FloatTag> float_mask(hn::Mask<IntTag> m) { return hn::RebindMask(FloatTag(), m); }
};

static_assert(Lane<HighwayLane>);

PLETHOS_KERNEL_END
#endif
