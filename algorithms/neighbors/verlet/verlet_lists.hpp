#pragma once

#include <Kokkos_Core.hpp>
#include <cstdint>

#include "algorithms/neighbors/lane_query.hpp"
#include "algorithms/neighbors/lists.hpp"
#include "algorithms/neighbors/verlet/verlet_arguments.hpp"
#include "backends/relaxed_load.hpp"
#include "backends/spread_counter.hpp"
#include "core/agents.hpp"
#include "core/parameters.hpp"

namespace plethos::neighbors {

/// Keeps the greatest way that agents have gone since candidates were collected.
template <class MemorySpace>
struct VerletFollower {
  typename Agents<MemorySpace>::Vectors from;  // m
  typename Agents<MemorySpace>::Floats pairs;  // m
  float* greatest;                             // m^2

  /// Takes note that candidates are collected while agent i is at a place, in m.
  KOKKOS_INLINE_FUNCTION void begin(std::int32_t i, float x, float y) const {
    from(i, 0) = x;
    from(i, 1) = y;
  }
  /// Takes note that agent i is at a place now.
  KOKKOS_INLINE_FUNCTION void follow(std::int32_t i, float x, float y) const {
    pairs(2 * i) = x;
    pairs(2 * i + 1) = y;
    const float squared = squared_distance(x - from(i, 0), y - from(i, 1));
    if (squared > backends::relaxed_load(*greatest)) Kokkos::atomic_max(greatest, squared);
  }
};

/// What lets lists of the nearest neighbors hold for several steps (after Verlet, Physical Review 159, 1967), exact in each of them.
///
/// A search collects candidates of every agent: all others within a distance of it. Steps after it choose the nearest among these. An
/// agent that was no candidate has come nearer by no more than the way that the two have gone since. So the list is exact as long as its
/// last entry is nearer than that distance without the agent's own way and the greatest way of all agents. The neighbors of the agents for
/// which it is not are searched one by one, in the structure that the search had built, with the greatest way as a margin.
///
/// Memory: 24 bytes an agent, and 4 for each candidate that lists have no room for.
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
  Kokkos::View<float[most_verlet_age + 1], MemorySpace> greatest;

  /// Without memory, because lists do not hold.
  VerletLists() = default;
  VerletLists(std::int32_t stride, float skin_of_lists, std::int32_t steps)
      : skin(skin_of_lists),
        period(steps),
        candidates("plethos::neighbors::verlet::candidates", stride),
        beyond("plethos::neighbors::verlet::beyond", stride),
        pairs("plethos::neighbors::verlet::pairs", 2 * static_cast<std::size_t>(stride)),
        from("plethos::neighbors::verlet::from", stride),
        greatest("plethos::neighbors::verlet::greatest") {}

  bool can_hold() const { return skin > 0; }
  bool hold() const { return period > 1; }
  /// Whether this step has to search. Otherwise it chooses among candidates.
  bool searches() const { return age == 0; }

  /// Returns how many of the agents [0, working) needed candidates again since the last search. Waits. Cost: linear.
  template <class Execution>
  std::uint64_t collected_again(const Execution& execution, std::int32_t working) const;
  /// Returns the bytes for an agent, besides its list.
  static constexpr std::uint64_t bytes_per_agent(std::int32_t neighbors) {
    return 24 + 4 * static_cast<std::uint64_t>(most_candidates(neighbors) - neighbors);
  }

  /// Returns what follows agents from this step to the next one, or, if they have moved already, to this one.
  VerletFollower<MemorySpace> follower(bool to_next = true) const { return {from, pairs, greatest.data() + age + (to_next ? 1 : 0)}; }
};

template <class MemorySpace>
struct CountCollectedAgain {
  typename Agents<MemorySpace>::Integers candidates;
  backends::SpreadCounter<MemorySpace> count;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (candidates(i) >= neighbors::collected_again) count.add(i, 1);
  }
};

template <class MemorySpace>
template <class Execution>
std::uint64_t VerletLists<MemorySpace>::collected_again(const Execution& execution, std::int32_t working) const {
  const backends::SpreadCounter<MemorySpace> count("plethos::neighbors::verlet::again");
  backends::for_each(execution, "plethos::neighbors::verlet::count_again", working, CountCollectedAgain<MemorySpace>{candidates, count});
  execution.fence();
  return count.value();
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
          verlet.age};
}

}  // namespace plethos::neighbors
