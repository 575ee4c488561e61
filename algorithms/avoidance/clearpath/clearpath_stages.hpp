#pragma once

#include <algorithm>

#include "algorithms/avoidance/arguments_of.hpp"
#include "algorithms/avoidance/avoidance.hpp"
#include "algorithms/avoidance/clearpath/clearpath_agents-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_together-inl.hpp"
#include "algorithms/avoidance/horizons.hpp"
#include "backends/append.hpp"
#include "backends/teams.hpp"
#include "backends/zero.hpp"
#include "core/lane/scalar_lane.hpp"

// How the kernels of the methods run. Packing on a GPU (ClearPath 2009, section 4) has one kernel for each stage of the agents' way to a
// velocity. Each kernel works on the agents that the one before has left, so that the threads of a warp have similar work. A CPU packs
// blocks of agents on a thread's stack (clearpath_agents()).
namespace plethos::avoidance {

template <class MemorySpace>
ClearpathArguments clearpath_arguments(const AvoidanceScene<MemorySpace>& scene, const typename Agents<MemorySpace>::Vectors& velocities,
                                       bool sides, const Horizons& horizons, const ClearpathOptions& options) {
  // The longer horizon is halved until it is no longer than the step.
  std::int32_t halvings = 0;
  const float longest = std::max(horizons.time_horizon, horizons.time_horizon_obstacles);
  for (float horizon = longest; sides && horizon > scene.parameters.time_step; horizon *= 0.5f) ++halvings;
  return {arguments_of(scene, velocities), horizons.time_horizon, horizons.time_horizon_obstacles, sides, halvings, options};
}

/// The kernel of a method in which each element of the lane computes one agent. Methods derive from it, and add their vector entries.
template <class OwnRules, int Capacity>
struct ClearpathKernel {
  using Rules = OwnRules;
  static constexpr int grain = scalar::pack_block;
  using launch_bounds = backends::Tuning::HeavyAgents;
  ClearpathArguments arguments;

  KOKKOS_FUNCTION void operator()(int i) const {
    scalar::ClearpathAlone<ScalarLane, Rules, Capacity> work;
    scalar::clearpath_agents<ScalarLane>(arguments, i, i + 1, nullptr, work);
  }
};

/// A team takes all stages of one agent from `stage` on.
template <class Rules, class Team, int Capacity>
KOKKOS_FUNCTION void clearpath_search_together(const ClearpathArguments& in, int agent, int stage,
                                               scalar::ClearpathTogether<ScalarLane, Rules, Team, Capacity>& work) {
  while (!Rules::template attempt<ScalarLane>(in, agent, ScalarMask{true}, stage, work).value) ++stage;
}

/// The agents that each of the first two kernels leaves to the next one, in any order.
template <class MemorySpace>
struct ClearpathLists {
  typename Agents<MemorySpace>::Integers tested, searched;
  typename Agents<MemorySpace>::Integers count;  // the lengths of both, in this order
};

/// Takes one stage of agent i in one thread, and leaves further searches to teams. Returns whether the agent is done.
template <class Rules, int Capacity>
KOKKOS_FUNCTION bool clearpath_stage(const ClearpathArguments& arguments, std::int32_t i, int stage) {
  scalar::ClearpathAlone<ScalarLane, Rules, Capacity> work;
  work.once = true;
  return Rules::template attempt<ScalarLane>(arguments, i, ScalarMask{true}, stage, work).value;
}

/// Finds the agents whose preferred velocity is free. This needs few registers.
template <class MemorySpace, class Rules, int Capacity>
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
    if (clearpath_stage<Rules, Capacity>(arguments, i, scalar::clearpath_test)) return;
    lists.tested(backends::append_place(lists.count(0))) = i;
  }
};

/// The first search of the other agents.
template <class MemorySpace, class Rules, int Capacity>
struct ClearpathSearch {
  using launch_bounds = backends::Tuning::HeavyAgents;
  ClearpathArguments arguments;
  ClearpathLists<MemorySpace> lists;

  KOKKOS_FUNCTION void operator()(int k) const {
    if (k >= lists.count(0)) return;
    const std::int32_t i = lists.tested(k);
    if (clearpath_stage<Rules, Capacity>(arguments, i, scalar::clearpath_first_search)) return;
    lists.searched(backends::append_place(lists.count(1))) = i;
  }
};

