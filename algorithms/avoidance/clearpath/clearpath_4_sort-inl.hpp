// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_4_SORT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_4_SORT_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_4_SORT_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_4_SORT_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_3_inside-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// Sorts each agent's points along the edge. Where two coincide, the one at which a free part begins comes first.
template <class L, int Capacity>
PLETHOS_FUNCTION void clearpath_sort(ClearpathPoints<L, Capacity>& points) {
  for (int pass = 0; pass < points.count; ++pass) {
    for (int s = pass % 2; s + 1 < points.count; s += 2) {
      const auto t0 = L::load(points.t[s]);
      const auto t1 = L::load(points.t[s + 1]);
      const auto ends0 = L::load(points.ends[s]);
      const auto ends1 = L::load(points.ends[s + 1]);
      const auto swap = L::less(t1, t0) | (L::equal(t1, t0) & L::less(ends1, ends0));
      L::store(L::select(swap, t1, t0), points.t[s]);
      L::store(L::select(swap, t0, t1), points.t[s + 1]);
      L::store(L::select(swap, ends1, ends0), points.ends[s]);
      L::store(L::select(swap, ends0, ends1), points.ends[s + 1]);
    }
  }
}

PLETHOS_KERNEL_END
#endif
