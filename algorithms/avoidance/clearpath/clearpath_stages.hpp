#pragma once

#include <Kokkos_Core.hpp>
#include <utility>

#include "algorithms/avoidance/avoidance.hpp"
#include "algorithms/avoidance/clearpath/clearpath_kernel-inl.hpp"
#include "backends/append.hpp"
#include "backends/execution.hpp"
#include "core/lane/scalar_lane.hpp"

// How a GPU packs agents (ClearPath 2009, section 4): a kernel for each stage of their way to a velocity, over those that the stage before
// has left, so that the threads of a warp have alike work. A CPU packs them in blocks, on a thread's stack (clearpath_agents()).
namespace plethos::avoidance {

/// More stages than an agent has: horizons are halved until they are shorter than a step.
inline constexpr int clearpath_most_stages = 64;

/// How many agents each stage leaves to the next one. A stage finds its own number at 0.
template <class MemorySpace>
using ClearpathCounts = Kokkos::View<std::int32_t[clearpath_most_stages], MemorySpace>;

/// Which agents these are, in any order.
template <class MemorySpace>
struct ClearpathLists {
  using Integers = typename Agents<MemorySpace>::Integers;
  Integers of_stage_before, of_stage;
  ClearpathCounts<MemorySpace> count;

  KOKKOS_FUNCTION void leave(int stage, std::int32_t agent) const { of_stage(backends::append_place(count(stage))) = agent; }
};

/// The first stage, of all agents. Few registers are enough for it.
template <class MemorySpace, int Capacity>
struct ClearpathTestStage {
  using launch_bounds = Kokkos::LaunchBounds<128, 8>;
  ClearpathArguments arguments;
  ClearpathLists<MemorySpace> lists;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (i == 0) lists.count(scalar::clearpath_first_search) = 0;
    const std::int32_t state = arguments.state[i];
    if (state != static_cast<std::int32_t>(AgentState::active)) {
      scalar::keep_velocity<ScalarLane>(arguments, i, state, ScalarMask{true});
      return;
    }
    scalar::ClearpathTable<ScalarLane, Capacity> table;
    scalar::ClearpathScratch<ScalarLane, Capacity> scratch;
    const auto done = scalar::clearpath_attempt<ScalarLane>(arguments, i, ScalarMask{true}, scalar::clearpath_test, table, scratch);
    if (!done.value) lists.leave(scalar::clearpath_test, i);
  }
};

/// A later stage, of those that the one before has left.
template <class MemorySpace, int Capacity>
struct ClearpathSearchStage {
  using launch_bounds = Kokkos::LaunchBounds<128, 4>;
  ClearpathArguments arguments;
  ClearpathLists<MemorySpace> lists;
  int stage;

  KOKKOS_FUNCTION void operator()(int k) const {
    if (k == 0) {
      lists.count(stage + 1) = 0;
      // For the next step. Who has read it was the stage before.
      if (stage > scalar::clearpath_first_search) lists.count(scalar::clearpath_test) = 0;
    }
    if (k >= lists.count(stage - 1)) return;
    const std::int32_t i = lists.of_stage_before(k);
    scalar::ClearpathTable<ScalarLane, Capacity> table;
    scalar::ClearpathScratch<ScalarLane, Capacity> scratch;
    if (!scalar::clearpath_attempt<ScalarLane>(arguments, i, ScalarMask{true}, stage, table, scratch).value) lists.leave(stage, i);
  }
};

/// All stages, of all agents. Cost: launches of as many kernels, and the agents once a stage.
template <int Capacity, class Space, class MemorySpace>
void run_clearpath_stages(const backends::DeviceExecution<Space>& execution, const char* label, const ClearpathArguments& arguments,
                          ClearpathLists<MemorySpace> lists) {
  backends::for_each(execution, label, arguments.agents, ClearpathTestStage<MemorySpace, Capacity>{arguments, lists});
  const int last = scalar::clearpath_relaxation(arguments);
  for (int stage = scalar::clearpath_first_search; stage <= last; ++stage) {
    std::swap(lists.of_stage_before, lists.of_stage);
    backends::for_each(execution, label, arguments.agents, ClearpathSearchStage<MemorySpace, Capacity>{arguments, lists, stage});
  }
}

}  // namespace plethos::avoidance
