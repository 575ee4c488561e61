#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "algorithms/planning/planner.hpp"
#include "algorithms/planning/planner_setup.hpp"
#include "algorithms/planning/potential/potential_parameters.hpp"
#include "algorithms/planning/potential/turning.hpp"
#include "core/agent_words.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

/// The groups of agents in one memory space, as far as their motion depends on them.
template <class MemorySpace>
struct MovingGroups {
  Kokkos::View<const std::int32_t*, MemorySpace> of_agent;  ///< by id; empty: all are in group 0
  Kokkos::View<const float*, MemorySpace> inertia;          ///< of each group

  std::uint64_t bytes() const { return 4 * (of_agent.size() + inertia.size()); }
};

/// Keeps such groups as agents change theirs.
template <class MemorySpace>
class GroupsNow {
 public:
  GroupsNow(const PlannerSetup& setup, const ParameterValues& values) {
    std::vector<float> inertia;
    for (std::size_t group = 0; group < setup.group_count(); ++group) {
      inertia.push_back(potential_table().read(setup.values_of_group(values, group)).inertia);
    }
    now_.inertia = to_view<MemorySpace>("plethos::potential::inertia", inertia);
  }
  /// Takes the groups of all agents, by id. Returns whether they are others than before, so that kernels need the new list.
  /// Cost: a comparison of both lists.
  bool follow(std::span<const std::int32_t> groups) {
    if (now_.inertia.extent(0) == 1 || std::equal(groups.begin(), groups.end(), known_.begin(), known_.end())) return false;
    known_.assign(groups.begin(), groups.end());
    now_.of_agent = to_view<MemorySpace>("plethos::potential::groups", known_);
    return true;
  }
  const MovingGroups<MemorySpace>& now() const { return now_; }

 private:
  std::vector<std::int32_t> known_;
  MovingGroups<MemorySpace> now_;
};

/// How agents move that go down a potential (Fischer, Silveira and Nedel 2009, equations 3 to 5). An agent remembers its direction in two
/// words of the planner; one that has none yet has that of its velocity, and without that the descent's.
template <class MemorySpace>
struct PotentialMotion {
  PlanningScene<MemorySpace> scene;
  MovingGroups<MemorySpace> groups;

  KOKKOS_INLINE_FUNCTION std::int32_t group(int i) const { return groups.of_agent.extent(0) > 0 ? groups.of_agent(scene.agents.id(i)) : 0; }
  /// Returns the direction that an agent has, if it is drawn to `wanted`.
  KOKKOS_INLINE_FUNCTION Direction heading(int i, const Direction& wanted) const {
    const AgentWords<MemorySpace> words{scene.agents.memory, scene.first_word, i};
    const Direction kept{Kokkos::bit_cast<float>(words(0)), Kokkos::bit_cast<float>(words(1))};
    if (kept.exists()) return kept;
    const Direction moving = Direction::of(scene.agents.velocity(i, 0), scene.agents.velocity(i, 1));
    return moving.exists() ? moving : wanted;
  }
  /// Lets an agent with a direction go on, drawn to another one, at a speed (m/s) of which it loses what equation 5 says.
  KOKKOS_INLINE_FUNCTION void go(int i, const Direction& from, const Direction& to, float most) const {
    const Direction direction = turn(from, to, groups.inertia(group(i)));
    const float speed = most * speed_kept(from, to);
    keep(i, direction);
    scene.headings.move_by(i, direction.x * speed, direction.y * speed, 0);
  }
  /// Lets an agent turn on the spot.
  KOKKOS_INLINE_FUNCTION void stand_and_turn(int i, const Direction& from, const Direction& to) const {
    keep(i, turn(from, to, groups.inertia(group(i))));
    scene.headings.move_by(i, 0.f, 0.f, 0);
  }
  /// Lets an agent head straight for the goal point, or the nearest point of an exit.
  KOKKOS_INLINE_FUNCTION void head_for_goal(int i) const {
    const Vec2d to = goal_point(i);
    if (scene.goals.exit(scene.agents.goal(i)) >= 0) {
      scene.headings.head_for(scene.agents, i, static_cast<float>(to.x), static_cast<float>(to.y), 0);
    } else {
      scene.headings.stop_at(scene.agents, i, static_cast<float>(to.x), static_cast<float>(to.y), 0, scene.time_step);
    }
  }
  KOKKOS_INLINE_FUNCTION Vec2d goal_point(int i) const {
    return goal_point(scene.agents.goal(i), scene.agents.position(i, 0), scene.agents.position(i, 1));
  }
  /// Returns a goal's point, or the point of an exit that is nearest to a place.
  KOKKOS_INLINE_FUNCTION Vec2d goal_point(std::int32_t goal, float x, float y) const {
    const std::int32_t exit = scene.goals.exit(goal);
    if (exit >= 0) return scene.goals.exits.nearest(exit, x, y);
    return {scene.goals.point(goal, 0), scene.goals.point(goal, 1)};
  }

 private:
  KOKKOS_INLINE_FUNCTION void keep(int i, const Direction& direction) const {
    const AgentWords<MemorySpace> words{scene.agents.memory, scene.first_word, i};
    words(0) = Kokkos::bit_cast<std::uint32_t>(direction.x);
    words(1) = Kokkos::bit_cast<std::uint32_t>(direction.y);
  }
};

}  // namespace plethos::planning
