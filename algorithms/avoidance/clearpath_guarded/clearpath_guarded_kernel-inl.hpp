// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_GUARDED_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_GUARDED_KERNEL_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_GUARDED_KERNEL_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_GUARDED_KERNEL_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_stage-inl.hpp"
#include "algorithms/avoidance/clearpath_guarded/clearpath_guarded_neighbors-inl.hpp"
#include "algorithms/avoidance/perturbation-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

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
    if (table.kind(i) == clearpath_of_wall) continue;
    const auto inside = clearpath_inside<L>(table, scope, i, v);
    const auto index = L::gather(inside, in.neighbor + static_cast<std::int64_t>(table.place(i)) * in.stride, self);
    blocked.add(in, inside, index);
  }
  return blocked;
}

/// What our method has of its own, as ClearpathPublished says. Limits are part of the search, and agents that others hold up turn aside.
struct ClearpathGuardedRules : ClearpathGuardedNeighbors {
  static constexpr bool searches_before_teams = false;

  PLETHOS_FUNCTION static int searches_again(const ClearpathArguments& in) { return clearpath_relaxation(in); }

  template <class L, class Work>
  PLETHOS_FUNCTION static typename L::Mask attempt(const ClearpathArguments& in, typename L::Int self, typename L::Mask active, int stage,
                                                   Work& work) {
    const auto zero = L::set_int(0);
    ClearpathAgent<L> agent = clearpath_agent<L>(in, self, stage, false);
    agent.limits = clearpath_limits<L>(agent, L::gather(in.maximum_acceleration, self) * L::set(in.time_step));
    const ClearpathScope<L> all{L::select(active, L::gather(in.wall_count, self), zero), L::set_int(guarded_neighbors),
                                L::select(active, L::gather(in.neighbor_count, self), zero)};
    work.fill(in, agent, self, all);
    const ClearpathVelocity<L> preferred = clearpath_preferred<L>(agent.limits);
    ClearpathVelocity<L> chosen = preferred;
    auto done = clearpath_find<L>(in, all, agent.limits, preferred, active, stage, work, chosen);
    if (stage == clearpath_relaxation(in)) done = active;
    work.write(done, chosen.x + agent.preferred_x, in.candidate_x, self);
    work.write(done, chosen.y + agent.preferred_y, in.candidate_y, self);
    if constexpr (!Work::together) {
      if (stage == clearpath_test) {
        const auto pending = active & !done;
        const bool turns = L::any(pending) && some_held_up<L>(in, agent);
        if (turns) perturb<L>(in, clearpath_blocked<L>(in, self, work.table, all, preferred), clearpath_most_turns, agent);
        L::scatter(pending, agent.preferred_x, in.candidate_x, self);
        L::scatter(pending, agent.preferred_y, in.candidate_y, self);
      }
    }
    return done;
  }
};

PLETHOS_KERNEL_END
#endif
