// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_SEARCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_SEARCH_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_SEARCH_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_SEARCH_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_covers-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_walk-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// The edge that each agent looks at.
template <class L>
struct ClearpathCursor {
  typename L::Mask found;
  typename L::Int edge, region;
  typename L::Float bound;  // m^2/s^2, a squared distance: every point of the edge is at least that far from the preferred velocity
};

/// Bounds of the edges that an agent still has to look at. Other edges have the bound `none`, which nothing reaches.
template <class L, int Capacity>
struct ClearpathBounds {
  static constexpr float none = clearpath_never * clearpath_never;
  alignas(64) float of[clearpath_edges * ClearpathTable<L, Capacity>::capacity][L::width];
};

/// Fills `bounds` with the bounds of all edges that count.
template <class L, int Capacity>
PLETHOS_FUNCTION void clearpath_bounds(const ClearpathTable<L, Capacity>& table, const ClearpathScope<L>& scope,
                                       ClearpathBounds<L, Capacity>& bounds) {
  const auto none = L::set(bounds.none);
  for (int i = 0; i < table.count; ++i) {
    const auto counts = scope.holds(table, i);
    for (int k = 0; k < clearpath_edges; ++k) {
      L::store(L::select(counts, table.read(i, k, clearpath_bound), none), bounds.of[clearpath_edges * i + k]);
    }
  }
}

/// Removes the edges that some counting region covers from `bounds`.
template <class L, int Capacity>
PLETHOS_FUNCTION void clearpath_uncover(const ClearpathCovers<L, Capacity>& covers, const ClearpathScope<L>& scope, int edges,
                                        ClearpathBounds<L, Capacity>& bounds) {
  const auto none = L::set(bounds.none);
  for (int e = 0; e < edges; ++e) {
    const auto covered = scope.holds(L::load(covers.by[e]));
    L::store(L::select(covered, none, L::load(bounds.of[e])), bounds.of[e]);
  }
}

/// Finds the edge with the least bound, the first of equal ones, and removes it from `bounds`.
template <class L, int Capacity>
PLETHOS_FUNCTION void clearpath_next_nearest(int regions, ClearpathBounds<L, Capacity>& bounds, ClearpathCursor<L>& cursor) {
  cursor.bound = L::set(clearpath_never);
  for (int i = 0; i < regions; ++i) {
    for (int k = 0; k < clearpath_edges; ++k) {
      const auto bound = L::load(bounds.of[clearpath_edges * i + k]);
      const auto takes = L::less(bound, cursor.bound);
      cursor.edge = L::select(takes, L::set_int(clearpath_edges * i + k), cursor.edge);
      cursor.region = L::select(takes, L::set_int(i), cursor.region);
      cursor.bound = L::select(takes, bound, cursor.bound);
    }
  }
  cursor.found = L::less(cursor.bound, L::set(clearpath_never));
  L::scatter(L::set(bounds.none), &bounds.of[0][0], cursor.edge * L::set_int(L::width) + L::iota());
}

template <class L, int Capacity>
struct ClearpathScratch {
  ClearpathBounds<L, Capacity> bounds;
  ClearpathCovers<L, Capacity> covers;
  ClearpathIntervals<L, Capacity> intervals;
};

/// A search looks at this many edges before it asks which edges are covered. Among few neighbors one of them is the best.
inline constexpr int clearpath_uncovered = 4;

/// Looks for the closest free velocity of each active agent, which lies on an edge (Lemma 1). It looks at
/// edges in order of their distance from the preferred velocity, and at none that cannot beat the best so far. `again` means
/// that this is one of several searches in the same table with the same limits. All of them look for velocities closer than best.squared at
/// this call.
template <class L, int Capacity>
PLETHOS_FUNCTION void clearpath_search(const ClearpathTable<L, Capacity>& table, const ClearpathScope<L>& scope,
                                       const ClearpathLimits<L>& limits, typename L::Mask active, bool again,
                                       ClearpathScratch<L, Capacity>& scratch, ClearpathBest<L>& best) {
  using Float = typename L::Float;
  ClearpathCursor<L> cursor{active, L::set_int(0), L::set_int(0), L::set(0.f)};
  const int edges = clearpath_edges * table.count;
  const Float within = best.squared;
  clearpath_bounds<L>(table, scope, scratch.bounds);
  bool covers = scratch.covers.version == table.version;
  if (covers) clearpath_uncover<L>(scratch.covers, scope, edges, scratch.bounds);
  for (int step = 0;; ++step) {
    if (!covers && step == clearpath_uncovered) {
      clearpath_find_covers<L>(table, limits, active, again ? within : best.squared, scratch.covers);
      clearpath_uncover<L>(scratch.covers, scope, edges, scratch.bounds);
      covers = true;
      if (!again) scratch.covers.version = 0;
    }
    clearpath_next_nearest<L>(table.count, scratch.bounds, cursor);
    // `less` would be wrong: an equally close edge with a lower index replaces the best.
    active = active & cursor.found & L::less_equal(cursor.bound, best.squared);
    if (L::none(active)) break;
    // An agent without an edge left looks at edge 0 and discards the result.
    const auto which = L::select(active, cursor.edge, L::set_int(0));
    const ClearpathEdge<L> edge =
        clearpath_edge<L>(limits, cursor.region, [&](ClearpathField field) PLETHOS_LAMBDA { return table.read(which, field); });
    const Float near = L::max(L::max(edge.start, -edge.end), L::set(0.f));
    const auto looks =
        active & L::less_equal(edge.start, edge.end) & L::less_equal(L::mul_add(near, near, edge.offset * edge.offset), best.squared);
    if (L::none(looks)) continue;
    best.take(edge, cursor.edge, clearpath_walk<L>(table, scope, edge, looks, scratch.intervals));
  }
}

PLETHOS_KERNEL_END
#endif
