// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_COVERS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_COVERS_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_COVERS_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_COVERS_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_1_normals-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_edges-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// The slot of an edge of which something is free. It never counts.
inline constexpr std::int32_t clearpath_open = clearpath_nowhere + 1;

/// What is known of each edge of each agent: a slot, clearpath_open, or clearpath_nowhere, if nothing is. The regions up to this slot leave
/// nothing of the edge, so a search in which they count need not look at it. In a crowd two edges of three lie in one region. The two ends
/// of an edge show that, at a quarter of the cost of a crossing. Of the others a search that looks at them tells.
template <class L, int Capacity>
struct ClearpathCovers {
  using Table = ClearpathTable<L, Capacity>;
  std::int32_t version = 0;  // the table's version; 0: none
  bool complete = false;     // the covers of all edges were asked for
  alignas(64) std::int32_t by[clearpath_edges * Table::capacity][L::width];

  /// Begins with a table of whose edges nothing is known.
  PLETHOS_FUNCTION void begin(const Table& table) {
    version = table.version;
    complete = false;
    for (int e = 0; e < clearpath_edges * table.count; ++e) L::store(L::set_int(clearpath_nowhere), by[e]);
  }
  /// Notes a slot for one edge of each agent, where it is `known`.
  PLETHOS_FUNCTION void note(typename L::Int edge, typename L::Mask known, typename L::Int slot) {
    const auto place = edge * L::set_int(L::width) + L::iota();
    L::scatter(L::select(known, slot, L::gather(&by[0][0], place)), &by[0][0], place);
  }
};

/// Cuts an edge down to the part no further from the preferred velocity than the root of `within` (m^2/s^2). Returns whether there is one.
template <class L>
PLETHOS_FUNCTION typename L::Mask clearpath_cut_to_disc(typename L::Float within, ClearpathEdge<L>& edge) {
  const auto zero = L::set(0.f);
  // More than rounding, so that a point beyond the cut is further away.
  const auto squared = L::neg_mul_add(edge.offset, edge.offset, within * L::set(1.0001f));
  const auto half = L::sqrt(L::max(squared, zero));
  edge.start = L::max(edge.start, -half);
  edge.end = L::min(edge.end, half);
  return L::less_equal(edge.start, edge.end) & L::less_equal(zero, squared);
}

/// Returns how deep, in m/s, the ends of an edge must lie in a region that covers it. At this depth no rounding can make the region's
/// interval of the edge end before the edge does.
template <class L>
PLETHOS_FUNCTION typename L::Float clearpath_deep(const ClearpathEdge<L>& edge) {
  const auto size = L::abs(edge.offset) + L::max(L::abs(edge.start), L::abs(edge.end));
  return L::mul_add(L::set(4e-6f), size, L::set(2.f * clearpath_depth));
}

/// Cuts all edges of the table down to the limits and to the distance from the preferred velocity whose square is `within` (m^2/s^2). Then
/// finds, for the edges of the active agents with bounds up to `nearest`, the first region that holds all of an edge. This holds as long as
/// searches look for velocities within that distance only.
template <class L, int Capacity>
PLETHOS_FUNCTION void clearpath_find_covers(ClearpathTable<L, Capacity>& table, const ClearpathLimits<L>& limits, typename L::Mask active,
                                            typename L::Float within, typename L::Float nearest, ClearpathCovers<L, Capacity>& covers) {
  using Float = typename L::Float;
  covers.complete = true;
  for (int e = 0; e < clearpath_edges * table.count; ++e) {
    const int i = e / clearpath_edges;
    const int of = e - clearpath_edges * i;
    ClearpathEdge<L> edge =
        clearpath_edge<L>(limits, L::set_int(i), [&](ClearpathField field) PLETHOS_LAMBDA { return table.read(i, of, field); });
    const auto reaches = clearpath_cut_to_disc<L>(within, edge);
    clearpath_store_bounds<L>(table.edge[e], reaches, edge.offset, edge.start, edge.end);
    auto by = L::load(covers.by[e]);
    auto open =
        active & reaches & L::equal(by, L::set_int(clearpath_nowhere)) & L::less_equal(L::load(table.edge[e][clearpath_bound]), nearest);
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
      by = L::select(covered, L::set_int(table.slot[j]), by);
      open = open & !covered;
    }
    L::store(by, covers.by[e]);
  }
}

PLETHOS_KERNEL_END
#endif
