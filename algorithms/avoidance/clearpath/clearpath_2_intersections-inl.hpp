// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_2_INTERSECTIONS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_2_INTERSECTIONS_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_2_INTERSECTIONS_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_2_INTERSECTIONS_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_edges-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// The part of an edge within another region: t from `enters` to `leaves`, without the ends. It is empty if enters >= leaves.
template <class L>
struct ClearpathInterval {
  typename L::Float enters, leaves;
};

/// The parts of an edge within each region.
template <class L, int Capacity>
struct ClearpathIntervals {
  alignas(64) float enters[ClearpathTable<L, Capacity>::capacity][L::width];
  alignas(64) float leaves[ClearpathTable<L, Capacity>::capacity][L::width];

  PLETHOS_FUNCTION void store(int j, const ClearpathInterval<L>& interval) {
    L::store(interval.enters, enters[j]);
    L::store(interval.leaves, leaves[j]);
  }
  PLETHOS_FUNCTION ClearpathInterval<L> load(int j) const { return {L::load(enters[j]), L::load(leaves[j])}; }
};

/// The sine of the angle below which two lines count as parallel.
inline constexpr float clearpath_parallel = 1e-9f;

/// Step 2: returns the part of the edge within region j, empty where the region does not count. A region is convex, so it holds one
/// interval of a line. Both ends are kept as fractions until the last line, so that one division serves all edges of the region.
template <class L, class Table>
PLETHOS_FUNCTION ClearpathInterval<L> clearpath_interval(const Table& table, typename L::Mask counts, const ClearpathEdge<L>& edge, int j) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  const Float one = L::set(1.f);
  const Float never = L::set(clearpath_never);
  const Float parallel = L::set(clearpath_parallel);
  const Float foot_x = edge.offset * edge.nx;
  const Float foot_y = edge.offset * edge.ny;
  Float enters = -never;
  Float leaves = never;
  Float enters_over = one;
  Float leaves_over = one;
  auto nowhere = L::first_n(0);
  for (int k = 0; k < clearpath_edges; ++k) {
    const Float nx = table.read(j, k, clearpath_nx);
    const Float ny = table.read(j, k, clearpath_ny);
    const Float depth = L::mul_add(nx, foot_x, L::mul_sub(ny, foot_y, table.read(j, k, clearpath_offset) + L::set(clearpath_depth)));
    const Float slope = cross<L>(edge.nx, edge.ny, nx, ny);
    // The line is inside where depth + slope * t > 0.
    const auto later = L::less(parallel, slope) & L::less(enters * slope, -(depth * enters_over));
    const auto sooner = L::less(slope, -parallel) & L::less(depth * leaves_over, -(leaves * slope));
    nowhere = nowhere | (L::less_equal(L::abs(slope), parallel) & L::less_equal(depth, zero));
    enters = L::select(later, -depth, enters);
    enters_over = L::select(later, slope, enters_over);
    leaves = L::select(sooner, depth, leaves);
    leaves_over = L::select(sooner, -slope, leaves_over);
  }
  const Float over = one / (enters_over * leaves_over);
  const auto somewhere = counts & !(L::equal(L::set_int(j), edge.region) | nowhere);
  return {L::select(somewhere, enters * leaves_over * over, never), L::select(somewhere, leaves * enters_over * over, -never)};
}

template <class L, int Capacity>
PLETHOS_FUNCTION void clearpath_intersect(const ClearpathTable<L, Capacity>& table, const ClearpathScope<L>& scope,
                                          const ClearpathEdge<L>& edge, ClearpathIntervals<L, Capacity>& intervals) {
  for (int j = 0; j < table.count; ++j) intervals.store(j, clearpath_interval<L>(table, scope.holds(table, j), edge, j));
}

PLETHOS_KERNEL_END
#endif
