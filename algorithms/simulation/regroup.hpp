#pragma once

#include <utility>

#include "algorithms/simulation/has_moved.hpp"
#include "backends/execution.hpp"
#include "backends/scan.hpp"

namespace plethos::simulation {

/// Dynamic regrouping (Bleiweiss 2009, section 7). The agents that have settled at their goals are moved behind the others and leave the
/// working set, so that a step costs only the agents that are under way.
template <class MemorySpace>
class Regrouping {
 public:
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;

  Regrouping() = default;
  /// `scratch` is memory that nobody reads while run() works. It is used if it is large enough.
  Regrouping(std::int32_t agents, const Integers& scratch)
      : places_(fits(agents, scratch.size()) ? scratch : Integers("plethos::simulation::regroup::places", places(agents))),
        block_sums_("plethos::simulation::regroup::block_sums", blocks(agents)) {}

  /// Parks the agents that have settled, in `agents` and in `scratch`. The order within both parts stays. It waits for the device. Cost:
  /// linear in the working set.
  template <class Execution>
  void run(const Execution& execution, Agents<MemorySpace>& agents, Agents<MemorySpace>& scratch) const;

  /// Returns the bytes that the object claims besides `scratch`, which has that many integers.
  static std::uint64_t bytes(std::int32_t agents, std::uint64_t scratch) {
    return 4 * static_cast<std::uint64_t>((fits(agents, scratch) ? 0 : places(agents)) + blocks(agents));
  }

 private:
  static std::int32_t places(std::int32_t agents) { return agents + 1; }
  static bool fits(std::int32_t agents, std::uint64_t scratch) { return scratch >= static_cast<std::uint64_t>(places(agents)); }
  static std::int32_t blocks(std::int32_t agents) { return agents / backends::scan_block + 1; }

  Integers places_, block_sums_;
};

template <class MemorySpace>
struct MarkWorking {
  Agents<MemorySpace> agents;
  typename Agents<MemorySpace>::Integers places;

  KOKKOS_FUNCTION void operator()(int i) const { places(i) = i < agents.working && has_moved(agents, i) ? 1 : 0; }
};

template <class MemorySpace>
struct MoveGroups {
  Agents<MemorySpace> from, to;
  typename Agents<MemorySpace>::Integers places;  // the number of agents before i that stay

  KOKKOS_FUNCTION void operator()(int i) const {
    const std::int32_t stay = places(from.working);
    const bool stays = places(i + 1) != places(i);
    to.copy_agent(stays ? places(i) : stay + (i - places(i)), from, i);
  }
};

template <class MemorySpace>
template <class Execution>
void Regrouping<MemorySpace>::run(const Execution& execution, Agents<MemorySpace>& agents, Agents<MemorySpace>& scratch) const {
  const std::int32_t before = agents.working;
  backends::for_each(execution, "plethos::simulation::regroup::mark", before + 1, MarkWorking<MemorySpace>{agents, places_});
  backends::exclusive_scan(execution, "plethos::simulation::regroup::scan", before + 1, places_, block_sums_);
  backends::for_each(execution, "plethos::simulation::regroup::move", before, MoveGroups<MemorySpace>{agents, scratch, places_});
  execution.fence();
  const std::int32_t stay = element(places_, static_cast<std::size_t>(before));
  std::swap(agents, scratch);
  agents.working = stay;
  scratch.working = stay;
  backends::for_each(execution, "plethos::simulation::regroup::copy", before - stay, CopyBehind<MemorySpace>{agents, scratch, stay});
}

}  // namespace plethos::simulation
