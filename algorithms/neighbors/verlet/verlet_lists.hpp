#pragma once

#include <Kokkos_Core.hpp>
#include <array>
#include <cstdint>
#include <vector>

#include "algorithms/neighbors/lane_query.hpp"
#include "algorithms/neighbors/lists.hpp"
#include "algorithms/neighbors/verlet/verlet_arguments.hpp"
#include "backends/concurrency.hpp"
#include "backends/raise.hpp"
#include "core/agents.hpp"
#include "core/copy_view.hpp"
#include "core/parameters.hpp"

namespace plethos::neighbors {

/// Keeps the greatest way that agents have gone since candidates were collected.
template <class MemorySpace>
struct VerletFollower {
  typename Agents<MemorySpace>::Vectors from;  // m
  typename Agents<MemorySpace>::Floats pairs;  // m
  float* greatest;                             // m^2
  std::int32_t* left;                          // how many lists candidates do not make in the step of a search

  /// Takes note that candidates are collected while agent i is at a place, in m.
  KOKKOS_INLINE_FUNCTION void begin(std::int32_t i, float x, float y) const {
    if (i == 0) *left = 0;
    from(i, 0) = x;
    from(i, 1) = y;
  }
  /// Takes note that agent i is at a place now.
  KOKKOS_INLINE_FUNCTION void follow(std::int32_t i, float x, float y) const {
    pairs(2 * i) = x;
    pairs(2 * i + 1) = y;
    backends::raise(*greatest, squared_distance(x - from(i, 0), y - from(i, 1)));
  }
};

/// What lets lists of the nearest neighbors hold for several steps (after Verlet, Physical Review 159, 1967), exact in each of them.
///
/// A search collects candidates of every agent: all others within a distance of it. Steps after it choose the nearest among these. An
/// agent that was no candidate has come nearer by no more than the way that the two have gone since. So the list is exact as long as its
/// last entry is nearer than that distance without the agent's own way and the greatest way of all agents. The neighbors of the agents for
/// which it is not are searched one by one, in the structure that the search had built, with the greatest way as a margin.
///
/// Memory: 28 bytes an agent, and 4 for each candidate that lists have no room for.
template <class MemorySpace>
struct VerletLists {
  using Floats = typename Agents<MemorySpace>::Floats;
  using Vectors = typename Agents<MemorySpace>::Vectors;
  using Integers = typename Agents<MemorySpace>::Integers;

  float skin = 0;           ///< m beyond Parameters::neighbor_distance; 0: lists are made anew in each step
  std::int32_t period = 1;  ///< steps from one search to the next; 1: a search makes lists without candidates
  std::int32_t age = 0;     ///< steps since the search; 0: this step searches
  Integers candidates;      ///< (stride)
  Floats beyond;            ///< (stride), m
  Floats pairs;             ///< (2 * stride), m: x and y of where agents are now, one beside the other
  Vectors from;             ///< (stride, 2), m: where agents were
  Integers left;            ///< (stride): the agents whose lists candidates did not make
  Kokkos::View<float[most_verlet_age + 1], MemorySpace> greatest;           ///< VerletArguments::greatest
  Kokkos::View<std::int32_t[most_verlet_age + 1], MemorySpace> left_count;  ///< by the age of lists
  Kokkos::View<std::int32_t[most_verlet_age], MemorySpace> again;           ///< for collected_again()

  /// Without memory, because lists do not hold.
  VerletLists() = default;
  VerletLists(std::int32_t stride, float skin_of_lists, std::int32_t steps)
      : skin(skin_of_lists),
        period(steps),
        candidates("plethos::neighbors::verlet::candidates", stride),
        beyond("plethos::neighbors::verlet::beyond", stride),
        pairs("plethos::neighbors::verlet::pairs", 2 * static_cast<std::size_t>(stride)),
        from("plethos::neighbors::verlet::from", stride),
        left("plethos::neighbors::verlet::left", stride),
        greatest("plethos::neighbors::verlet::greatest"),
        left_count("plethos::neighbors::verlet::left_count"),
        again("plethos::neighbors::verlet::again") {}

