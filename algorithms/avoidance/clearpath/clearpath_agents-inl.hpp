// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_AVOIDANCE_CLEARPATH_AGENTS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_AVOIDANCE_CLEARPATH_AGENTS_INL
#undef PLETHOS_AVOIDANCE_CLEARPATH_AGENTS_INL
#else
#define PLETHOS_AVOIDANCE_CLEARPATH_AGENTS_INL
#endif

#include "algorithms/avoidance/clearpath/clearpath_alone-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_stage-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_together-inl.hpp"
#include "algorithms/avoidance/pack-inl.hpp"
#include "core/lane/kernel_macros.hpp"

PLETHOS_KERNEL_BEGIN

/// A team takes all stages of one agent from `stage` on.
template <class L, class Rules, class Team, int Capacity>
PLETHOS_FUNCTION void clearpath_search_together(const ClearpathArguments& in, int agent, int stage,
                                                ClearpathTogether<L, Rules, Team, Capacity>& work) {
  while (L::none(Rules::template attempt<L>(in, L::set_int(agent), L::first_n(L::width), stage, work))) ++stage;
}

/// Returns whether the options allow teams.
PLETHOS_FUNCTION bool clearpath_works_together(const ClearpathArguments& in) { return in.options.together && in.options.pack; }

/// Computes the velocities of the agents [begin, end), at most pack_block of them. If the options pack (section 4), each stage handles the
/// agents that the stage before has left. An agent that has to search several times in one table then gets a vector of its own, since
/// agents differ in how often they search; `teams` allows that. Otherwise each vector of agents goes through all stages before the next one
/// begins. A lane of one element does not use `pack`.
template <class L, bool teams = true, class Work>
PLETHOS_FUNCTION void clearpath_agents(const ClearpathArguments& in, int begin, int end, Pack<L>* pack, Work& work) {
  using Rules = typename Work::Rules;
  const bool packs = L::width > 1 && in.options.pack;
  const bool together = teams && L::width > 1 && clearpath_works_together(in);
  const int again = Rules::searches_again(in);
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
    if constexpr (teams) work.once = together && stage == again;
    const auto pending = active & !Rules::template attempt<L>(in, self, active, stage, work);
    if (packs) {
      left += L::compress_store(pending, self, pack->list + left);
      k += L::width;
      if (k < count) continue;
      count = left;
      left = 0;
      k = 0;
      ++stage;
      if (together && stage >= again + (Rules::searches_before_teams ? 1 : 0)) break;
    } else if (L::any(pending)) {
      active = pending;
      ++stage;
    } else {
      k += L::width;
      stage = clearpath_test;
    }
  }
  if constexpr (teams && L::width > 1) {
    if (!together || count == 0) return;
    ClearpathRegions<Work::capacity> regions;
    ClearpathTogether<L, Rules, Vector<L>, Work::capacity> team(Vector<L>{}, regions);
    for (k = 0; k < count; ++k) clearpath_search_together<L>(in, pack->list[k], again, team);
  }
}

PLETHOS_KERNEL_END
#endif
