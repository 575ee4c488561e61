#include "algorithms/planning/roadmap/guide_agents.hpp"

#include <algorithm>

#include "backends/append.hpp"
#include "backends/instantiate.hpp"
#include "backends/teams.hpp"

namespace plethos::planning {

/// One thread an agent, from its first look to the end of its search.
template <class MemorySpace>
struct GuideAgent {
  static constexpr int grain = 256;
  Guide<MemorySpace> guide;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (guide.goes_on(i)) return;
    Way best = guide.straight(i);
    if (best.length > 0.f) {
      const Way present = guide.present(i);
      if (Way::before(present, best)) best = present;
      const auto near = guide.nodes_near(i);
      std::int32_t hider = -1;
      for (std::int32_t c = near.begin; c < near.end; ++c) guide.consider(i, near, c, best, hider);
    }
    guide.take(i, best.waypoint);
  }
};

template <class MemorySpace>
struct FindSeekers {
  Guide<MemorySpace> guide;
  Seekers<MemorySpace> seekers;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (!guide.goes_on(i)) seekers.agent(backends::append_place(seekers.count(guide.step() & 1))) = i;
  }
};

/// Threads of a team that searches: a warp, for most nodes are passed over without a look.
constexpr int seeking_members = backends::warp_size;

/// A team for each agent that searches. Its threads look for the goal together, then each to nodes of its own.
template <class MemorySpace>
struct SeekNodes {
  using launch_bounds = backends::Tuning::Guides;
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
    const backends::Block<Member> team(member);
    const Way straight = guide.straight(i, team);
    if (!(straight.length > 0.f)) return straight;
    const Way present = guide.present(i, team);
    const Way known = Way::before(present, straight) ? present : straight;
    const auto near = guide.nodes_near(i);
    Way best = known;
    Kokkos::parallel_reduce(
        Kokkos::TeamVectorRange(member, near.begin, near.end),
        [&](std::int32_t c, Way& value) {
          if (Way::before(known, value)) value = known;
          std::int32_t hider = -1;
          guide.consider(i, near, c, value, hider);
        },
        backends::First<Way>{&best});
    return Way::before(known, best) ? known : best;
  }
};

template <class MemorySpace>
void guide_on(const backends::HostExecution& execution, int count, const Guide<MemorySpace>& guide, const Seekers<MemorySpace>&) {
  backends::for_each(execution, "plethos::roadmap::guide", count, GuideAgent<MemorySpace>{guide});
}
template <class Space, class MemorySpace>
void guide_on(const backends::DeviceExecution<Space>& execution, int count, const Guide<MemorySpace>& guide,
              const Seekers<MemorySpace>& seekers) {
  backends::for_each(execution, "plethos::roadmap::guide", count, FindSeekers<MemorySpace>{guide, seekers});
  // An agent in eight, twice as many as search by turns; more teams than run at once are of no use. One runs also without agents: it clears
  // the count for the next step.
  const int league = std::clamp((count + 7) / 8, 1, 8192);
  backends::for_each_team(execution, "plethos::roadmap::seek_nodes", league, seeking_members, 0, SeekNodes<MemorySpace>{guide, seekers});
}

template <class Execution, class MemorySpace>
void guide_agents(const Execution& execution, int count, const Guide<MemorySpace>& guide, const Seekers<MemorySpace>& seekers) {
  guide_on(execution, count, guide, seekers);
}

#define PLETHOS_GUIDE(Execution) \
  template void guide_agents(const Execution&, int, const Guide<Execution::memory_space>&, const Seekers<Execution::memory_space>&)
PLETHOS_FOR_EXECUTIONS(PLETHOS_GUIDE);
#undef PLETHOS_GUIDE

}  // namespace plethos::planning