  bool can_hold() const { return skin > 0; }
  bool hold() const { return period > 1; }
  /// Whether this step has to search. Otherwise it chooses among candidates.
  bool searches() const { return age == 0; }

  /// Returns for how many of the agents [0, working) candidates did not suffice first at each age, since the last search. Waits.
  template <class Execution>
  std::vector<std::int64_t> collected_again(const Execution& execution, std::int32_t working) const;
  /// Returns the bytes for an agent, besides its list.
  static constexpr std::uint64_t bytes_per_agent(std::int32_t neighbors) {
    return 28 + 4 * static_cast<std::uint64_t>(most_candidates(neighbors) - neighbors);
  }

  /// Returns what follows agents from this step to the next one, or, if they have moved already, to this one.
  VerletFollower<MemorySpace> follower(bool to_next = true) const {
    return {from, pairs, greatest.data() + age + (to_next ? 1 : 0), left_count.data()};
  }
};

template <class MemorySpace>
struct FollowAgents {
  NeighborColumns<MemorySpace> agents;
  VerletFollower<MemorySpace> follower;
  std::int32_t first;
  bool begins;

  KOKKOS_FUNCTION void operator()(int k) const {
    const std::int32_t i = first + k;
    const float x = agents.position(i, 0), y = agents.position(i, 1);
    if (begins) follower.begin(i, x, y);
    follower.follow(i, x, y);
  }
};

/// Takes note of where agents are, before lists are made: of all agents if candidates are collected; otherwise of the ghosts, which other
/// ranks have moved, as the step follows the others when it moves them.
template <class Execution, class MemorySpace = typename Execution::memory_space>
void follow_agents(const Execution& execution, const Agents<MemorySpace>& agents, const VerletLists<MemorySpace>& verlet) {
  const std::int32_t first = verlet.searches() ? 0 : agents.owned;
  backends::for_each(execution, "plethos::neighbors::verlet::follow", agents.count - first,
                     FollowAgents<MemorySpace>{agents, verlet.follower(false), first, verlet.searches()});
}

template <class MemorySpace>
struct CountCollectedAgain {
  typename Agents<MemorySpace>::Integers candidates;
  Kokkos::View<std::int32_t[most_verlet_age], MemorySpace> count;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (const std::int32_t age = candidates(i) / collected_at_age; age > 0) Kokkos::atomic_add(&count(age - 1), 1);
  }
};

template <class MemorySpace>
template <class Execution>
std::vector<std::int64_t> VerletLists<MemorySpace>::collected_again(const Execution& execution, std::int32_t working) const {
  std::array<std::int32_t, most_verlet_age> counts{};
  copy_bytes(again.data(), in_host_memory<MemorySpace>, counts.data(), true, sizeof counts);
  backends::for_each(execution, "plethos::neighbors::verlet::count_again", working, CountCollectedAgain<MemorySpace>{candidates, again});
  execution.fence();
  copy_bytes(counts.data(), true, again.data(), in_host_memory<MemorySpace>, sizeof counts);
  return {counts.begin(), counts.end()};
}

/// Returns whether lists of so few agents are made by warps (lists_by_warps.hpp), a thread of which takes a candidate.
inline bool lists_by_warps(const backends::Concurrency& concurrency, std::int32_t agents, std::int32_t neighbors) {
  return most_candidates(neighbors) <= concurrency.warp && concurrency.has_warps_for(agents);
}

/// Returns the arguments of kernels over the lists of the agents [0, working).
template <class MemorySpace>
VerletArguments verlet_arguments(const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists, const VerletLists<MemorySpace>& verlet,
                                 const Parameters& parameters) {
  NearestArguments of_lists = nearest_arguments(agents, lists, parameters.neighbor_distance);
  if (parameters.leave_on_arrival) of_lists.state = agents.state.data();
  return {of_lists,
          wanted_candidates(lists.capacity),
          most_candidates(lists.capacity),
          parameters.neighbor_distance + verlet.skin,
          verlet.candidates.data(),
          verlet.beyond.data(),
          verlet.pairs.data(),
          verlet.from.data(),
          verlet.from.data() + agents.stride,
          verlet.greatest.data(),
          verlet.left.data(),
          verlet.left_count.data(),
          verlet.age};
}

}  // namespace plethos::neighbors
