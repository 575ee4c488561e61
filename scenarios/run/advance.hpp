#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "algorithms/simulation/simulation.hpp"
#include "backends/ranks/self/self.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// The host asks at this interval whether all agents have arrived. It is fixed, so that a run's end does not depend on its speed.
constexpr std::int64_t steps_between_looks = 16;

/// Steps that were timed together. `seconds` holds the time of these steps alone.
struct Stretch {
  std::int64_t steps;
  std::int64_t end;  ///< steps done after it
  double seconds;
};

/// Together, if ranks have made the scenario together: returns the number of agents with a goal, all but the passive ones.
std::int64_t count_travelers(const Scenario& scenario, const backends::Ranks& ranks = backends::self());

/// So, too: returns the number of travelers that never arrive, because their goals lead back to each other.
std::int64_t count_endless(const Scenario& scenario, const backends::Ranks& ranks = backends::self());

/// Advances a simulation that has done `done` steps until `limit`, in stretches that end at the multiples of each of `marks` (all >= 1).
/// Calls after(stretch) after each, and ends early if that returns false, or on an interrupt of any rank. Returns the number of all steps
/// done. Ranks call it together, and `after` must return the same on all.
std::int64_t advance(simulation::Simulation& simulation, std::int64_t done, std::int64_t limit, std::span<const std::int64_t> marks,
                     const std::function<bool(const Stretch&)>& after, const backends::Ranks& ranks = backends::self());

}  // namespace plethos::scenarios
