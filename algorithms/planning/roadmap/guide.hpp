#pragma once

#include "algorithms/planning/heading.hpp"
#include "algorithms/planning/roadmap/roadmap.hpp"
#include "backends/teams.hpp"
#include "core/agents.hpp"

namespace plethos::planning {

/// Steps between two searches of an agent for its best node, unless it loses sight of the one that it heads for.
constexpr std::uint32_t search_interval = 16;
/// Share of its radius that an agent wants free on either side of its way: it does not squeeze past a corner if it can go around.
constexpr double clearance_share = 0.9;
/// Agents::waypoint of an agent that sees neither its goal nor a node that leads there.
constexpr std::int32_t lost = -2;

/// What an agent can head for, and how long the way to its goal is then.
struct Way {
  using value_type = Way;

  float length;           // m; what squeezes past a corner counts squeeze_factor times
  std::int32_t waypoint;  // a node, -1 for the goal itself, or lost

  /// The shorter one; of equal ones the goal, then the node that comes first.
  KOKKOS_INLINE_FUNCTION static bool before(const Way& a, const Way& b) {
    return a.length < b.length || (a.length == b.length && a.waypoint < b.waypoint);
  }
  KOKKOS_INLINE_FUNCTION static Way last() { return {Kokkos::Experimental::infinity_v<float>, Kokkos::Experimental::finite_max_v<int>}; }
};

/// Section 3.3, first step: the preferred velocity, towards the goal where it is in sight, else towards the visible node with the
/// shortest way (line of sight and path tree) to the goal. Writes Agents::preferred_velocity and Agents::waypoint of active agents;
/// others get no preferred velocity.
template <class MemorySpace>
struct Guide {
  Agents<MemorySpace> agents;
  typename Agents<MemorySpace>::Vectors goals;
  Roadmap<MemorySpace> roadmap;
  Kokkos::View<const std::uint32_t, MemorySpace> step;
  Kokkos::View<std::uint64_t, MemorySpace> lost_steps;
  float time_step;

  /// Lets agent i go on as it does, if it need not search for another way; says whether it need not.
  KOKKOS_FUNCTION bool goes_on(int i) const {
    if (agents.state(i) != static_cast<std::int32_t>(AgentState::active)) {
      agents.preferred_velocity(i, 0) = 0.f;
      agents.preferred_velocity(i, 1) = 0.f;
      return true;
    }
    const std::int32_t waypoint = agents.waypoint(i);
    if ((agents.id(i, 0) + step()) % search_interval == 0 || waypoint == lost) return false;
    if (!roadmap.obstacles.visible(place_of(i), waypoint < 0 ? goal_of(i) : roadmap.nodes.at(waypoint))) return false;
    if (waypoint < 0) {
      take(i, waypoint);
      return true;
    }
    // What comes next as soon as the way there is clear.
    const std::int32_t next = roadmap.trees.id(tree_of(i) + waypoint);
    const Point then = next < 0 ? goal_of(i) : roadmap.nodes.at(next);
    take(i, roadmap.obstacles.clear(place_of(i), then, clearance(i)) ? next : waypoint);
    return true;
  }

  /// The straight way of agent i to its goal, which it is lost without; of length 0 if nothing can be better.
  template <class Walker = OneWalker>
  KOKKOS_FUNCTION Way straight(int i, const Walker& walker = {}) const {
    const View view = view_of(i, goal_of(i), walker);
    if (view == View::hidden) return {Kokkos::Experimental::infinity_v<float>, lost};
    if (view == View::clear) return {0.f, -1};
    return {squeeze_factor * distance_to(agents, i, goals(agents.goal(i), 0), goals(agents.goal(i), 1)), -1};
  }

  /// The nodes that agent i may see: [begin, end) of the candidates' list or, where that does not cover the place, of all.
  struct Range {
    std::int32_t begin, end;
    bool covered;
  };
  KOKKOS_FUNCTION Range nodes_near(int i) const {
    const Candidates<MemorySpace>& candidates = roadmap.candidates;
    if (!candidates.covers(agents.position(i, 0), agents.position(i, 1))) return {0, roadmap.nodes.count(), false};
    const std::int32_t cell = candidates.grid.cell_of(agents.position(i, 0), agents.position(i, 1));
    return {candidates.start(cell), candidates.start(cell + 1), true};
  }

  /// Replaces `best` by the way of agent i by the c-th of the nodes near it, if that one comes before it.
  KOKKOS_FUNCTION void consider(int i, const Range& range, std::int32_t c, Way& best) const {
    const std::int32_t k = range.covered ? roadmap.candidates.node(c) : c;
    const float leg = distance_to(agents, i, roadmap.nodes.x(k), roadmap.nodes.y(k));
    const float rest = roadmap.trees.distance(tree_of(i) + k);
    if (!Way::before({leg + rest, k}, best)) return;
    const View view = view_of(i, roadmap.nodes.at(k));
    if (view == View::hidden) return;
    const Way way{rest + (view == View::clear ? leg : squeeze_factor * leg), k};
    if (Way::before(way, best)) best = way;
  }

