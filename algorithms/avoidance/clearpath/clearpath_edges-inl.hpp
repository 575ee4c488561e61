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

/// Returns the slot of the first region that a velocity lies in, or clearpath_nowhere.
template <class L, class Table>
PLETHOS_FUNCTION typename L::Int clearpath_first_forbidding(const Table& table, const ClearpathScope<L>& scope,
                                                            const ClearpathVelocity<L>& v) {
  auto first = L::set_int(clearpath_nowhere);
  for (int i = table.count - 1; i >= 0; --i) {
    const auto slot = L::set_int(table.slot[i]);
    first = L::select(clearpath_inside<L>(table, scope, i, v) & L::less(slot, first), slot, first);
  }
  return first;
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

/// Returns an edge of a region for each agent. read(field) returns its numbers.
template <class L, class Read>
PLETHOS_FUNCTION ClearpathEdge<L> clearpath_edge(const ClearpathLimits<L>& limits, typename L::Int region, const Read& read) {
  ClearpathEdge<L> edge{region, read(clearpath_nx), read(clearpath_ny), read(clearpath_offset), read(clearpath_start), read(clearpath_end)};
  clearpath_cut<L>(limits, edge);
  return edge;
}

/// The point of an edge that lies in no other region and is closest to t = 0. Of two equally close points it is the one with t < 0.
template <class L>
struct ClearpathPoint {
  typename L::Mask found;
  typename L::Float t;  // m/s
};

/// The result of a search: the free velocity closest to the preferred one, relative to it.
template <class L>
struct ClearpathBest {
  typename L::Mask found;
  ClearpathVelocity<L> v;
  typename L::Float squared;  // m^2/s^2, its squared distance from the preferred velocity
  typename L::Int edge;       // its edge; the lowest if several are as good
  /// Where nothing was found: no edge has anything free as long as the regions up to this slot count.
  typename L::Int needed;

  /// Takes the point of an edge where it is better.
  PLETHOS_FUNCTION void take(const ClearpathEdge<L>& of, typename L::Int which, const ClearpathPoint<L>& point) {
    const auto distance = L::mul_add(point.t, point.t, of.offset * of.offset);
    const auto better = point.found & (L::less(distance, squared) | (L::equal(distance, squared) & L::less(which, edge)));
    found = found | better;
    squared = L::select(better, distance, squared);
    edge = L::select(better, which, edge);
    v.x = L::select(better, L::mul_sub(of.offset, of.nx, point.t * of.ny), v.x);
    v.y = L::select(better, L::mul_add(of.offset, of.ny, point.t * of.nx), v.y);
  }
};

/// m^2/s^2. A search begins with this squared distance if every velocity is of use.
inline constexpr float clearpath_unbounded = clearpath_never * 1e-3f;

/// Returns the state in which a search begins: the preferred velocity, where it is free.
template <class L>
PLETHOS_FUNCTION ClearpathBest<L> clearpath_none_better(typename L::Mask forbidden, const ClearpathVelocity<L>& preferred) {
  return {!forbidden, preferred, L::set(clearpath_unbounded), L::set_int(0x7fffffff), L::set_int(clearpath_nowhere)};
}

PLETHOS_KERNEL_END
#endif
