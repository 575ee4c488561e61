// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_COLLECTOR_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_COLLECTOR_INL
#undef PLETHOS_NEIGHBORS_COLLECTOR_INL
#else
#define PLETHOS_NEIGHBORS_COLLECTOR_INL
#endif

#include "algorithms/neighbors/verlet/candidates-inl.hpp"
#include "core/lane/team-inl.hpp"

PLETHOS_KERNEL_BEGIN

// `Surroundings` is what the structure of a search holds around an agent, as it was built:
//
//   Arguments                            what is made of: the search's arguments, and `verlet`, the lists'
//   Surroundings(arguments, i, x, y)     around agent i, which is at (x, y) by now, in metres
//   present(arguments)                   how many agents the structure holds, which come first
//   guess(team, wanted)                  returns about the squared distance, in m^2, within which there are so many others
//   take_within(reach, squared, candidates)  offers all that the structure has within `reach` metres, or more

/// What collect_candidates() has found.
struct Collected {
  std::int32_t count;
  float beyond;  // VerletArguments::beyond
};

/// Collects candidates of agent i, as make_verlet_lists() describes: all others within a distance at which there are about as many as are
/// wanted. Where it finds no such distance in a few tries, the agent has none. `squared` is the squared distance, in m^2, to begin with, or
/// 0, and becomes that for an agent beside this one.
template <class L, class Surroundings, class Team, class Candidates>
PLETHOS_FUNCTION Collected collect_candidates(const Team& team, const typename Surroundings::Arguments& arguments, std::int32_t i,
                                              float margin, Candidates& candidates, float& squared) {
  constexpr int tries = 8, patient = 3;
  const VerletArguments& verlet = arguments.verlet;
  if (i >= Surroundings::present(arguments)) return {0, 1e30f};
  const std::int32_t capacity = verlet.agents.lists.capacity;
  std::int32_t least = (verlet.wanted + capacity) / 2;
  const float furthest = verlet.reach * verlet.reach;
  const Surroundings around(arguments, i, candidates.x, candidates.y);
  if (!(squared > 0.f)) squared = around.guess(team, verlet.wanted);
  float too_near = 0, too_far = 0;  // squared distances that were tried; 0: none
  for (int k = 0; k < tries; ++k) {
    if (k == patient) least = capacity + 1;
    squared = squared < furthest ? squared : furthest;
    const float reach = root_of<L>(squared);
    candidates.begin();
    around.take_within(reach + margin, squared, candidates);
    const std::int32_t found = candidates.found;
    const float rest = static_cast<float>(verlet.wanted) / static_cast<float>(found > 0 ? found : 1);
    if (found <= verlet.most && (found >= least || squared == furthest)) {
      squared *= 0.5f + 0.5f * rest;
      return {found, reach};
    }
    if (found < least) {
      too_near = squared;
    } else {
      too_far = squared;
    }
    squared = too_near > 0 && too_far > 0 ? 0.5f * (too_near + too_far) : squared * rest;
  }
  squared = 0;
  return {0, -1.f};
}

/// Collects candidates by one thread, and stores them.
template <class L, int Capacity, class Surroundings>
struct VerletCollector {
  const typename Surroundings::Arguments& arguments;

  PLETHOS_FUNCTION void collect(CandidateColumns columns, std::int32_t first, std::int32_t i, float margin, float& squared) const {
    const VerletArguments& verlet = arguments.verlet;
    Candidates<L, neighbors::most_candidates(Capacity)> candidates(verlet, {columns.first + (i - first), columns.stride}, i);
    const Collected collected = collect_candidates<L, Surroundings>(OneThread(), arguments, i, margin, candidates, squared);
    if (collected.count > 0) candidates.store();
    verlet.candidates[i] = collected.count;
    verlet.beyond[i] = collected.beyond;
  }
};

PLETHOS_KERNEL_END
#endif
