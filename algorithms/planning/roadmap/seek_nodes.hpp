#pragma once

#include "algorithms/planning/roadmap/guide_agents.hpp"
#include "backends/append.hpp"
#include "backends/teams.hpp"

namespace plethos::planning {

template <class MemorySpace>
struct FindSeekers {
  Guide<MemorySpace> guide;
  Seekers<MemorySpace> seekers;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (!guide.goes_on(i)) seekers.agent(backends::append_place(seekers.count(guide.step() & 1))) = i;
  }
};

/// Threads of a team that searches: a warp, for most nodes are passed over without a look.
inline constexpr int seeking_members = backends::warp_size;

/// A team for each agent that searches. Its threads look for the goal together, then each to nodes of its own.
template <class MemorySpace>
struct SeekNodes {
  using launch_bounds = backends::Tuning::Guides;
  Guide<MemorySpace> guide;
  Seekers<MemorySpace> seekers;

  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    work(backends::Block<Member>(member), member.league_rank(), member.league_size());
  }
  /// Takes every `teams`-th of those who seek, from the `first` one on.
  template <class Team>
  KOKKOS_INLINE_FUNCTION void work(const Team& team, int first, int teams) const {
    const std::uint32_t now = guide.step() & 1;
    // The next step finds its count at zero.
    if (first == 0 && team.rank() == 0) seekers.count(1 - now) = 0;
    for (int k = first; k < seekers.count(now); k += teams) {
      const std::int32_t i = seekers.agent(k);
      const std::int32_t waypoint = best_of(team, i).waypoint;
      // All have read what the agent remembers.
      team.sync();
      if (team.rank() == 0) guide.take(i, waypoint);
    }
  }

 private:
  template <class Team>
  KOKKOS_INLINE_FUNCTION Way best_of(const Team& team, std::int32_t i) const {
    const Way straight = guide.straight(i, team);
    if (!(straight.length > 0.f)) return straight;
    const Way present = guide.present(i, team);
    const Way known = Way::before(present, straight) ? present : straight;
    const auto near = guide.nodes_near(i);
    const Way best = team.template least<Way>(near.end - near.begin, [&](int k, Way& value) {
      if (Way::before(known, value)) value = known;
      std::int32_t hider = -1;
      guide.consider(i, near, near.begin + k, value, hider);
    });
    return Way::before(known, best) ? known : best;
  }
};

}  // namespace plethos::planning
