// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_6_REMOVAL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_6_REMOVAL_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_6_REMOVAL_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_6_REMOVAL_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_edges-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// Replaces the preferred velocity of the agents `of` by the closest admissible one (section 3.2's v_des): the agent can reach it in the
/// step. An optimum is then never beyond the limits just because the preferred velocity is.
template <class L>
PLETHOS_FUNCTION void clearpath_desire(ClearpathAgent<L>& agent, typename L::Float reach, typename L::Mask of) {
  const ClearpathVelocity<L> v = clearpath_preferred<L>(clearpath_limits<L>(agent, reach));
  agent.preferred_x = L::select(of, agent.preferred_x + v.x, agent.preferred_x);
  agent.preferred_y = L::select(of, agent.preferred_y + v.y, agent.preferred_y);
}

/// Returns whether speed and acceleration admit a velocity, up to rounding.
template <class L>
PLETHOS_FUNCTION typename L::Mask clearpath_admits(const ClearpathLimits<L>& limits, const ClearpathVelocity<L>& v) {
  const auto slack = L::set(1e-6f) * (limits.radius[0] + limits.radius[1]);
  auto admits = L::first_n(L::width);
  for (int k = 0; k < 2; ++k) {
    const auto dx = v.x - limits.x[k];
    const auto dy = v.y - limits.y[k];
    const auto radius = limits.radius[k] + slack;
    admits = admits & L::less_equal(L::mul_add(dx, dx, dy * dy), radius * radius);
  }
  return admits;
}

/// Returns, in m^2/s^2, slightly more than the largest squared distance of an admissible velocity from the preferred one.
template <class L>
PLETHOS_FUNCTION typename L::Float clearpath_furthest(const ClearpathLimits<L>& limits) {
  auto least = L::set(clearpath_never);
  for (int k = 0; k < 2; ++k) {
    const auto center = L::sqrt(L::mul_add(limits.x[k], limits.x[k], limits.y[k] * limits.y[k]));
    least = L::min(least, center + limits.radius[k]);
  }
  least = L::mul_add(L::set(1e-4f), limits.radius[0] + limits.radius[1], L::set(1.0001f) * least);
  return least * least;
}

/// m/s. Optima that are further from the preferred velocity do not count. Beyond it, float32 rounds by more than clearpath_depth.
inline constexpr float clearpath_far = 1e2f;

/// Finds the free velocity closest to the preferred one, without limits. While speed and acceleration do not
/// admit it, the furthest neighbor is left out. If no velocity is free, a shorter interval may help (section 3.3). In the last interval
/// only leaving out neighbors helps. Sets `chosen` where there is a velocity, and returns these agents.
template <class L, class Work>
PLETHOS_FUNCTION typename L::Mask clearpath_remove_furthest(const ClearpathScope<L>& all, const ClearpathLimits<L>& limits,
                                                            typename L::Mask active, bool last_interval, Work& work,
                                                            ClearpathVelocity<L>& chosen) {
  const auto zero = L::set(0.f);
  const auto far = L::set(clearpath_far);
  const ClearpathVelocity<L> preferred{zero, zero};
  const ClearpathLimits<L> unlimited{{zero, zero}, {zero, zero}, {far, far}};
  ClearpathScope<L> scope = all;
  auto done = L::first_n(0);
  auto searches = active;
  // If bounded, the search ends where no admissible velocity can be. It need not tell whether any velocity is free.
  bool bounded = last_interval;
  const auto forbids = clearpath_first_forbidding<L>(work.table, all, preferred);
  while (L::any(searches)) {
    const auto forbidden = scope.holds(forbids);
    ClearpathBest<L> best = clearpath_none_better<L>(forbidden, preferred);
    if (bounded) best.squared = clearpath_furthest<L>(limits);
    if (L::any(searches & forbidden)) work.search(scope, unlimited, searches & forbidden, false, best);
    bounded = true;
    const auto fits = searches & best.found & (clearpath_admits<L>(limits, best.v) | !forbidden);
    chosen.x = L::select(fits, best.v.x, chosen.x);
    chosen.y = L::select(fits, best.v.y, chosen.y);
    done = done | fits;
    if (work.once) break;
    const auto removes = best.found | L::less(scope.neighbors, all.neighbors) | L::first_n(last_interval ? L::width : 0);
    searches = searches & !fits & removes & L::less(L::set_int(0), scope.neighbors);
    const auto fewer = scope.neighbors - L::set_int(1);
    // With more neighbors than this no edge has anything free. If the preferred velocity is free with more, it is so with these, too.
    const auto at_most = best.needed - L::set_int(clearpath_slot(clearpath_of_neighbor, 0));
    const auto most = L::select(L::less(at_most, L::set_int(0)), L::set_int(0), at_most);
    scope.neighbors = L::select(searches, L::select((!best.found) & L::less(most, fewer), most, fewer), scope.neighbors);
  }
  return done;
}

PLETHOS_KERNEL_END
#endif
