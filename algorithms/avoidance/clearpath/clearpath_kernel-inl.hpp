// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_KERNEL_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_KERNEL_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_KERNEL_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_6_removal-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_neighbors-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_stage-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// What the published methods have of their own.
struct ClearpathPublished : ClearpathNeighbors {
  /// Teams take over after a search that elements of a lane do alone in the same stage.
  static constexpr bool searches_before_teams = true;

  /// Returns the first stage that searches several times in one table. The last stage after it is only for agents that have left out all
  /// their neighbors, so it deals with walls alone.
  PLETHOS_FUNCTION static int searches_again(const ClearpathArguments& in) { return clearpath_relaxation(in) - 1; }

  /// Takes one stage for the lane's `active` agents, and writes the velocities of the agents that it is done with. Returns these agents; in
  /// the last stage they are all active ones. `work` is a ClearpathAlone, or a ClearpathTogether if all elements of the lane are the same
  /// agent. A ClearpathTogether cannot take the stage clearpath_test.
  template <class L, class Work>
  PLETHOS_FUNCTION static typename L::Mask attempt(const ClearpathArguments& in, typename L::Int self, typename L::Mask active, int stage,
                                                   Work& work) {
    const auto zero = L::set_int(0);
    const bool relaxes = stage == clearpath_relaxation(in);
    ClearpathAgent<L> agent = clearpath_agent<L>(in, self, stage, true);
    const auto reach = L::gather(in.maximum_acceleration, self) * L::set(in.time_step);
    const ClearpathScope<L> all{L::select(active, L::gather(in.wall_count, self), zero), zero,
                                relaxes ? zero : L::select(active, L::gather(in.neighbor_count, self), zero)};
    auto desires = L::first_n(stage == clearpath_test ? L::width : 0);
    for (int pass = 0; pass < 2; ++pass) {
      if (L::any(desires)) clearpath_desire<L>(agent, reach, desires);
      agent.limits = clearpath_limits<L>(agent, reach);
      const auto overlaps = work.fill(in, agent, self, all);
      // Only agents in an overlap are computed again. Rounding would move the others, and their velocities must not depend on the rest of
      // the lane.
      desires = desires & overlaps;
      if (pass == 1 || L::none(desires)) break;
      // Section 3.4: an agent in a collision prefers to stand.
      agent.preferred_x = L::select(desires, L::set(0.f), agent.preferred_x);
      agent.preferred_y = L::select(desires, L::set(0.f), agent.preferred_y);
    }
    const ClearpathVelocity<L> preferred{L::set(0.f), L::set(0.f)};
    ClearpathVelocity<L> chosen = preferred;
    auto done = active;
    if (stage == clearpath_test || relaxes) {
      done = clearpath_find<L>(in, all, agent.limits, preferred, active, stage, work, chosen);
    } else {
      done = clearpath_remove_furthest<L>(all, agent.limits, active, stage == searches_again(in), work, chosen);
    }
    if (relaxes || work.stops_at(stage)) done = active;
    work.write(done, chosen.x + agent.preferred_x, in.candidate_x, self);
    work.write(done, chosen.y + agent.preferred_y, in.candidate_y, self);
    if (!Work::together && stage == clearpath_test) {
      L::scatter(active & !done, agent.preferred_x, in.candidate_x, self);
      L::scatter(active & !done, agent.preferred_y, in.candidate_y, self);
    }
    return done;
  }
};

PLETHOS_KERNEL_END
#endif
