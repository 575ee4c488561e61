#pragma once

#include "algorithms/planning/goals.hpp"
#include "algorithms/planning/headings.hpp"
#include "algorithms/planning/roadmap/roadmap.hpp"
#include "algorithms/planning/roadmap/way_memory.hpp"
#include "core/agents.hpp"

namespace plethos::planning {

/// Steps between two searches of an agent for its best node, unless it loses sight of the one that it heads for.
constexpr std::uint32_t search_interval = 16;
/// Share of its radius that an agent wants free on either side of its way: it does not squeeze past a corner if it can go around.
constexpr double clearance_share = 0.9;

/// What an agent can head for, and how long the way to its goal is then.
struct Way {
  using value_type = Way;

  float length;           // m; what squeezes past a corner counts squeeze_factor times
  std::int32_t waypoint;  // a node, -1 for the goal itself, a landing of it, or lost

  /// The shorter one; of equal ones the goal, then the node that comes first.
  KOKKOS_INLINE_FUNCTION static bool before(const Way& a, const Way& b) {
    return a.length < b.length || (a.length == b.length && a.waypoint < b.waypoint);
  }
  KOKKOS_INLINE_FUNCTION static Way last() { return {Kokkos::Experimental::infinity_v<float>, Kokkos::Experimental::finite_max_v<int>}; }
};

/// Section 3.3, first step: an agent heads for its goal where it sees it, else for the visible node with the shortest way (line of sight
/// and path tree) to the goal. The number of a leg is the agent's waypoint.
template <class MemorySpace>
struct Guide {
  Agents<MemorySpace> agents;
  Headings<MemorySpace> headings;
  Goals<MemorySpace> goals;
  Roadmap<MemorySpace> roadmap;
  Kokkos::View<const std::uint32_t, MemorySpace> step;
  float time_step;
  std::int32_t first_word;  // of the agents' way memories in Agents::memory

  /// Lets agent i go on as it does, if it need not search for another way; says whether it need not.
  KOKKOS_FUNCTION bool goes_on(int i) const {
    if (agents.state(i) != active_state) {
      headings.stand(i);
      return true;
    }
    const WayMemory<MemorySpace> remembered = memory(i);
    const std::int32_t waypoint = remembered.waypoint();
    const std::int32_t exit = exit_of(i);
    if ((agents.id(i) + step()) % search_interval == 0 || waypoint == lost || (waypoint == to_goal && exit >= 0)) return false;
    if (!still_sees(i, waypoint, remembered)) return false;
    if (waypoint < 0) {
      take(i, waypoint);
      return true;
    }
    // What comes next as soon as the way there is clear.
    std::int32_t next = roadmap.trees.id(tree_of(i) + waypoint);
    if (next < 0 && exit >= 0) next = landing_waypoint(-1 - next);
    const Vec2d then = next < 0 ? goal_of(i, next) : roadmap.nodes.at(next);
    Seen seen = remembered.seen();
    const std::int32_t last = seen.blocker;
    if (last == Seen::no_blocker || !roadmap.sight.blocks(last, place_of(i), then, clearance(i))) {
      const std::int32_t blocker = roadmap.sight.blocker(place_of(i), then, clearance(i));
      seen.remember_blocker(blocker);
      remembered.keep(seen);
      take(i, blocker < 0 ? next : waypoint);
    } else {
      take(i, waypoint);
    }
    return true;
  }

  /// The straight way of agent i to its goal, which it is lost without; of length 0 if nothing can be better.
  template <class Walker = OneWalker>
  KOKKOS_FUNCTION Way straight(int i, const Walker& walker = {}) const {
    if (const std::int32_t exit = exit_of(i); exit >= 0) return straight_to_exit(i, exit, walker);
    const LineOfSight view = view_of(i, goal_of(i, to_goal), walker);
    if (view == LineOfSight::hidden) return {Kokkos::Experimental::infinity_v<float>, lost};
    if (view == LineOfSight::clear) return {0.f, to_goal};
    return {squeeze_factor * distance_to(i, goals.point(agents.goal(i), 0), goals.point(agents.goal(i), 1)), to_goal};
  }

  /// The nodes that agent i may see, by numbers in [begin, end): those up to `listed` are places in the candidates' list, and the others
  /// the nodes that the lists do not tell apart. Outside of the lists' rectangle all nodes are such.
  struct Range {
    std::int32_t begin, end, listed;
    std::int32_t first;  // of the others
  };
  KOKKOS_FUNCTION Range nodes_near(int i) const {
    const Candidates<MemorySpace>& candidates = roadmap.candidates;
    if (!candidates.covers(agents.position(i, 0), agents.position(i, 1))) return {0, roadmap.nodes.count(), 0, 0};
    const std::int32_t cell = candidates.grid.cell_of(agents.position(i, 0), agents.position(i, 1));
    const std::int32_t listed = candidates.start(cell + 1);
    return {candidates.start(cell), listed + roadmap.nodes.count() - candidates.nodes, listed, candidates.nodes};
  }

  /// The way of agent i by the node that it heads for now, which it is lost without. A search that starts from it can pass over most nodes.
  template <class Walker = OneWalker>
  KOKKOS_FUNCTION Way present(int i, const Walker& walker = {}) const {
    const std::int32_t k = memory(i).waypoint();
    const LineOfSight view = k < 0 ? LineOfSight::hidden : view_of(i, roadmap.nodes.at(k), walker);
    return view == LineOfSight::hidden ? Way{Kokkos::Experimental::infinity_v<float>, lost} : by_node(i, k, view);
  }

