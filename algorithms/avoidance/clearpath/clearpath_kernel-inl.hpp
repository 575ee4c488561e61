// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_KERNEL_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_KERNEL_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_KERNEL_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_alone-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_removal-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_together-inl.hpp"
#include "algorithms/avoidance/pack-inl.hpp"
#include "algorithms/avoidance/perturbation-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

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

/// An agent turns aside by at most this many times `perturbation`. Agents that keep able to stop come to a standstill in a jam. With 1, the
/// value of orca, crowds of 1,000 that press through one point took half as long again.
inline constexpr float clearpath_most_turns = 3.f;

/// Collects the neighbors in whose regions, guards included, the velocity `v` lies. Cost: one test for each region.
template <class L, int Capacity>
PLETHOS_FUNCTION BlockedBy<L> clearpath_blocked(const ClearpathArguments& in, typename L::Int self,
                                                const ClearpathTable<L, Capacity>& table, const ClearpathScope<L>& scope,
                                                const ClearpathVelocity<L>& v) {
  BlockedBy<L> blocked = blocked_by_nobody<L>(in, self);
  for (int i = 0; i < table.count; ++i) {
    if (table.kind[i] == clearpath_of_wall) continue;
    const auto inside = clearpath_inside<L>(table, scope, i, v);
    const auto index = L::gather(inside, in.neighbor + static_cast<std::int64_t>(table.place[i]) * in.stride, self);
    blocked.add(in, inside, index);
  }
  return blocked;
}

/// An agent takes up to three kinds of stage on its way to a velocity. The first tests whether the preferred velocity is free. The next
/// ones search for the closest free velocity, first with the whole horizons, then each time with half of the last ones. The last stage
/// searches with as few regions as possible left out. In the published methods the last stage is only for agents that have left out all
/// their neighbors, so it deals with walls alone.
inline constexpr int clearpath_test = 0;
inline constexpr int clearpath_first_search = 1;
PLETHOS_FUNCTION int clearpath_relaxation(const ClearpathArguments& in) { return clearpath_first_search + in.halvings + 1; }

