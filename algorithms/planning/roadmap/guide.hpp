#pragma once

#include "algorithms/planning/roadmap/roadmap.hpp"
#include "core/agents.hpp"

namespace plethos::planning {

/// Steps between two searches of an agent for its best node, unless it loses sight of the one that it heads for.
constexpr std::uint32_t search_interval = 16;
/// Agents::waypoint of an agent that sees neither its goal nor a node that leads there.
constexpr std::int32_t lost = -2;

/// Section 3.3, first step: the preferred velocity, towards the goal where it is in sight, else towards the visible node with the
/// shortest way (line of sight and path tree) to the goal. Writes Agents::preferred_velocity and Agents::waypoint of active agents;
/// others get no preferred velocity.
template <class MemorySpace>
struct Guide {
  static constexpr int grain = 256;
  Agents<MemorySpace> agents;
  typename Agents<MemorySpace>::Vectors goals;
  Roadmap<MemorySpace> roadmap;
  Kokkos::View<const std::uint32_t, MemorySpace> step;
  Kokkos::View<std::uint64_t, MemorySpace> lost_steps;
  float time_step;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (agents.state(i) != static_cast<std::int32_t>(AgentState::active)) {
      agents.preferred_velocity(i, 0) = 0.f;
      agents.preferred_velocity(i, 1) = 0.f;
      return;
    }
    const std::int32_t waypoint = choose(i);
    agents.waypoint(i) = waypoint;
    if (waypoint == lost) {
      Kokkos::atomic_add(&lost_steps(), std::uint64_t{1});
      keep_direction(i);
    } else if (waypoint < 0) {
      head_for(i, goals(agents.goal(i), 0), goals(agents.goal(i), 1), true);
    } else {
      head_for(i, roadmap.nodes.x(waypoint), roadmap.nodes.y(waypoint), false);
    }
  }

 private:
  KOKKOS_FUNCTION std::int32_t choose(int i) const {
    const Point at{agents.position(i, 0), agents.position(i, 1)};
    const std::int32_t goal = agents.goal(i);
    if (roadmap.obstacles.visible(at, {goals(goal, 0), goals(goal, 1)})) return -1;
    const std::int64_t tree = roadmap.trees.offset(roadmap.place_of_goal(goal));
    const std::int32_t waypoint = agents.waypoint(i);
    const bool searches = (agents.id(i, 0) + step()) % search_interval == 0;
    if (waypoint >= 0 && !searches && roadmap.obstacles.visible(at, roadmap.nodes.at(waypoint))) {
      // The next node as soon as it comes into sight.
      const std::int32_t next = roadmap.trees.id(tree + waypoint);
      return next >= 0 && roadmap.obstacles.visible(at, roadmap.nodes.at(next)) ? next : waypoint;
    }
    return search(i, at, tree);
  }

  KOKKOS_FUNCTION std::int32_t search(int i, Point at, std::int64_t tree) const {
    std::int32_t best = lost;
    float least = Kokkos::Experimental::infinity_v<float>;
    for (std::int32_t k = 0; k < roadmap.nodes.count(); ++k) {
      const float dx = roadmap.nodes.x(k) - agents.position(i, 0);
      const float dy = roadmap.nodes.y(k) - agents.position(i, 1);
      const float way = Kokkos::sqrt(Kokkos::fma(dx, dx, dy * dy)) + roadmap.trees.distance(tree + k);
      if (way < least && roadmap.obstacles.visible(at, roadmap.nodes.at(k))) {
        least = way;
        best = k;
      }
    }
    return best;
  }

  KOKKOS_FUNCTION void head_for(int i, float to_x, float to_y, bool stops) const {
    float x = to_x - agents.position(i, 0);
    float y = to_y - agents.position(i, 1);
    const float distance = Kokkos::sqrt(Kokkos::fma(x, x, y * y));
    const float speed = agents.preferred_speed(i);
    float scale = distance > 0.f ? speed / distance : 0.f;
    // No faster than what ends at the goal.
    if (stops && !(speed * time_step < distance)) scale = 1.f / time_step;
    agents.preferred_velocity(i, 0) = x * scale;
    agents.preferred_velocity(i, 1) = y * scale;
  }

  KOKKOS_FUNCTION void keep_direction(int i) const {
    float x = agents.preferred_velocity(i, 0);
    float y = agents.preferred_velocity(i, 1);
    if (x == 0.f && y == 0.f) {
      x = agents.velocity(i, 0);
      y = agents.velocity(i, 1);
    }
    const float length = Kokkos::sqrt(Kokkos::fma(x, x, y * y));
    const float scale = length > 0.f ? agents.preferred_speed(i) / length : 0.f;
    agents.preferred_velocity(i, 0) = x * scale;
    agents.preferred_velocity(i, 1) = y * scale;
  }
};

}  // namespace plethos::planning
