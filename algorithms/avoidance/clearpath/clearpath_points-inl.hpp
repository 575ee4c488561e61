// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_POINTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_POINTS_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_POINTS_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_POINTS_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_edges-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// The point of an edge that lies in no other region and is closest to t = 0. Of two equally close points it is the one with t < 0.
template <class L>
struct ClearpathPoint {
  typename L::Mask found;
  typename L::Float t;  // m/s
};

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

/// Takes steps 2 to 5 without points: walks along the edge until no interval holds the place. In a crowd most edges have no free point, and
/// the first regions show it, so the other regions need not be crossed. The result is that of clearpath_intersect and clearpath_classify.
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

/// Points of an edge, in slots, each agent its own: the ends of the edge and the places where it enters and leaves other regions. `ends` is
/// 1 where a free part can end, and 0 where one can begin.
template <class L, int Capacity>
struct ClearpathPoints {
  static constexpr int capacity = 2 * ClearpathTable<L, Capacity>::capacity + 2;
  int count;  // slots in use
  alignas(64) float t[capacity][L::width];
  alignas(64) float ends[capacity][L::width];
};

template <class L, int Capacity>
PLETHOS_FUNCTION void clearpath_keep(ClearpathPoints<L, Capacity>& points, typename L::Int& kept, typename L::Mask keep,
                                     typename L::Float t, typename L::Float ends) {
  // The point is written in any case. The next one overwrites it if it is not kept.
  const auto place = kept * L::set_int(L::width) + L::iota();
  L::scatter(t, &points.t[0][0], place);
  L::scatter(ends, &points.ends[0][0], place);
  kept = kept + L::select(keep, L::set_int(1), L::set_int(0));
}

/// Step 3: drops the points that lie in a region. The points that are left fill the first slots of each agent.
template <class L, int Capacity>
PLETHOS_FUNCTION void clearpath_drop(const ClearpathIntervals<L, Capacity>& intervals, int regions, ClearpathPoints<L, Capacity>& points) {
  using Float = typename L::Float;
  const Float never = L::set(clearpath_never);
  auto kept = L::set_int(0);
  const int count = points.count;
  for (int s = 0; s < count; ++s) {
    const Float t = L::load(points.t[s]);
    const Float ends = L::load(points.ends[s]);
    auto keep = L::less(t, never);
    for (int j = 0; j < regions && L::any(keep); ++j) {
      keep = keep & !(L::less(L::load(intervals.enters[j]), t) & L::less(t, L::load(intervals.leaves[j])));
    }
    if (L::any(keep)) clearpath_keep<L>(points, kept, keep, t, ends);
  }
  points.count = 0;
  while (L::any(L::less(L::set_int(points.count), kept))) {
    const auto empty = L::less(kept, L::set_int(points.count + 1));
    L::store(empty, never, points.t[points.count]);
    ++points.count;
  }
}

/// Does the same with packed vectors (section 4). They hold the points of all agents, and test each point against its own agent's regions,
/// one region after the other.
template <class L, int Capacity>
PLETHOS_FUNCTION void clearpath_drop_packed(const ClearpathIntervals<L, Capacity>& intervals, int regions,
                                            ClearpathPoints<L, Capacity>& points) {
  constexpr int capacity = (ClearpathPoints<L, Capacity>::capacity + 1) * L::width;
  alignas(64) float t[capacity];
  alignas(64) float ends[capacity];
  alignas(64) std::int32_t lane[capacity];
  int count = 0;
  for (int s = 0; s < points.count; ++s) {
    const auto here = L::load(points.t[s]);
    const auto keep = L::less(here, L::set(clearpath_never));
    L::compress_store(keep, L::load(points.ends[s]), ends + count);
    L::compress_store(keep, L::iota(), lane + count);
    count += L::compress_store(keep, here, t + count);
  }
  for (int j = 0; j < regions && count > 0; ++j) {
    int left = 0;
    for (int p = 0; p < count; p += L::width) {
      const auto here = L::load(t + p);
      const auto of = L::select(L::first_n(count - p), L::load(lane + p), L::set_int(0));
      const auto what = L::load(ends + p);
      const auto inside = L::less(L::gather(intervals.enters[j], of), here) & L::less(here, L::gather(intervals.leaves[j], of));
      const auto keep = L::first_n(count - p) & !inside;
      L::compress_store(keep, what, ends + left);
      L::compress_store(keep, of, lane + left);
      left += L::compress_store(keep, here, t + left);
    }
    count = left;
  }
  std::int32_t kept[L::width] = {};
  for (int p = 0; p < count; ++p) {
    const int slot = kept[lane[p]]++;
    points.t[slot][lane[p]] = t[p];
    points.ends[slot][lane[p]] = ends[p];
  }
  points.count = 0;
  for (int l = 0; l < L::width; ++l) points.count = kept[l] > points.count ? kept[l] : points.count;
  for (int l = 0; l < L::width; ++l) {
    for (int slot = kept[l]; slot < points.count; ++slot) points.t[slot][l] = clearpath_never;
  }
}

/// Step 4: sorts each agent's points along the edge. Where two coincide, the one at which a free part begins comes first.
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

/// Takes steps 3 to 5 as published. Lemma 2 reads here as follows: a part is free if it begins where the edge leaves a region or begins,
/// and ends where it enters a region or ends, both outside of all regions.
template <class L, int Capacity>
PLETHOS_FUNCTION ClearpathPoint<L> clearpath_classify(const ClearpathArguments& in, const ClearpathIntervals<L, Capacity>& intervals,
                                                      int regions, const ClearpathEdge<L>& edge, typename L::Mask active,
                                                      ClearpathPoints<L, Capacity>& points) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  const Float one = L::set(1.f);
  const Float never = L::set(clearpath_never);
  ClearpathPoint<L> point{L::first_n(0), zero};
  L::store(L::select(active, edge.start, never), points.t[0]);
  L::store(zero, points.ends[0]);
  L::store(L::select(active, edge.end, never), points.t[1]);
  L::store(one, points.ends[1]);
  points.count = 2;
  for (int j = 0; j < regions; ++j) {
    const Float enters = L::load(intervals.enters[j]);
    const Float leaves = L::load(intervals.leaves[j]);
    const auto crosses = active & L::less(enters, leaves);
    const auto first = crosses & L::less(edge.start, enters) & L::less(enters, edge.end);
    const auto second = crosses & L::less(edge.start, leaves) & L::less(leaves, edge.end);
    L::store(L::select(first, enters, never), points.t[points.count]);
    L::store(one, points.ends[points.count++]);
    L::store(L::select(second, leaves, never), points.t[points.count]);
    L::store(zero, points.ends[points.count++]);
  }
  if (in.options.last_step < 3) return point;
  if (L::width > 1 && in.options.compress_points) {
    clearpath_drop_packed<L>(intervals, regions, points);
  } else {
    clearpath_drop<L>(intervals, regions, points);
  }
  if (in.options.last_step < 4) return point;
  clearpath_sort<L>(points);
  if (in.options.last_step < 5) return point;
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
