#pragma once

#include <cstdint>

#include "algorithms/planning/goals.hpp"
#include "algorithms/planning/grid/ways/way_list.hpp"
#include "core/agents.hpp"

namespace plethos::planning {

/// Lets those agents search again whose ways may no longer be good after a change of the grid or of goals.
template <class MemorySpace>
struct RenewWays {
  Agents<MemorySpace> agents;
  std::int32_t first_word;    ///< of WayList
  WayTiles touched;           ///< the tiles of cells at which steps or costs have changed
  bool all;                   ///< whether every way is searched again
  bool opened;                ///< whether cells are passable now that were not, so that agents may have a way that had none
  Goals<MemorySpace> goals;   ///< as they are now
  Goals<MemorySpace> before;  ///< as they were when the agents searched
  Kokkos::View<std::uint64_t[2], MemorySpace> counts;  ///< ways that are searched again, and ways that stay

  KOKKOS_FUNCTION void operator()(int i) const {
    const WayList<MemorySpace> way(agents.memory, first_word, i);
    if (agents.state(i) != active_state || !way.searched()) return;
    const bool again = has_moved(agents.goal(i)) || (way.lost() ? opened : all || way.crosses(touched));
    if (!way.lost()) Kokkos::atomic_add(&counts(again ? 0 : 1), std::uint64_t{1});
    if (again) way.forget();
  }

 private:
  KOKKOS_INLINE_FUNCTION bool has_moved(std::int32_t goal) const {
    return goals.point(goal, 0) != before.point(goal, 0) || goals.point(goal, 1) != before.point(goal, 1);
  }
};

}  // namespace plethos::planning
