// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_5_SUBSEGMENTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_5_SUBSEGMENTS_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_5_SUBSEGMENTS_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_5_SUBSEGMENTS_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_3_inside-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// Classifies the parts between an edge's points, and returns the closest point of the free ones. Lemma 2 reads here as follows: a part is
/// free if it begins where the edge leaves a region or begins, and ends where it enters a region or ends, both outside of all regions.
template <class L, int Capacity>
PLETHOS_FUNCTION ClearpathPoint<L> clearpath_closest_free(const ClearpathPoints<L, Capacity>& points) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  const Float one = L::set(1.f);
  const Float never = L::set(clearpath_never);
  ClearpathPoint<L> point{L::first_n(0), zero};
  Float least = never;
  for (int s = 0; s < points.count; ++s) {
    const Float t = L::load(points.t[s]);
    const auto here = L::less(L::abs(t), least);
    least = L::select(here, L::abs(t), least);
    point.t = L::select(here, t, point.t);
    if (s + 1 == points.count) break;
    const Float next = L::load(points.t[s + 1]);
    const auto free = L::less(L::load(points.ends[s]), one) & L::less(zero, L::load(points.ends[s + 1])) & L::less(next, never);
    const auto holds = free & L::less_equal(t, zero) & L::less_equal(zero, next);
    least = L::select(holds, zero, least);
    point.t = L::select(holds, zero, point.t);
  }
  point.found = L::less(least, never);
  return point;
}

PLETHOS_KERNEL_END
#endif
