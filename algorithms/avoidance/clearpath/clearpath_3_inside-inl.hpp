// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_3_INSIDE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_3_INSIDE_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_3_INSIDE_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_3_INSIDE_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_2_intersections-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// Points of an edge, in slots, each agent its own: the ends of the edge and the places where it enters and leaves other regions. `ends` is
/// 1 where a free part can end, and 0 where one can begin.
template <class L, int Capacity>
struct ClearpathPoints {
  static constexpr int capacity = 2 * ClearpathTable<L, Capacity>::capacity + 2;
  int count;  // slots in use
  alignas(64) float t[capacity][L::width];
  alignas(64) float ends[capacity][L::width];
};

/// Lists an edge's points: where it begins and ends, and where it enters and leaves each region.
template <class L, int Capacity>
PLETHOS_FUNCTION void clearpath_list_points(const ClearpathIntervals<L, Capacity>& intervals, int regions, const ClearpathEdge<L>& edge,
                                            typename L::Mask active, ClearpathPoints<L, Capacity>& points) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  const Float one = L::set(1.f);
  const Float never = L::set(clearpath_never);
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
}

template <class L, int Capacity>
PLETHOS_FUNCTION void clearpath_keep(ClearpathPoints<L, Capacity>& points, typename L::Int& kept, typename L::Mask keep,
                                     typename L::Float t, typename L::Float ends) {
  // The point is written in any case. The next one overwrites it if it is not kept.
  const auto place = kept * L::set_int(L::width) + L::iota();
  L::scatter(t, &points.t[0][0], place);
  L::scatter(ends, &points.ends[0][0], place);
  kept = kept + L::select(keep, L::set_int(1), L::set_int(0));
}

/// Drops the points that lie in a region. The points that are left fill the first slots of each agent.
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

PLETHOS_KERNEL_END
#endif