/// Takes one stage for the lane's `active` agents, and writes the velocities of the agents that it is done with. Returns these agents; in
/// the last stage they are all active ones. `work` is a ClearpathAlone, or a ClearpathTogether if all elements of the lane are the same
/// agent. A ClearpathTogether cannot take the stage clearpath_test.
template <class L, class Work>
PLETHOS_FUNCTION typename L::Mask clearpath_attempt(const ClearpathArguments& in, typename L::Int self, typename L::Mask active, int stage,
                                                    Work& work) {
  using Float = typename L::Float;
  const auto zero = L::set_int(0);
  const bool relaxes = stage == clearpath_relaxation(in);
  float horizon = in.time_horizon;
  float horizon_obstacles = in.time_horizon_obstacles;
  for (int k = 0; k < in.halvings && k + clearpath_first_search < stage; ++k) {
    horizon *= 0.5f;
    horizon_obstacles *= 0.5f;
  }
  // Guards let an agent stop before walls while it leaves out neighbors. Looking further ahead at walls would cost it more neighbors.
  if (relaxes) horizon_obstacles = in.time_step;
  horizon = horizon < in.time_step ? in.time_step : horizon;
  horizon_obstacles = horizon_obstacles < in.time_step ? in.time_step : horizon_obstacles;

  ClearpathAgent<L> agent;
  static_cast<LaneAgent<L>&>(agent) = lane_agent<L>(in, self);
  agent.time_horizon = horizon;
  agent.time_horizon_obstacles = horizon_obstacles;
  agent.neighbors_yield = relaxes;
  agent.walls_yield = relaxes || !in.guarded;
  if (stage != clearpath_test) {
    agent.preferred_x = L::gather(in.candidate_x, self);
    agent.preferred_y = L::gather(in.candidate_y, self);
  }
  const Float reach = L::gather(in.maximum_acceleration, self) * L::set(in.time_step);
  const ClearpathScope<L> all{L::select(active, L::gather(in.wall_count, self), zero),
                              L::set_int(in.guarded ? clearpath_guarded_neighbors : 0),
                              in.guarded || !relaxes ? L::select(active, L::gather(in.neighbor_count, self), zero) : zero};
  const auto regions_of_all = all.walls + all.guards + all.neighbors;
  auto desires = L::first_n(!in.guarded && stage == clearpath_test ? L::width : 0);
  for (int pass = 0; pass < 2; ++pass) {
    if (L::any(desires)) clearpath_desire<L>(agent, reach, desires);
    agent.limits = clearpath_limits<L>(agent, reach);
    const auto overlaps = work.fill(in, agent, self, all);
    // Only agents in an overlap are computed again. Rounding would move the others, and their velocities must not depend on the rest of the
    // lane.
    desires = desires & overlaps;
    if (pass == 1 || L::none(desires)) break;
    // Section 3.4: an agent in a collision prefers to stand.
    agent.preferred_x = L::select(desires, L::set(0.f), agent.preferred_x);
    agent.preferred_y = L::select(desires, L::set(0.f), agent.preferred_y);
  }
  const ClearpathVelocity<L> preferred = in.guarded ? clearpath_preferred<L>(agent.limits) : ClearpathVelocity<L>{L::set(0.f), L::set(0.f)};

  // A bisection over the number of regions: the first `most` leave a free velocity, or most is 0; the first `least_too_many` leave none.
  ClearpathVelocity<L> chosen = preferred;
  auto done = L::first_n(0);
  auto most = zero;
  auto least_too_many = regions_of_all + L::set_int(1);
  auto searches = active;
  if (!in.guarded && !relaxes && stage != clearpath_test) {
    done = clearpath_remove_furthest<L>(in, all, agent.limits, active, stage + 1 == clearpath_relaxation(in), work, chosen);
    searches = L::first_n(0);
  }
  while (L::any(searches)) {
    auto regions = regions_of_all;
    if (relaxes) regions = L::bit_cast_int(L::bit_cast_uint(most + least_too_many) >> 1);
    const ClearpathScope<L> scope = clearpath_first<L>(all, regions);
    const auto forbidden = work.forbidden(scope, preferred);
    ClearpathBest<L> best = clearpath_none_better<L>(forbidden, preferred);
    if (stage != clearpath_test && L::any(searches & forbidden)) {
      work.search(in, scope, agent.limits, searches & forbidden, relaxes, best);
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
  if (relaxes || (stage != clearpath_test && in.options.last_step < 6)) done = active;
  work.write(done, chosen.x + agent.preferred_x, in.candidate_x, self);
  work.write(done, chosen.y + agent.preferred_y, in.candidate_y, self);
  if constexpr (!Work::together) {
    if (stage == clearpath_test) {
      const auto pending = active & !done;
      const bool turns = in.guarded && L::any(pending) && some_held_up<L>(in, agent);
      if (turns) perturb<L>(in, clearpath_blocked<L>(in, self, work.table, all, preferred), clearpath_most_turns, agent);
      L::scatter(pending, agent.preferred_x, in.candidate_x, self);
      L::scatter(pending, agent.preferred_y, in.candidate_y, self);
    }
  }
  return done;
}

/// Returns the first stage that searches several times in one table, each time with fewer regions or to learn how many regions are too
/// many.
PLETHOS_FUNCTION int clearpath_searches_again(const ClearpathArguments& in) { return clearpath_relaxation(in) - (in.guarded ? 0 : 1); }

/// A team takes all stages of one agent from `stage` on.
template <class L, class Team, int Capacity>
PLETHOS_FUNCTION void clearpath_search_together(const ClearpathArguments& in, int agent, int stage,
                                                ClearpathTogether<L, Team, Capacity>& work) {
  while (L::none(clearpath_attempt<L>(in, L::set_int(agent), L::first_n(L::width), stage, work))) ++stage;
}

/// Returns whether the options allow teams.
PLETHOS_FUNCTION bool clearpath_works_together(const ClearpathArguments& in) {
  return in.options.together && in.options.pack && in.options.prune && !in.options.published && in.options.last_step == 6;
}

/// Computes the velocities of the agents [begin, end), at most pack_block of them. If the options pack (section 4), each stage handles the
/// agents that the stage before has left. An agent that has to search several times in one table then gets a vector of its own, since
/// agents differ in how often they search. Otherwise each vector of agents goes through all stages before the next one begins. A lane of
/// one element does not use `pack`.
template <class L, int Capacity>
PLETHOS_FUNCTION void clearpath_agents(const ClearpathArguments& in, int begin, int end, Pack<L>* pack) {
  ClearpathAlone<L, Capacity> work;
  const bool packs = L::width > 1 && in.options.pack;
  const bool together = L::width > 1 && clearpath_works_together(in);
  const int again = clearpath_searches_again(in);
  int count = end - begin;
  if (packs) count = pack_active<L>(in, begin, end, *pack, in.options.order_by_count);
  int stage = clearpath_test;
  int left = 0;
  int k = 0;
  auto active = L::first_n(0);
  while (k < count) {
    auto self = L::set_int(begin + k) + L::iota();
    if (packs) {
      active = L::first_n(count - k);
      self = pack->agents(k, active);
    } else if (stage == clearpath_test) {
      const auto inside = L::first_n(count - k);
      const auto state = L::gather(in.state, self);
      active = L::equal(state, L::set_int(active_state)) & inside;
      if (L::any(inside & !active)) keep_velocity<L>(in, self, state, inside & !active);
    }
    work.once = together && stage == again;
    const auto pending = active & !clearpath_attempt<L>(in, self, active, stage, work);
    if (packs) {
      left += L::compress_store(pending, self, pack->list + left);
      k += L::width;
      if (k < count) continue;
      count = left;
      left = 0;
      k = 0;
      ++stage;
      if (together && stage > again - (in.guarded ? 1 : 0)) break;
    } else if (L::any(pending)) {
      active = pending;
      ++stage;
    } else {
      k += L::width;
      stage = clearpath_test;
    }
  }
  if constexpr (L::width > 1) {
    if (!together || count == 0) return;
    ClearpathRegions<Capacity> regions;
    ClearpathTogether<L, Vector<L>, Capacity> team(Vector<L>{}, regions);
    for (k = 0; k < count; ++k) clearpath_search_together<L>(in, pack->list[k], again, team);
  }
}

PLETHOS_KERNEL_END
#endif
