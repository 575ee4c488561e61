#pragma once

#include "algorithms/neighbors/near_walls/held_walls_kernel-inl.hpp"
#include "algorithms/neighbors/near_walls/near_walls.hpp"
#include "algorithms/neighbors/verlet/verlet_lists.hpp"

namespace plethos::neighbors {

/// What lets lists of walls hold for as many steps as lists of neighbors do (VerletLists), exact in each of them.
///
/// In the step of a search, candidates of an agent are collected: the nearest walls that it sees, or that it could see from the other side
/// after a short way. Steps after it choose among these, and look for the walls that move. Walls that were no candidates have come nearer
/// by no more than the agent's own way. Where that may be too much, all walls are searched.
///
/// Memory: 8 bytes an agent, and 4 for each candidate: a wall of a list, and 6 more.
template <class MemorySpace>
struct HeldWalls {
  Lists<MemorySpace> candidates;
  typename Agents<MemorySpace>::Floats beyond;  ///< (stride), HeldWallArguments::beyond

  /// Without memory, because lists of walls do not hold.
  HeldWalls() = default;
  HeldWalls(std::int32_t stride, std::int32_t walls)
      : candidates("plethos::neighbors::walls::candidates", stride, most_wall_candidates(walls)),
        beyond("plethos::neighbors::walls::beyond", stride) {}

  bool can_hold() const { return beyond.extent(0) > 0; }
  static constexpr std::uint64_t bytes_per_agent(std::int32_t walls) {
    return 8 + 4 * static_cast<std::uint64_t>(most_wall_candidates(walls));
  }
};

template <int Capacity>
struct HeldWallQuery {
  static constexpr int grain = 256;
  HeldWallArguments arguments;

  KOKKOS_FUNCTION void operator()(int i) const {
    scalar::held_wall_agents<ScalarLane, WallList<Capacity>, WallList<most_wall_candidates(Capacity)>>(arguments, i, i + 1);
  }
};

/// The same as find_walls(), of lists that hold as long as those of `verlet`.
template <class Execution, class MemorySpace = typename Execution::memory_space>
void find_held_walls(const Execution& execution, const Agents<MemorySpace>& agents, const obstacles::Walls<MemorySpace>& walls,
                     const Parameters& parameters, const Lists<MemorySpace>& lists, const VerletLists<MemorySpace>& verlet,
                     const HeldWalls<MemorySpace>& held) {
  const HeldWallArguments arguments{wall_arguments(agents, walls, lists, parameters.neighbor_distance),
                                    held.candidates.columns(),
                                    held.beyond.data(),
                                    verlet.from.data(),
                                    verlet.from.data() + agents.stride,
                                    verlet.skin,
                                    verlet.searches()};
  with_capacity(lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>) {
    query_walls<&held_walls_on_vectors>(execution, arguments.walls, agents.working, HeldWallQuery<Capacity>{arguments});
  });
}

}  // namespace plethos::neighbors