/// All stages from `stage` on of the agents of a list. Each agent has a warp, whose threads share its regions and edges.
template <class MemorySpace, class Rules, int Capacity>
struct ClearpathByTeams {
  using Integers = typename Agents<MemorySpace>::Integers;
  using Regions = scalar::ClearpathRegions<Capacity>;
  static constexpr std::size_t scratch_bytes = sizeof(Regions) + alignof(Regions);
  /// Kokkos refuses to launch where the regions of as many teams do not fit into a multiprocessor's shared memory.
  using launch_bounds = backends::Tuning::Warps<(Capacity > few_neighbors ? 4 : 16), scratch_bytes>;
  ClearpathArguments arguments;
  Integers list, count;
  int count_at;
  int stage;

  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    using Team = backends::Block<Member>;
    const Team team(member);
    auto* regions = team.template scratch<Regions>(1);
    scalar::ClearpathTogether<ScalarLane, Rules, Team, Capacity> work(team, *regions, backends::warp_size);
    for (int k = member.league_rank(); k < count(count_at); k += member.league_size()) {
      clearpath_search_together(arguments, list(k), stage, work);
    }
  }
};

/// Chooses the velocities of all agents. Each list holds as many. `full` means that there are enough agents to keep all threads busy with
/// one first search each. Otherwise teams do the first searches too.
template <class Rules, int Capacity, class Space, class MemorySpace>
void run_clearpath_stages(const backends::DeviceExecution<Space>& execution, const char* label, const ClearpathArguments& arguments,
                          const ClearpathLists<MemorySpace>& lists, bool full) {
  using Integers = typename Agents<MemorySpace>::Integers;
  backends::for_each(execution, label, 2, backends::Zero<Integers>{lists.count});
  backends::for_each(execution, label, arguments.agents, ClearpathTest<MemorySpace, Rules, Capacity>{arguments, lists});
  if (full) backends::for_each(execution, label, arguments.agents, ClearpathSearch<MemorySpace, Rules, Capacity>{arguments, lists});
  const int first = scalar::clearpath_first_search;
  const int teams = std::min(arguments.agents, std::max(1, backends::concurrency(execution).threads / backends::warp_size));
  const ClearpathByTeams<MemorySpace, Rules, Capacity> kernel{arguments, full ? lists.searched : lists.tested, lists.count, full ? 1 : 0,
                                                              full && !Rules::searches_before_teams ? first + 1 : first};
  backends::for_each_team(execution, label, teams, backends::warp_size, kernel.scratch_bytes, kernel);
}

template <class Kernel, class MemorySpace>
void run_clearpath(const backends::HostExecution& execution, const char* label, const Kernel& kernel, const ClearpathLists<MemorySpace>&) {
  backends::for_each(execution, label, kernel.arguments.agents, kernel);
}
template <template <int> class Kernel, int Capacity, class Space, class MemorySpace>
void run_clearpath(const backends::DeviceExecution<Space>& execution, const char* label, const Kernel<Capacity>& kernel,
                   const ClearpathLists<MemorySpace>& lists) {
  const ClearpathArguments& arguments = kernel.arguments;
  if (arguments.options.together && arguments.options.pack) {
    const std::int32_t from = arguments.options.gpu_packs_from;
    const bool full = arguments.agents >= (from < 0 ? backends::concurrency(execution).threads : from);
    return run_clearpath_stages<typename Kernel<Capacity>::Rules, Capacity>(execution, label, arguments, lists, full);
  }
  backends::for_each(execution, label, arguments.agents, kernel);
}

/// Chooses the velocities of a scene's agents by a method's kernel.
template <template <int> class Kernel, class Execution, class MemorySpace>
void choose_by_clearpath(const Execution& execution, const char* label, const AvoidanceScene<MemorySpace>& scene,
                         const ClearpathArguments& arguments) {
  with_capacity(std::max(scene.neighbors.capacity, scene.near_walls.capacity), [&]<int Capacity>(std::integral_constant<int, Capacity>) {
    run_clearpath(execution, label, Kernel<Capacity>{{arguments}},
                  ClearpathLists<MemorySpace>{scene.scratch[0], scene.scratch[1], scene.scratch[2]});
  });
}

}  // namespace plethos::avoidance
