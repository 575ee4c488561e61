#pragma once

#include "algorithms/planning/roadmap/guide.hpp"

namespace plethos::planning {

/// Who has to search in a step, in any order: agent(0) to agent(count(step & 1) - 1).
template <class MemorySpace>
struct Seekers {
  Kokkos::View<std::int32_t*, MemorySpace> agent;
  Kokkos::View<std::int32_t[2], MemorySpace> count;
};

/// Guides the agents [0, count) for a step. `seekers`: room for so many. A search costs a walk along the line to some of the nodes near the
/// agent; few agents search in a step, but of a GPU's warp nearly always one: there, searches are collected and have a team each.
template <class Execution, class MemorySpace = typename Execution::memory_space>
void guide_agents(const Execution& execution, int count, const Guide<MemorySpace>& guide, const Seekers<MemorySpace>& seekers);

}  // namespace plethos::planning
