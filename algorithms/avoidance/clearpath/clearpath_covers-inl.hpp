// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_COVERS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_COVERS_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_COVERS_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_COVERS_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_edges-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// For each edge of each agent the first region of the table that holds its whole admissible part, or clearpath_nowhere. A search need not
/// look at such an edge. In a crowd two edges of three are covered. The two ends of an edge show whether a region covers it, at a quarter
/// of the cost of a crossing.
template <class L, int Capacity>
struct ClearpathCovers {
  std::int32_t version = 0;  // the table's version; 0: none
  alignas(64) std::int32_t by[clearpath_edges * ClearpathTable<L, Capacity>::capacity][L::width];
};

/// Returns how deep, in m/s, the ends of an edge must lie in a region that covers it. At this depth no rounding can make the region's
/// interval of the edge end before the edge does.
template <class L>
PLETHOS_FUNCTION typename L::Float clearpath_deep(const ClearpathEdge<L>& edge) {
  const auto size = L::abs(edge.offset) + L::max(L::abs(edge.start), L::abs(edge.end));
  return L::mul_add(L::set(4e-6f), size, L::set(2.f * clearpath_depth));
}

/// Finds the covers of all edges of the active agents. An edge counts only up to the distance from the preferred velocity whose square is
/// `within` (m^2/s^2). This holds as long as searches look for closer velocities only.
template <class L, int Capacity>
PLETHOS_FUNCTION void clearpath_find_covers(const ClearpathTable<L, Capacity>& table, const ClearpathLimits<L>& limits,
                                            typename L::Mask active, typename L::Float within, ClearpathCovers<L, Capacity>& covers) {
  using Float = typename L::Float;
  covers.version = table.version;
  // More than rounding, so that a point beyond the cut is further away.
  const Float disc = within * L::set(1.0001f);
  for (int e = 0; e < clearpath_edges * table.count; ++e) {
    const int i = e / clearpath_edges;
    const int of = e - clearpath_edges * i;
    ClearpathEdge<L> edge =
        clearpath_edge<L>(limits, L::set_int(i), [&](ClearpathField field) PLETHOS_LAMBDA { return table.read(i, of, field); });
    const Float squared = L::neg_mul_add(edge.offset, edge.offset, disc);
    const Float half = L::sqrt(L::max(squared, L::set(0.f)));
    edge.start = L::max(edge.start, -half);
    edge.end = L::min(edge.end, half);
    auto by = L::set_int(clearpath_nowhere);
    auto open = active & L::less_equal(edge.start, edge.end) & L::less_equal(L::set(0.f), squared);
    const Float deep = clearpath_deep<L>(edge);
    const Float start_x = L::mul_sub(edge.offset, edge.nx, edge.start * edge.ny);
    const Float start_y = L::mul_add(edge.offset, edge.ny, edge.start * edge.nx);
    const Float end_x = L::mul_sub(edge.offset, edge.nx, edge.end * edge.ny);
    const Float end_y = L::mul_add(edge.offset, edge.ny, edge.end * edge.nx);
    for (int j = 0; j < table.count && L::any(open); ++j) {
      if (j == i) continue;
      Float depth = L::set(clearpath_never);
      for (int k = 0; k < clearpath_edges; ++k) {
        const Float nx = table.read(j, k, clearpath_nx);
        const Float ny = table.read(j, k, clearpath_ny);
        const Float offset = table.read(j, k, clearpath_offset);
        depth = L::min(depth, L::mul_add(nx, start_x, L::mul_sub(ny, start_y, offset)));
        depth = L::min(depth, L::mul_add(nx, end_x, L::mul_sub(ny, end_y, offset)));
      }
      const auto covered = open & L::less(deep, depth);
      by = L::select(covered, L::set_int(table.slot(j)), by);
      open = open & !covered;
    }
    L::store(by, covers.by[e]);
  }
}

PLETHOS_KERNEL_END
#endif
