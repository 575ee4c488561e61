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
  PLETHOS_FUNCTION typename L::Mask on(const ClearpathEdge<L>& edge) const { return up_on(edge) | down_on(edge); }
  /// Returns whether a way has moved that has not left the edge.
  PLETHOS_FUNCTION typename L::Mask moved_on(const ClearpathEdge<L>& edge, const ClearpathWalk& before) const {
    return (L::less(before.up, up) & up_on(edge)) | (L::less(down, before.down) & down_on(edge));
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
/// point, and the first regions show it, so the other regions need not be crossed. The result is that of the steps. Where nothing is free,
/// `last` becomes the last slot of the regions that show it. A way that moves may come into an earlier region again. It settles whenever
/// `settles_after` more regions were crossed, 1 or more: the smaller that number, the fewer regions count as needed.
template <class L, int Capacity>
PLETHOS_FUNCTION ClearpathPoint<L> clearpath_walk(const ClearpathTable<L, Capacity>& table, int regions, const ClearpathScope<L>& scope,
                                                  const ClearpathEdge<L>& edge, typename L::Mask active,
                                                  ClearpathIntervals<L, Capacity>& intervals, int settles_after,
                                                  typename L::Int& last) {
  ClearpathWalk<L> walk(edge);
  auto walks = active;
  auto moved = L::first_n(0);
  std::int32_t latest = 0;
  for (int j = 0; j < regions && L::any(walks); ++j) {
    latest = table.slot[j] > latest ? table.slot[j] : latest;
    last = L::select(walks, L::set_int(latest), last);
    const ClearpathInterval<L> interval = clearpath_interval<L>(table, scope.holds(table, j), edge, j);
    intervals.store(j, interval);
    ClearpathWalk<L> before = walk;
    walk.leave(interval);
    moved = moved | walk.moved_on(edge, before);
    if ((j + 1) % settles_after == 0 || j + 1 == regions) {
      while (L::any(walks & moved)) {
        before = walk;
        for (int i = 0; i <= j; ++i) walk.leave(intervals.load(i));
        moved = walk.moved_on(edge, before);
      }
    }
    walks = active & walk.on(edge);
  }
  return walk.point(edge, active);
}

PLETHOS_KERNEL_END
#endif
