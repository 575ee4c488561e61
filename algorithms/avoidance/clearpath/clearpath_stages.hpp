#pragma once

#include <Kokkos_Core.hpp>

#include "algorithms/avoidance/avoidance.hpp"
#include "algorithms/avoidance/clearpath/clearpath_kernel-inl.hpp"
#include "backends/append.hpp"
#include "backends/execution.hpp"
#include "core/lane/scalar_lane.hpp"

// How a GPU packs agents (ClearPath 2009, section 4): kernels for the stages of their way to a velocity, over those that the kernel before
// has left, so that the threads of a warp have alike work. A CPU packs them in blocks, on a thread's stack (clearpath_agents()).
namespace plethos::avoidance {

/// Agents that the first two kernels leave to the next one each, in any order.
template <class MemorySpace>
struct ClearpathLists {
  typename Agents<MemorySpace>::Integers tested, searched;
  typename Agents<MemorySpace>::Integers count;  // of both, in this order
};

template <class MemorySpace>
struct ClearpathNoneLeft {
  ClearpathLists<MemorySpace> lists;

  KOKKOS_FUNCTION void operator()(int list) const { lists.count(list) = 0; }
};

/// Whose preferred velocity is free. Few registers are enough for it.
template <class MemorySpace, int Capacity>
struct ClearpathTest {
  using launch_bounds = Kokkos::LaunchBounds<128, 8>;
  ClearpathArguments arguments;
  ClearpathLists<MemorySpace> lists;

  KOKKOS_FUNCTION void operator()(int i) const {
    const std::int32_t state = arguments.state[i];
    if (state != static_cast<std::int32_t>(AgentState::active)) {
      scalar::keep_velocity<ScalarLane>(arguments, i, state, ScalarMask{true});
      return;
    }
    scalar::ClearpathTable<ScalarLane, Capacity> table;
    scalar::ClearpathScratch<ScalarLane, Capacity> scratch;
    const auto done = scalar::clearpath_attempt<ScalarLane>(arguments, i, ScalarMask{true}, scalar::clearpath_test, table, scratch);
    if (!done.value) lists.tested(backends::append_place(lists.count(0))) = i;
  }
};

/// The first search of the others.
template <class MemorySpace, int Capacity>
struct ClearpathSearch {
  using launch_bounds = Kokkos::LaunchBounds<128, 4>;
  ClearpathArguments arguments;
  ClearpathLists<MemorySpace> lists;

  KOKKOS_FUNCTION void operator()(int k) const {
    if (k >= lists.count(0)) return;
    const std::int32_t i = lists.tested(k);
    scalar::ClearpathTable<ScalarLane, Capacity> table;
    scalar::ClearpathScratch<ScalarLane, Capacity> scratch;
    const auto done = scalar::clearpath_attempt<ScalarLane>(arguments, i, ScalarMask{true}, scalar::clearpath_first_search, table, scratch);
    if (!done.value) lists.searched(backends::append_place(lists.count(1))) = i;
  }
};

/// All further stages of those that found nothing, who differ in how many they need.
template <class MemorySpace, int Capacity>
struct ClearpathGiveWay {
  using launch_bounds = Kokkos::LaunchBounds<128, 4>;
  ClearpathArguments arguments;
  ClearpathLists<MemorySpace> lists;

  KOKKOS_FUNCTION void operator()(int k) const {
    if (k >= lists.count(1)) return;
    const std::int32_t i = lists.searched(k);
    scalar::ClearpathTable<ScalarLane, Capacity> table;
    scalar::ClearpathScratch<ScalarLane, Capacity> scratch;
    int stage = scalar::clearpath_first_search + 1;
    while (!scalar::clearpath_attempt<ScalarLane>(arguments, i, ScalarMask{true}, stage, table, scratch).value) ++stage;
  }
};

/// Chooses the velocities of all agents. The lists hold as many.
template <int Capacity, class Space, class MemorySpace>
void run_clearpath_stages(const backends::DeviceExecution<Space>& execution, const char* label, const ClearpathArguments& arguments,
                          const ClearpathLists<MemorySpace>& lists) {
  backends::for_each(execution, label, 2, ClearpathNoneLeft<MemorySpace>{lists});
  backends::for_each(execution, label, arguments.agents, ClearpathTest<MemorySpace, Capacity>{arguments, lists});
  backends::for_each(execution, label, arguments.agents, ClearpathSearch<MemorySpace, Capacity>{arguments, lists});
  backends::for_each(execution, label, arguments.agents, ClearpathGiveWay<MemorySpace, Capacity>{arguments, lists});
}

}  // namespace plethos::avoidance
