// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_SEARCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_SEARCH_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_SEARCH_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_SEARCH_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_queue-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_walk-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

template <class L, int Capacity>
struct ClearpathScratch {
  ClearpathQueue<L, Capacity> queue;
  ClearpathCovers<L, Capacity> covers;
  ClearpathIntervals<L, Capacity> intervals;
};

/// A search looks at this many edges before it asks which edges are covered. Among few neighbors one of them is the best. If only
/// velocities up to some distance are of use, edges are shorter, and more of them are covered.
inline constexpr int clearpath_uncovered = 4;
inline constexpr int clearpath_uncovered_of_bounded = 2;

/// Looks for the closest free velocity of each active agent, which lies on an edge (Lemma 1). It looks at
/// edges in order of their distance from the preferred velocity, and at none that cannot beat the best so far. Later searches
/// in the same table must have the same limits, and look for velocities no further away than best.squared at this call. Only if one of
/// them `grows`, it may have more regions. The table's edges are cut down accordingly.
template <class L, int Capacity>
PLETHOS_FUNCTION void clearpath_search(ClearpathTable<L, Capacity>& table, const ClearpathScope<L>& scope, const ClearpathLimits<L>& limits,
                                       typename L::Mask active, bool grows, ClearpathScratch<L, Capacity>& scratch,
                                       ClearpathBest<L>& best) {
  using Float = typename L::Float;
  const Float within = best.squared;
  int regions = table.count;
  while (regions > 0 && L::none(active & scope.holds(table, regions - 1))) --regions;
  const bool bounded = L::any(active & L::less(within, L::set(clearpath_unbounded)));
  const int uncovered = bounded ? clearpath_uncovered_of_bounded : clearpath_uncovered;
  // In a wide vector some way moves at almost every region. Only searches that leave out neighbors gain by knowing which regions they need.
  const int settles_after = L::width == 1 ? 1 : bounded ? 4 : ClearpathTable<L, Capacity>::capacity;
  ClearpathCovers<L, Capacity>& covers = scratch.covers;
  ClearpathQueue<L, Capacity>& queue = scratch.queue;
  if (covers.version != table.version) covers.begin(table);
  auto needed = clearpath_enqueue<L>(
      table, regions, scope, within, covers, [&](int i, int) PLETHOS_LAMBDA { return scope.holds(table, i); }, queue);
  for (int step = 0;; ++step) {
    if (!covers.complete && step == uncovered) {
      clearpath_find_covers<L>(table, limits, active, grows ? within : best.squared, best.squared, covers);
      const auto of_covers = clearpath_enqueue<L>(
          table, regions, scope, within, covers, [&](int, int e) PLETHOS_LAMBDA { return queue.holds(e); }, queue);
      needed = clearpath_later<L>(needed, of_covers);
    }
    const ClearpathCursor<L> cursor = queue.next(regions);
    // `less` would be wrong: an equally close edge with a lower index replaces the best.
    active = active & cursor.found & L::less_equal(cursor.bound, best.squared);
    if (L::none(active)) break;
    // An agent without an edge left looks at edge 0 and discards the result.
    ClearpathEdge<L> edge{cursor.region,
                          table.read(cursor.edge, clearpath_nx),
                          table.read(cursor.edge, clearpath_ny),
                          table.read(cursor.edge, clearpath_offset),
                          table.read(cursor.edge, clearpath_start),
                          table.read(cursor.edge, clearpath_end)};
    auto looks = active;
    if (!covers.complete) {
      clearpath_cut<L>(limits, edge);
      looks = active & clearpath_cut_to_disc<L>(within, edge);
      if (L::none(looks)) continue;
    }
    auto by = L::set_int(0);
    const ClearpathPoint<L> point = clearpath_walk<L>(table, regions, scope, edge, looks, scratch.intervals, settles_after, by);
    needed = clearpath_later<L>(needed, by);
    covers.note(cursor.edge, looks, L::select(point.found, L::set_int(clearpath_open), by));
    best.take(edge, cursor.edge, point);
  }
  best.needed = needed;
}

PLETHOS_KERNEL_END
#endif