  /// Replaces `best` by the way of agent i by the c-th of the nodes near it, if that one comes before it. `hider`: a segment that hid
  /// another node and may hide this one; -1: none known.
  KOKKOS_FUNCTION void consider(int i, const Range& range, std::int32_t c, Way& best, std::int32_t& hider) const {
    const std::int32_t k = c < range.listed ? roadmap.candidates.node(c) : range.first + (c - range.listed);
    if (!Way::before(by_node(i, k, LineOfSight::clear), best)) return;
    const Vec2d node = roadmap.nodes.at(k);
    if (hider >= 0 && roadmap.sight.hides(hider, place_of(i), node)) return;
    const LineOfSight view = roadmap.sight.view(place_of(i), node, clearance(i), hider);
    if (view == LineOfSight::hidden) return;
    const Way way = by_node(i, k, view);
    if (Way::before(way, best)) best = way;
  }

  /// Agent i heads for a waypoint.
  KOKKOS_FUNCTION void take(int i, std::int32_t waypoint) const {
    memory(i).head_for(waypoint);
    if (waypoint == lost) {
      headings.lose(agents, i);
    } else if (is_landing(waypoint)) {
      const Vec2d to = goal_of(i, waypoint);
      headings.head_for(agents, i, static_cast<float>(to.x), static_cast<float>(to.y), waypoint);
    } else if (waypoint < 0) {
      headings.stop_at(agents, i, goals.point(agents.goal(i), 0), goals.point(agents.goal(i), 1), waypoint, time_step);
    } else {
      headings.head_for(agents, i, roadmap.nodes.x(waypoint), roadmap.nodes.y(waypoint), waypoint);
    }
  }

 private:
  /// Of the landings of an exit the nearest that is in sight; what squeezes past a corner counts as for nodes.
  template <class Walker>
  KOKKOS_FUNCTION Way straight_to_exit(int i, std::int32_t exit, const Walker& walker) const {
    Way best{Kokkos::Experimental::infinity_v<float>, lost};
    for (std::int32_t k = 0; k < goals.exits.landings(exit); ++k) {
      const Vec2d to = goal_of(i, landing_waypoint(k));
      const float away = distance_to(i, static_cast<float>(to.x), static_cast<float>(to.y));
      if (!(away < best.length)) continue;
      const LineOfSight view = view_of(i, to, walker);
      const float length = view == LineOfSight::clear ? away : squeeze_factor * away;
      if (view != LineOfSight::hidden && length < best.length) best = {length, landing_waypoint(k)};
    }
    return best;
  }
  KOKKOS_FUNCTION bool still_sees(int i, std::int32_t waypoint, const WayMemory<MemorySpace>& remembered) const {
    const Vec2d at = waypoint < 0 ? goal_of(i, waypoint) : roadmap.nodes.at(waypoint);
    // The place on a landing moves with the agent.
    if (is_landing(waypoint)) return roadmap.sight.visible(place_of(i), at);
    Seen seen = remembered.seen();
    if (seen.sees(at, place_of(i))) return true;
    const double reach = search_interval * static_cast<double>(agents.maximum_speed(i)) * time_step;
    Wedge from;
    const bool sees = roadmap.sight.visible(place_of(i), at, reach, from);
    seen.remember(from);
    remembered.keep(seen);
    return sees;
  }
  KOKKOS_FUNCTION Way by_node(int i, std::int32_t k, LineOfSight view) const {
    const float leg = distance_to(i, roadmap.nodes.x(k), roadmap.nodes.y(k));
    return {roadmap.trees.distance(tree_of(i) + k) + (view == LineOfSight::clear ? leg : squeeze_factor * leg), k};
  }
  KOKKOS_FUNCTION WayMemory<MemorySpace> memory(int i) const { return {agents.memory, first_word, i}; }
  KOKKOS_FUNCTION float distance_to(int i, float x, float y) const { return headings.distance(agents, i, x, y); }
  KOKKOS_FUNCTION Vec2d place_of(int i) const { return {agents.position(i, 0), agents.position(i, 1)}; }
  KOKKOS_FUNCTION std::int32_t exit_of(int i) const { return goals.exit(agents.goal(i)); }
  KOKKOS_FUNCTION Vec2d goal_of(int i, std::int32_t waypoint) const {
    if (is_landing(waypoint)) return goals.exits.nearest(exit_of(i), landing_of(waypoint), agents.position(i, 0), agents.position(i, 1));
    return {goals.point(agents.goal(i), 0), goals.point(agents.goal(i), 1)};
  }
  KOKKOS_FUNCTION std::int64_t tree_of(int i) const { return roadmap.trees.offset(roadmap.place_of_goal(agents.goal(i))); }
  KOKKOS_FUNCTION double clearance(int i) const { return clearance_share * static_cast<double>(agents.radius(i)); }
  template <class Walker = OneWalker>
  KOKKOS_FUNCTION LineOfSight view_of(int i, Vec2d to, const Walker& walker = {}) const {
    return roadmap.sight.view(place_of(i), to, clearance(i), walker);
  }
};

}  // namespace plethos::planning
