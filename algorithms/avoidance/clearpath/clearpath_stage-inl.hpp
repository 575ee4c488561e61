// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_STAGE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_STAGE_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_STAGE_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_STAGE_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_edges-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// An agent takes up to three kinds of stage on its way to a velocity. The first tests whether the preferred velocity is free. The next
/// ones search for the closest free velocity, first with the whole horizons, then each time with half of the last ones. The last stage
/// searches with as few regions as possible left out.
inline constexpr int clearpath_test = 0;
inline constexpr int clearpath_first_search = 1;
PLETHOS_FUNCTION int clearpath_relaxation(const ClearpathArguments& in) { return clearpath_first_search + in.halvings + 1; }

/// Returns a scope of the first `regions` of all regions. Walls come first, then guards, then neighbors.
template <class L>
PLETHOS_FUNCTION ClearpathScope<L> clearpath_first(const ClearpathScope<L>& all, typename L::Int regions) {
  ClearpathScope<L> scope;
  scope.walls = L::select(L::less(regions, all.walls), regions, all.walls);
  const auto rest = regions - scope.walls;
  scope.guards = L::select(L::less(rest, all.guards), rest, all.guards);
  scope.neighbors = rest - scope.guards;
  return scope;
}

/// Returns the lane's agents as a stage sees them, without limits.
template <class L>
PLETHOS_FUNCTION ClearpathAgent<L> clearpath_agent(const ClearpathArguments& in, typename L::Int self, int stage, bool walls_always_yield) {
  const bool relaxes = stage == clearpath_relaxation(in);
  float horizon = in.time_horizon;
  float horizon_obstacles = in.time_horizon_obstacles;
  for (int k = 0; k < in.halvings && k + clearpath_first_search < stage; ++k) {
    horizon *= 0.5f;
    horizon_obstacles *= 0.5f;
  }
  // Guards let an agent stop before walls while it leaves out neighbors. Looking further ahead at walls would cost it more neighbors.
  if (relaxes) horizon_obstacles = in.time_step;
  ClearpathAgent<L> agent;
  static_cast<LaneAgent<L>&>(agent) = lane_agent<L>(in, self);
  agent.time_horizon = horizon < in.time_step ? in.time_step : horizon;
  agent.time_horizon_obstacles = horizon_obstacles < in.time_step ? in.time_step : horizon_obstacles;
  agent.neighbors_yield = relaxes;
  agent.walls_yield = relaxes || walls_always_yield;
  if (stage != clearpath_test) {
    agent.preferred_x = L::gather(in.candidate_x, self);
    agent.preferred_y = L::gather(in.candidate_y, self);
  }
  return agent;
}

/// Sets `chosen` for the active agents that find a free velocity, and returns these agents. In the test only `preferred` counts. In the
/// last stage a bisection over the number of regions finds how few have to be left out.
template <class L, class Work>
PLETHOS_FUNCTION typename L::Mask clearpath_find(const ClearpathArguments& in, const ClearpathScope<L>& all,
                                                 const ClearpathLimits<L>& limits, const ClearpathVelocity<L>& preferred,
                                                 typename L::Mask active, int stage, Work& work, ClearpathVelocity<L>& chosen) {
  const bool relaxes = stage == clearpath_relaxation(in);
  const auto regions_of_all = all.walls + all.guards + all.neighbors;
  auto done = L::first_n(0);
  // The first `most` regions leave a free velocity, or most is 0; the first `least_too_many` leave none.
  auto most = L::set_int(0);
  auto least_too_many = regions_of_all + L::set_int(1);
  auto searches = active;
  while (L::any(searches)) {
    auto regions = regions_of_all;
    if (relaxes) regions = L::bit_cast_int(L::bit_cast_uint(most + least_too_many) >> 1);
    const ClearpathScope<L> scope = clearpath_first<L>(all, regions);
    const auto forbidden = work.forbidden(scope, preferred);
    ClearpathBest<L> best = clearpath_none_better<L>(forbidden, preferred);
    if (stage != clearpath_test && L::any(searches & forbidden)) {
      work.search(scope, limits, searches & forbidden, relaxes, best);
    }
    const auto found = searches & best.found;
    chosen.x = L::select(found, best.v.x, chosen.x);
    chosen.y = L::select(found, best.v.y, chosen.y);
    done = done | found;
    if (!relaxes) break;
    most = L::select(found, regions, most);
    least_too_many = L::select(searches & !best.found, regions, least_too_many);
    searches = active & L::less(most + L::set_int(1), least_too_many);
  }
  return done;
}

PLETHOS_KERNEL_END
#endif
