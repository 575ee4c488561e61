// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_WALK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_WALK_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_WALK_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_WALK_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_2_intersections-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// Two ways along an edge, up and down. They start at the place closest to t = 0 and leave every interval that they come into.
template <class L>
struct ClearpathWalk {
  typename L::Float up, down;

  PLETHOS_FUNCTION explicit ClearpathWalk(const ClearpathEdge<L>& edge) : up(L::min(L::max(L::set(0.f), edge.start), edge.end)), down(up) {}
  PLETHOS_FUNCTION void leave(const ClearpathInterval<L>& interval) {
    up = L::select(L::less(interval.enters, up) & L::less(up, interval.leaves), interval.leaves, up);
    down = L::select(L::less(interval.enters, down) & L::less(down, interval.leaves), interval.enters, down);
  }
  PLETHOS_FUNCTION typename L::Mask up_on(const ClearpathEdge<L>& edge) const { return L::less_equal(up, edge.end); }
  PLETHOS_FUNCTION typename L::Mask down_on(const ClearpathEdge<L>& edge) const { return L::less_equal(edge.start, down); }
  PLETHOS_FUNCTION typename L::Mask moved_from(const ClearpathWalk& before) const {
    return L::less(before.up, up) | L::less(down, before.down);
  }
  /// Returns the closer end of the two ways.
  PLETHOS_FUNCTION ClearpathPoint<L> point(const ClearpathEdge<L>& edge, typename L::Mask active) const {
    const auto up_found = up_on(edge);
    const auto down_found = down_on(edge);
    const auto takes_down = down_found & (L::less_equal(-down, up) | !up_found);
    return {active & (up_found | down_found), L::select(takes_down, down, up)};
  }
};

/// Does what steps 2 to 5 do without points: walks along the edge until no interval holds the place. In a crowd most edges have no free
/// point, and the first regions show it, so the other regions need not be crossed. The result is that of the steps.
template <class L, int Capacity>
PLETHOS_FUNCTION ClearpathPoint<L> clearpath_walk(const ClearpathTable<L, Capacity>& table, const ClearpathScope<L>& scope,
                                                  const ClearpathEdge<L>& edge, typename L::Mask active,
                                                  ClearpathIntervals<L, Capacity>& intervals) {
  ClearpathWalk<L> walk(edge);
  auto moved = L::first_n(0);
  auto walks = active;
  for (int j = 0; j < table.count && L::any(walks); ++j) {
    const ClearpathInterval<L> interval = clearpath_interval<L>(table, scope.holds(table, j), edge, j);
    intervals.store(j, interval);
    const ClearpathWalk<L> before = walk;
    walk.leave(interval);
    moved = moved | walk.moved_from(before);
    walks = active & (walk.up_on(edge) | walk.down_on(edge));
  }
  moved = moved & walks;
  while (L::any(moved)) {
    const ClearpathWalk<L> before = walk;
    for (int j = 0; j < table.count; ++j) walk.leave(intervals.load(j));
    moved = active & ((L::less(before.up, walk.up) & walk.up_on(edge)) | (L::less(walk.down, before.down) & walk.down_on(edge)));
  }
  return walk.point(edge, active);
}

PLETHOS_KERNEL_END
#endif
