#pragma once

#include <algorithm>

#include "algorithms/planning/exits.hpp"
#include "core/agents.hpp"
#include "core/copy_view.hpp"
#include "core/to_view.hpp"
#include "core/world.hpp"

namespace plethos::planning {

/// The world's goals in one memory space, by the index that Agents::goal holds.
template <class MemorySpace>
struct Goals {
  using Vectors = typename Agents<MemorySpace>::Vectors;
  using Integers = typename Agents<MemorySpace>::Integers;

  Vectors point;                                    // m; of an exit, a place on it
  Integers next_of;                                 // World::next_goals of every goal; empty if no goal leads on
  Exits<MemorySpace> exits;                         // the goals that have an extent
  Kokkos::View<GoalRange*, MemorySpace> choice_of;  // World::choice() of every goal; empty if agents choose among none

  Goals() = default;
  explicit Goals(const World& world)
      // A world without goals gets one that no agent has.
      : point("plethos::world::goals", std::max<std::size_t>(1, world.goals.size())),
        next_of("plethos::world::next_goals", world.next_goals.empty() ? 0 : world.goals.size()),
        exits(world) {
    const auto points = Kokkos::create_mirror_view(point);
    for (std::size_t i = 0; i < world.goals.size(); ++i) {
      points(i, 0) = world.goals[i].x;
      points(i, 1) = world.goals[i].y;
    }
    copy_view(point, points);
    const auto next = Kokkos::create_mirror_view(next_of);
    for (std::size_t i = 0; i < next.size(); ++i) next(i) = world.next_goal(static_cast<std::int32_t>(i));
    copy_view(next_of, next);
    if (world.choices.empty()) return;
    std::vector<GoalRange> choices;
    for (std::size_t i = 0; i < world.goals.size(); ++i) choices.push_back(world.choice(static_cast<std::int32_t>(i)));
    choice_of = to_view<MemorySpace>("plethos::world::choices", choices);
  }

  std::size_t bytes() const { return 4 * (point.size() + next_of.size()) + exits.bytes() + sizeof(GoalRange) * choice_of.size(); }

  /// Returns the goal after `goal`, or -1 if an agent arrives there.
  KOKKOS_INLINE_FUNCTION std::int32_t next(std::int32_t goal) const { return next_of.extent(0) > 0 ? next_of(goal) : -1; }
  KOKKOS_INLINE_FUNCTION bool has_choices() const { return choice_of.extent(0) > 0; }
  /// Returns the goals that an agent with `goal` chooses among, or that one.
  KOKKOS_INLINE_FUNCTION GoalRange choice(std::int32_t goal) const { return has_choices() ? choice_of(goal) : GoalRange{goal, goal + 1}; }
  /// Returns the exit that `goal` is, or -1 for a point.
  KOKKOS_INLINE_FUNCTION std::int32_t exit(std::int32_t goal) const { return exits.of(goal); }
};

}  // namespace plethos::planning
