#pragma once

#include <algorithm>

#include "core/agents.hpp"
#include "core/world.hpp"

namespace plethos::simulation {

/// The world's goals in metres, in the memory that agents lie in; of a world without goals one that no agent has.
template <class MemorySpace>
typename Agents<MemorySpace>::Vectors goals_of(const World& world) {
  const typename Agents<MemorySpace>::Vectors goals("plethos::world::goals", std::max<std::size_t>(1, world.goals.size()));
  const auto host = Kokkos::create_mirror_view(goals);
  for (std::size_t i = 0; i < world.goals.size(); ++i) {
    host(i, 0) = world.goals[i].x;
    host(i, 1) = world.goals[i].y;
  }
  Kokkos::deep_copy(goals, host);
  return goals;
}

/// World::next_goals in that memory, for every goal; empty where none leads on.
template <class MemorySpace>
typename Agents<MemorySpace>::Integers next_goals_of(const World& world) {
  const typename Agents<MemorySpace>::Integers next("plethos::world::next_goals", world.next_goals.empty() ? 0 : world.goals.size());
  const auto host = Kokkos::create_mirror_view(next);
  for (std::size_t i = 0; i < host.size(); ++i) host(i) = world.next_goal(static_cast<std::int32_t>(i));
  Kokkos::deep_copy(next, host);
  return next;
}

}  // namespace plethos::simulation
