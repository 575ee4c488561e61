#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "algorithms/simulation/simulation.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// How often the host asks whether all agents have arrived. Fixed, so that a run's end does not depend on how fast it is.
constexpr std::int64_t steps_between_looks = 16;

/// Steps that were timed together: nothing but them lies within `seconds`.
struct Stretch {
  std::int64_t steps;
  std::int64_t end;  ///< steps done after it
  double seconds;
};

/// How many agents have a goal to arrive at: all but the passive ones.
std::int64_t count_travelers(const Scenario& scenario);

/// How many of them never arrive, because their goals lead back to each other.
std::int64_t count_endless(const Scenario& scenario);

/// Advances a simulation that has done `done` steps until `limit`, in stretches that end at the multiples of each of `marks` (all >= 1).
/// Calls after(stretch) after each and ends early if it returns false, or on an interrupt. Returns the steps done in all.
std::int64_t advance(simulation::Simulation& simulation, std::int64_t done, std::int64_t limit, std::span<const std::int64_t> marks,
                     const std::function<bool(const Stretch&)>& after);

}  // namespace plethos::scenarios
