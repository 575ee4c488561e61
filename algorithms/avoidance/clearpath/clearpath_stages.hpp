#pragma once

#include "algorithms/avoidance/avoidance.hpp"
#include "algorithms/avoidance/clearpath/clearpath_kernel-inl.hpp"
#include "backends/execution.hpp"
#include "core/lane/scalar_lane.hpp"

// Packing on a GPU (ClearPath 2009, section 4): one kernel for each stage of the agents' way to a velocity. Each kernel works on the agents
// that the one before has left, so that the threads of a warp have similar work. A CPU packs blocks of agents on a thread's stack
// (clearpath_agents()).
namespace plethos::avoidance {

/// The agents that each of the first two kernels leaves to the next one, in any order.
template <class MemorySpace>
struct ClearpathLists {
  typename Agents<MemorySpace>::Integers tested, searched;
  typename Agents<MemorySpace>::Integers count;  // the lengths of both, in this order
};

/// Takes one stage of agent i in one thread. Returns whether the agent is done.
template <int Capacity>
KOKKOS_FUNCTION bool clearpath_stage(const ClearpathArguments& arguments, std::int32_t i, int stage, bool once) {
  scalar::ClearpathAlone<ScalarLane, Capacity> work;
  work.once = once;
  return scalar::clearpath_attempt<ScalarLane>(arguments, i, ScalarMask{true}, stage, work).value;
}

/// Chooses the velocities of all agents. Each list holds as many. `full` means that there are enough agents to keep all threads busy with
/// one first search each. Otherwise teams do the first searches too.
template <int Capacity, class Space, class MemorySpace>
void run_clearpath_stages(const backends::DeviceExecution<Space>& execution, const char* label, const ClearpathArguments& arguments,
                          const ClearpathLists<MemorySpace>& lists, bool full);

}  // namespace plethos::avoidance
