// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_EDGES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_EDGES_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_EDGES_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_EDGES_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_table-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

template <class L>
PLETHOS_FUNCTION ClearpathLimits<L> clearpath_limits(const LaneAgent<L>& agent, typename L::Float reach) {
  ClearpathLimits<L> limits;
  limits.x[0] = -agent.preferred_x;
  limits.y[0] = -agent.preferred_y;
  limits.radius[0] = agent.maximum_speed;
  limits.x[1] = agent.vx - agent.preferred_x;
  limits.y[1] = agent.vy - agent.preferred_y;
  limits.radius[1] = reach;
  return limits;
}

/// A velocity, relative to the preferred one.
template <class L>
struct ClearpathVelocity {
  typename L::Float x, y;  // m/s
};

/// Returns the admissible velocity closest to the preferred one. If no velocity is admissible, returns the one within the acceleration that
/// exceeds the maximum speed least.
template <class L>
PLETHOS_FUNCTION ClearpathVelocity<L> clearpath_preferred(const ClearpathLimits<L>& limits) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  const Float one = L::set(1.f);
  const Float tiny = L::set(clearpath_tiny);
  // Slightly more than rounding, so that a point on a circle lies in its disc.
  const Float slack = L::set(1.000001f);
  const auto within = [&](Float x, Float y, int k) PLETHOS_LAMBDA {
    const Float dx = x - limits.x[k];
    const Float dy = y - limits.y[k];
    const Float radius = limits.radius[k] * slack;
    return L::less_equal(L::mul_add(dx, dx, dy * dy), radius * radius);
  };
  // One candidate is the crossing of the two circles that is closer to the preferred velocity.
  const Float ex = limits.x[1] - limits.x[0];
  const Float ey = limits.y[1] - limits.y[0];
  const Float apart = L::max(L::sqrt(L::mul_add(ex, ex, ey * ey)), tiny);
  const Float ux = ex / apart;
  const Float uy = ey / apart;
  const Float r0 = limits.radius[0];
  const Float r1 = limits.radius[1];
  const Float along = L::set(0.5f) * (L::mul_sub(r0, r0, r1 * r1) / apart + apart);
  const Float across = L::sqrt(L::max(L::neg_mul_add(along, along, r0 * r0), zero));
  const Float middle_x = L::mul_add(along, ux, limits.x[0]);
  const Float middle_y = L::mul_add(along, uy, limits.y[0]);
  const Float side = L::select(L::less(zero, L::mul_sub(ux, middle_y, uy * middle_x)), -across, across);
  ClearpathVelocity<L> v;
  v.x = L::neg_mul_add(side, uy, middle_x);
  v.y = L::mul_add(side, ux, middle_y);
  const auto disjoint = L::less(r0 + r1, apart);
  v.x = L::select(disjoint, L::neg_mul_add(r1, ux, limits.x[1]), v.x);
  v.y = L::select(disjoint, L::neg_mul_add(r1, uy, limits.y[1]), v.y);
  // The other candidates are the closest points of each disc, if they lie in the other disc.
  for (int k = 1; k >= 0; --k) {
    const Float distance = L::sqrt(L::mul_add(limits.x[k], limits.x[k], limits.y[k] * limits.y[k]));
    const Float in = L::max(one - limits.radius[k] / L::max(distance, tiny), zero);
    const Float x = in * limits.x[k];
    const Float y = in * limits.y[k];
    const auto admissible = within(x, y, 1 - k);
    v.x = L::select(admissible, x, v.x);
    v.y = L::select(admissible, y, v.y);
  }
  return v;
}

/// Returns whether a velocity lies in region i.
template <class L, class Table>
PLETHOS_FUNCTION typename L::Mask clearpath_inside(const Table& table, const ClearpathScope<L>& scope, int i,
                                                   const ClearpathVelocity<L>& v) {
  auto inside = scope.holds(table, i);
  for (int k = 0; k < clearpath_edges; ++k) {
    const auto depth =
        L::mul_add(table.read(i, k, clearpath_nx), v.x, table.read(i, k, clearpath_ny) * v.y) - table.read(i, k, clearpath_offset);
    inside = inside & L::less(L::set(clearpath_depth), depth);
  }
  return inside;
}

/// Returns whether a velocity lies in any region.
template <class L, class Table>
PLETHOS_FUNCTION typename L::Mask clearpath_forbidden(const Table& table, const ClearpathScope<L>& scope, const ClearpathVelocity<L>& v) {
  auto forbidden = L::first_n(0);
  for (int i = 0; i < table.count; ++i) forbidden = forbidden | clearpath_inside<L>(table, scope, i, v);
  return forbidden;
}

/// An edge of each agent in the lane, cut down to its admissible part.
template <class L>
struct ClearpathEdge {
  typename L::Int region;
  typename L::Float nx, ny, offset;  // the line n . v = offset
  typename L::Float start, end;      // bounds of t; the edge is empty if start > end
};

/// Cuts an edge down to the part that the limits admit.
template <class L>
PLETHOS_FUNCTION void clearpath_cut(const ClearpathLimits<L>& limits, ClearpathEdge<L>& edge) {
  using Float = typename L::Float;
  const Float zero = L::set(0.f);
  for (int k = 0; k < 2; ++k) {
    const Float height = L::mul_add(edge.nx, limits.x[k], edge.ny * limits.y[k]) - edge.offset;
    const Float middle = L::mul_sub(edge.nx, limits.y[k], edge.ny * limits.x[k]);
    const Float squared = L::neg_mul_add(height, height, limits.radius[k] * limits.radius[k]);
    const auto misses = L::less(squared, zero);
    const Float half = L::sqrt(L::max(squared, zero));
    edge.start = L::select(misses, L::set(clearpath_never), L::max(edge.start, middle - half));
    edge.end = L::select(misses, L::set(-clearpath_never), L::min(edge.end, middle + half));
  }
}

/// Returns the edge `which`, an edge of region `region`, each agent its own.
template <class L, int Capacity>
PLETHOS_FUNCTION ClearpathEdge<L> clearpath_edge(const ClearpathTable<L, Capacity>& table, const ClearpathLimits<L>& limits,
                                                 typename L::Int which, typename L::Int region) {
  ClearpathEdge<L> edge;
  edge.region = region;
  edge.nx = table.read(which, clearpath_nx);
  edge.ny = table.read(which, clearpath_ny);
  edge.offset = table.read(which, clearpath_offset);
  edge.start = table.read(which, clearpath_start);
  edge.end = table.read(which, clearpath_end);
  clearpath_cut<L>(limits, edge);
  return edge;
}

/// Returns the k-th edge of region i for all agents.
template <class L, int Capacity>
PLETHOS_FUNCTION ClearpathEdge<L> clearpath_edge_of(const ClearpathTable<L, Capacity>& table, const ClearpathLimits<L>& limits, int i,
                                                    int k) {
  ClearpathEdge<L> edge;
  edge.region = L::set_int(i);
  edge.nx = table.read(i, k, clearpath_nx);
  edge.ny = table.read(i, k, clearpath_ny);
  edge.offset = table.read(i, k, clearpath_offset);
  edge.start = table.read(i, k, clearpath_start);
  edge.end = table.read(i, k, clearpath_end);
  clearpath_cut<L>(limits, edge);
  return edge;
}

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
