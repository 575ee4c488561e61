#include "algorithms/avoidance/clearpath/clearpath_stages.hpp"

#include <algorithm>

#include "algorithms/avoidance/clearpath/clearpath_together-inl.hpp"
#include "backends/append.hpp"
#include "backends/instantiate.hpp"
#include "backends/teams.hpp"
#include "backends/zero.hpp"

namespace plethos::avoidance {

/// Finds the agents whose preferred velocity is free. This needs few registers.
template <class MemorySpace, int Capacity>
struct ClearpathTest {
  using launch_bounds = backends::Tuning::Agents;
  ClearpathArguments arguments;
  ClearpathLists<MemorySpace> lists;

  KOKKOS_FUNCTION void operator()(int i) const {
    const std::int32_t state = arguments.state[i];
    if (state != active_state) {
      scalar::keep_velocity<ScalarLane>(arguments, i, state, ScalarMask{true});
      return;
    }
    if (clearpath_stage<Capacity>(arguments, i, scalar::clearpath_test, false)) return;
    lists.tested(backends::append_place(lists.count(0))) = i;
  }
};

/// The first search of the other agents. If `once`, teams do the searches after it.
template <class MemorySpace, int Capacity>
struct ClearpathSearch {
  using launch_bounds = backends::Tuning::HeavyAgents;
  ClearpathArguments arguments;
  ClearpathLists<MemorySpace> lists;
  bool once;

  KOKKOS_FUNCTION void operator()(int k) const {
    if (k >= lists.count(0)) return;
    const std::int32_t i = lists.tested(k);
    if (clearpath_stage<Capacity>(arguments, i, scalar::clearpath_first_search, once)) return;
    lists.searched(backends::append_place(lists.count(1))) = i;
  }
};

/// All further stages of the agents that have found nothing. Agents differ in how many they need.
template <class MemorySpace, int Capacity>
struct ClearpathGiveWay {
  using launch_bounds = backends::Tuning::HeavyAgents;
  ClearpathArguments arguments;
  ClearpathLists<MemorySpace> lists;

  KOKKOS_FUNCTION void operator()(int k) const {
    if (k >= lists.count(1)) return;
    int stage = scalar::clearpath_first_search + 1;
    while (!clearpath_stage<Capacity>(arguments, lists.searched(k), stage, false)) ++stage;
  }
};

/// All stages from `stage` on of the agents of a list. Each agent has a warp, whose threads share its regions and edges.
template <class MemorySpace, int Capacity>
struct ClearpathByTeams {
  using Integers = typename Agents<MemorySpace>::Integers;
  using Regions = scalar::ClearpathRegions<Capacity>;
  /// Teams on a multiprocessor at the same time. Kokkos refuses to launch where their regions do not fit into its shared memory.
  static constexpr int teams = Capacity > few_neighbors ? 4 : 16;
  static_assert(teams * sizeof(Regions) <= 96 * 1024, "shared memory of a multiprocessor, as small as that of compute capability 7.0");
  using launch_bounds = backends::Tuning::Warps<teams>;
  ClearpathArguments arguments;
  Integers list, count;
  int count_at;
  int stage;

  static constexpr std::size_t scratch_bytes() { return sizeof(Regions) + alignof(Regions); }

  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    using Team = backends::Block<Member>;
    const Team team(member);
    auto* regions = team.template scratch<Regions>(1);
    scalar::ClearpathTogether<ScalarLane, Team, Capacity> work(team, *regions, backends::warp_size);
    for (int k = member.league_rank(); k < count(count_at); k += member.league_size()) {
      scalar::clearpath_search_together<ScalarLane>(arguments, list(k), stage, work);
    }
  }
};

template <int Capacity, class Space, class MemorySpace>
void run_clearpath_stages(const backends::DeviceExecution<Space>& execution, const char* label, const ClearpathArguments& arguments,
                          const ClearpathLists<MemorySpace>& lists, bool full) {
  using Integers = typename Agents<MemorySpace>::Integers;
  const bool together = scalar::clearpath_works_together(arguments);
  backends::for_each(execution, label, 2, backends::Zero<Integers>{lists.count});
  backends::for_each(execution, label, arguments.agents, ClearpathTest<MemorySpace, Capacity>{arguments, lists});
  if (full || !together) {
    backends::for_each(execution, label, arguments.agents, ClearpathSearch<MemorySpace, Capacity>{arguments, lists, together});
  }
  if (!together) return backends::for_each(execution, label, arguments.agents, ClearpathGiveWay<MemorySpace, Capacity>{arguments, lists});
  const int first = scalar::clearpath_first_search;
  const int teams = std::min(arguments.agents, std::max(1, backends::concurrency(execution).threads / backends::warp_size));
  const ClearpathByTeams<MemorySpace, Capacity> kernel{arguments, full ? lists.searched : lists.tested, lists.count, full ? 1 : 0,
                                                       full && arguments.guarded ? first + 1 : first};
  backends::for_each_team(execution, label, teams, backends::warp_size, kernel.scratch_bytes(), kernel);
}

#define PLETHOS_STAGES(EXECUTION, CAPACITY)                                                              \
  template void run_clearpath_stages<CAPACITY>(const EXECUTION&, const char*, const ClearpathArguments&, \
                                               const ClearpathLists<EXECUTION::memory_space>&, bool)
PLETHOS_FOR_DEVICES(PLETHOS_STAGES, few_neighbors);
PLETHOS_FOR_DEVICES(PLETHOS_STAGES, maximum_neighbors);
#undef PLETHOS_STAGES

}  // namespace plethos::avoidance
