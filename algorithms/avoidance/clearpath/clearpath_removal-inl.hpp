// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_REMOVAL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_REMOVAL_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_REMOVAL_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_REMOVAL_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_search-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// Makes the preferred velocity of some the admissible one closest to it: what an agent can desire of the step (section 3.2's v_des). An
/// optimum is then never beyond the limits because the preferred velocity is.
template <class L>
PLETHOS_FUNCTION void clearpath_desire(ClearpathAgent<L>& agent, typename L::Float reach, typename L::Mask of) {
  const ClearpathVelocity<L> v = clearpath_preferred<L>(clearpath_limits<L>(agent, reach));
  agent.preferred_x = L::select(of, agent.preferred_x + v.x, agent.preferred_x);
  agent.preferred_y = L::select(of, agent.preferred_y + v.y, agent.preferred_y);
}

/// Whether speed and acceleration admit a velocity, up to rounding.
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

/// m^2/s^2: a little more than the square of how far velocities that the limits admit are from the preferred one.
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

/// m/s from the preferred velocity: optima further away than this are none. Further out, rounding of float32 exceeds clearpath_depth.
inline constexpr float clearpath_far = 1e2f;

/// Step 6 as published: the free velocity closest to the preferred one, whatever speed and acceleration admit; while they do not admit it,
/// the furthest neighbor is left out. Where no velocity is free, a shorter interval may help (section 3.3); in the last one, leaving out
/// neighbors is all that is left. Sets `chosen` where there is a velocity, and returns where.
template <class L, class Work>
PLETHOS_FUNCTION typename L::Mask clearpath_remove_furthest(const ClearpathArguments& in, const ClearpathScope<L>& all,
                                                            const ClearpathLimits<L>& limits, typename L::Mask active, bool last_interval,
                                                            Work& work, ClearpathVelocity<L>& chosen) {
  const auto zero = L::set(0.f);
  const auto far = L::set(clearpath_far);
  const ClearpathVelocity<L> preferred{zero, zero};
  const ClearpathLimits<L> unlimited{{zero, zero}, {zero, zero}, {far, far}};
  ClearpathScope<L> scope = all;
  auto done = L::first_n(0);
  auto searches = active;
  // Where it does not matter whether no velocity is free or none that is admitted.
  bool bounded = last_interval;
  while (L::any(searches)) {
    const auto forbidden = work.forbidden(scope, preferred);
    ClearpathBest<L> best = clearpath_none_better<L>(forbidden, preferred);
    if (bounded) best.squared = clearpath_furthest<L>(limits);
    if (L::any(searches & forbidden)) work.search(in, scope, unlimited, searches & forbidden, bounded, best);
    bounded = true;
    const auto fits = searches & best.found & (clearpath_admits<L>(limits, best.v) | !forbidden);
    chosen.x = L::select(fits, best.v.x, chosen.x);
    chosen.y = L::select(fits, best.v.y, chosen.y);
    done = done | fits;
    if (in.options.last_step < 6 || work.once) break;
    const auto removes = best.found | L::less(scope.neighbors, all.neighbors) | L::first_n(last_interval ? L::width : 0);
    searches = searches & !fits & removes & L::less(L::set_int(0), scope.neighbors);
    const auto fewer = scope.neighbors - L::set_int(1);
    const auto most = L::set_int(work.neighbors_at_most);
    scope.neighbors = L::select(searches, L::select((!best.found) & L::less(most, fewer), most, fewer), scope.neighbors);
  }
  return done;
}

PLETHOS_KERNEL_END
#endif