  /// Agent i heads for a waypoint.
  KOKKOS_FUNCTION void take(int i, std::int32_t waypoint) const {
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
  KOKKOS_FUNCTION Point place_of(int i) const { return {agents.position(i, 0), agents.position(i, 1)}; }
  KOKKOS_FUNCTION Point goal_of(int i) const { return {goals(agents.goal(i), 0), goals(agents.goal(i), 1)}; }
  KOKKOS_FUNCTION std::int64_t tree_of(int i) const { return roadmap.trees.offset(roadmap.place_of_goal(agents.goal(i))); }
  KOKKOS_FUNCTION double clearance(int i) const { return clearance_share * static_cast<double>(agents.radius(i)); }
  template <class Walker = OneWalker>
  KOKKOS_FUNCTION View view_of(int i, Point to, const Walker& walker = {}) const {
    return roadmap.obstacles.view(place_of(i), to, clearance(i), walker);
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

/// One thread an agent, from its first look to the end of its search.
template <class MemorySpace>
struct GuideAgent {
  static constexpr int grain = 256;
  Guide<MemorySpace> guide;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (guide.goes_on(i)) return;
    Way best = guide.straight(i);
    if (best.length > 0.f) {
      const auto near = guide.nodes_near(i);
      for (std::int32_t c = near.begin; c < near.end; ++c) guide.consider(i, near, c, best);
    }
    guide.take(i, best.waypoint);
  }
};

/// Who has to search in a step, in any order: agent(0) to agent(count(step & 1) - 1).
template <class MemorySpace>
struct Seekers {
  Kokkos::View<std::int32_t*, MemorySpace> agent;
  Kokkos::View<std::int32_t[2], MemorySpace> count;
};

template <class MemorySpace>
struct FindSeekers {
  Guide<MemorySpace> guide;
  Seekers<MemorySpace> seekers;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (!guide.goes_on(i)) seekers.agent(Kokkos::atomic_fetch_add(&seekers.count(guide.step() & 1), 1)) = i;
  }
};

/// Threads of a team that searches: about as many as an agent has nodes near it.
constexpr int seeking_members = 128;

/// A team whose threads share the rows of a line.
template <class Member>
struct TeamWalker {
  const Member& member;

  template <class Look>
  KOKKOS_FUNCTION View worst(const Look& look) const {
    const int members = member.team_size() * backends::team_vector;
    std::int32_t worst = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamVectorRange(member, members),
        [&](int thread, std::int32_t& value) {
          const auto seen = static_cast<std::int32_t>(look(Rows{thread, members}));
          value = seen > value ? seen : value;
        },
        Kokkos::Max<std::int32_t>(worst));
    return static_cast<View>(worst);
  }
};

/// A team for each agent that searches. Its threads look for the goal together, then each to nodes of its own.
template <class MemorySpace>
struct SeekNodes {
  using launch_bounds = Kokkos::LaunchBounds<seeking_members, 8>;
  Guide<MemorySpace> guide;
  Seekers<MemorySpace> seekers;

  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    const std::uint32_t now = guide.step() & 1;
    // The next step finds its count at zero.
    Kokkos::single(Kokkos::PerTeam(member), [&] {
      if (member.league_rank() == 0) seekers.count(1 - now) = 0;
    });
    for (int k = member.league_rank(); k < seekers.count(now); k += member.league_size()) {
      const std::int32_t i = seekers.agent(k);
      const std::int32_t waypoint = best_of(member, i).waypoint;
      Kokkos::single(Kokkos::PerTeam(member), [&] { guide.take(i, waypoint); });
    }
  }

 private:
  template <class Member>
  KOKKOS_FUNCTION Way best_of(const Member& member, std::int32_t i) const {
    const Way straight = guide.straight(i, TeamWalker<Member>{member});
    if (!(straight.length > 0.f)) return straight;
    const auto near = guide.nodes_near(i);
    Way best = straight;
    Kokkos::parallel_reduce(
        Kokkos::TeamVectorRange(member, near.begin, near.end),
        [&](std::int32_t c, Way& value) {
          if (Way::before(straight, value)) value = straight;
          guide.consider(i, near, c, value);
        },
        backends::First<Way>{&best});
    return Way::before(straight, best) ? straight : best;
  }
};

/// Guides the agents [0, count) for a step. `seekers`: room for so many. A search costs a walk along the line to some of the nodes near the
/// agent; few agents search in a step, but of a GPU's warp nearly always one: there, searches are collected and have a team each.
template <class MemorySpace>
void guide_agents(const backends::HostExecution& execution, int count, const Guide<MemorySpace>& guide, const Seekers<MemorySpace>&) {
  backends::for_each(execution, "plethos::roadmap::guide", count, GuideAgent<MemorySpace>{guide});
}
template <class Space, class MemorySpace>
void guide_agents(const backends::DeviceExecution<Space>& execution, int count, const Guide<MemorySpace>& guide,
                  const Seekers<MemorySpace>& seekers) {
  backends::for_each(execution, "plethos::roadmap::guide", count, FindSeekers<MemorySpace>{guide, seekers});
  // An agent in eight, twice as many as search by turns; more teams than run at once are of no use.
  const int league = std::min((count + 7) / 8, 2048);
  backends::for_each_team(execution, "plethos::roadmap::seek_nodes", league, seeking_members, 0, SeekNodes<MemorySpace>{guide, seekers});
}

}  // namespace plethos::planning
