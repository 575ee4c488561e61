#include "algorithms/planning/roadmap/guide_agents.hpp"

#include <algorithm>

#include "algorithms/planning/roadmap/seek_nodes.hpp"
#include "backends/instantiate.hpp"

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
