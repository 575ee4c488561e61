#pragma once

#include "algorithms/planning/heading.hpp"
#include "algorithms/planning/roadmap/roadmap.hpp"
#include "core/agents.hpp"

namespace plethos::planning {

/// Steps between two searches of an agent for its best node, unless it loses sight of the one that it heads for.
constexpr std::uint32_t search_interval = 16;
/// Share of its radius that an agent wants free on either side of its way: it does not squeeze past a corner if it can go around.
constexpr double clearance_share = 0.9;
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
      stop_at(agents, i, goals(agents.goal(i), 0), goals(agents.goal(i), 1), time_step);
    } else {
      head_for(agents, i, roadmap.nodes.x(waypoint), roadmap.nodes.y(waypoint));
    }
  }

 private:
  KOKKOS_FUNCTION std::int32_t choose(int i) const {
    const Point at{agents.position(i, 0), agents.position(i, 1)};
    const std::int32_t waypoint = agents.waypoint(i);
    const std::int64_t tree = roadmap.trees.offset(roadmap.place_of_goal(agents.goal(i)));
    if ((agents.id(i, 0) + step()) % search_interval == 0 || waypoint == lost) return search(i, at, tree);
    const Point heads_for = waypoint < 0 ? goal_of(i) : roadmap.nodes.at(waypoint);
    if (!roadmap.obstacles.visible(at, heads_for)) return search(i, at, tree);
    if (waypoint < 0) return waypoint;
    // What comes next as soon as the way there is clear.
    const std::int32_t next = roadmap.trees.id(tree + waypoint);
    return is_clear(i, at, next < 0 ? goal_of(i) : roadmap.nodes.at(next)) ? next : waypoint;
  }

  KOKKOS_FUNCTION Point goal_of(int i) const { return {goals(agents.goal(i), 0), goals(agents.goal(i), 1)}; }
  KOKKOS_FUNCTION bool is_clear(int i, Point from, Point to) const {
    return roadmap.obstacles.clear(from, to, clearance_share * agents.radius(i));
  }

  /// The goal if the way there is clear, else the best of all that is in sight.
  KOKKOS_FUNCTION std::int32_t search(int i, Point at, std::int64_t tree) const {
    std::int32_t best = lost;
    float least = Kokkos::Experimental::infinity_v<float>;
    if (roadmap.obstacles.visible(at, goal_of(i))) {
      if (is_clear(i, at, goal_of(i))) return -1;
      best = -1;
      least = squeeze_factor * distance_to(agents, i, goals(agents.goal(i), 0), goals(agents.goal(i), 1));
    }
    const Candidates<MemorySpace>& candidates = roadmap.candidates;
    const bool covered = candidates.covers(agents.position(i, 0), agents.position(i, 1));
    const std::int32_t cell = candidates.grid.cell_of(agents.position(i, 0), agents.position(i, 1));
    const std::int32_t end = covered ? candidates.start(cell + 1) : roadmap.nodes.count();
    for (std::int32_t c = covered ? candidates.start(cell) : 0; c < end; ++c) {
      const std::int32_t k = covered ? candidates.node(c) : c;
      const float leg = distance_to(agents, i, roadmap.nodes.x(k), roadmap.nodes.y(k));
      const float rest = roadmap.trees.distance(tree + k);
      if (!(leg + rest < least) || !roadmap.obstacles.visible(at, roadmap.nodes.at(k))) continue;
      const float way = rest + (is_clear(i, at, roadmap.nodes.at(k)) ? leg : squeeze_factor * leg);
      if (!(way < least)) continue;
      least = way;
      best = k;
    }
    return best;
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
