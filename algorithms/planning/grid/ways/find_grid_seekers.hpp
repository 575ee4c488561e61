#pragma once

#include "algorithms/planning/grid/ways/grid_searches.hpp"
#include "backends/append.hpp"
#include "backends/execution.hpp"

namespace plethos::planning {

/// Finds the agents that search in this step, and lets the others move on.
template <class MemorySpace, class Walks>
struct FindGridSeekers {
  GridFollowing<MemorySpace> following;
  Walks walks;
  SeekerCounts<MemorySpace> counts;

  KOKKOS_FUNCTION void operator()(int i) const {
    const PlanningScene<MemorySpace>& scene = following.scene;
    if (scene.agents.state(i) != active_state) return;
    if (!following.seeks(i)) return;
    scene.scratch(backends::append_place(counts(scene.step() & 1))) = i;
    walks.claim(scene.agents, i, scene.step());
  }
};

template <class Execution, class MemorySpace, class Walks>
void find_grid_seekers(const Execution& execution, const GridFollowing<MemorySpace>& following, const Walks& walks,
                       const SeekerCounts<MemorySpace>& counts) {
  backends::for_each(execution, "plethos::grid::find_seekers", following.scene.agents.working,
                     FindGridSeekers<MemorySpace, Walks>{following, walks, counts});
}

}  // namespace plethos::planning
