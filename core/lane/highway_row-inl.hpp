// Toggled guard: included once per SIMD target (see kernel_macros.hpp).
#if defined(PLETHOS_CORE_LANE_HIGHWAY_ROW_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_CORE_LANE_HIGHWAY_ROW_INL
#undef PLETHOS_CORE_LANE_HIGHWAY_ROW_INL
#else
#define PLETHOS_CORE_LANE_HIGHWAY_ROW_INL
#endif

#include <atomic>

#include "core/lane/highway_lane-inl.hpp"
#include "core/lane/row.hpp"
#include "core/lane/team-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// A vector of the SIMD target that is being compiled, as a row type (row.hpp).
struct HighwayRow : HighwayLane, OneThread {
  static constexpr int pad = width;

  using HighwayLane::any;

  // One load or store an element: those of vectors are not atomic.
  static HWY_INLINE Int load_shared(std::int32_t* p) {
    HWY_ALIGN std::int32_t values[width];
    for (int i = 0; i < width; ++i) values[i] = std::atomic_ref<std::int32_t>(p[i]).load(std::memory_order_relaxed);
    return load(values);
  }
  static HWY_INLINE void store_shared(Int v, std::int32_t* p) {
    HWY_ALIGN std::int32_t values[width];
    store(v, values);
    for (int i = 0; i < width; ++i) std::atomic_ref<std::int32_t>(p[i]).store(values[i], std::memory_order_relaxed);
  }
  using HighwayLane::min;
  static HWY_INLINE Int min(Int a, Int b) { return {hn::Min(a.v, b.v)}; }
  static HWY_INLINE Int to_int(Float x) { return {hn::ConvertTo(IntTag(), x.v)}; }
  static HWY_INLINE Int half(Int v) { return {hn::ShiftRight<1>(v.v)}; }
  static HWY_INLINE Int root(Int v) { return {hn::ConvertTo(IntTag(), hn::Sqrt(hn::ConvertTo(FloatTag(), v.v)))}; }
  static HWY_INLINE Mask bits(std::uint32_t b) {
    // Highway may read 8 bytes.
    const std::uint64_t bytes = b;
    return {hn::LoadMaskBits(FloatTag(), reinterpret_cast<const std::uint8_t*>(&bytes))};
  }
  static HWY_INLINE std::uint32_t mask(Mask m) {
    std::uint64_t bytes = 0;
    hn::StoreMaskBits(FloatTag(), m.m, reinterpret_cast<std::uint8_t*>(&bytes));
    return static_cast<std::uint32_t>(bytes) & (width == 32 ? 0xffffffffu : (1u << width % 32) - 1);
  }
  template <int j>
  static HWY_INLINE Int shift_up(Int v, std::int32_t fill) {
    const auto from = hn::Sub(hn::Iota(IntTag(), 0), hn::Set(IntTag(), j));
    const auto none = hn::Lt(from, hn::Zero(IntTag()));
    return {hn::IfThenElse(none, hn::Set(IntTag(), fill),
                           hn::TableLookupLanes(v.v, hn::IndicesFromVec(IntTag(), hn::Max(from, hn::Zero(IntTag())))))};
  }
  template <int j>
  static HWY_INLINE Int shift_down(Int v, std::int32_t fill) {
    const auto from = hn::Iota(IntTag(), j);
    const auto last = hn::Set(IntTag(), width - 1);
    return {hn::IfThenElse(hn::Gt(from, last), hn::Set(IntTag(), fill),
                           hn::TableLookupLanes(v.v, hn::IndicesFromVec(IntTag(), hn::Min(from, last))))};
  }
  using OneThread::least;
  static HWY_INLINE std::int32_t least(Int v) { return hn::GetLane(hn::MinOfLanes(IntTag(), v.v)); }
};

static_assert(Row<HighwayRow>);

PLETHOS_KERNEL_END
#endif
