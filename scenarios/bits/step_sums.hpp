#pragma once

#include <array>
#include <cstdint>

#include "algorithms/simulation/frame.hpp"
#include "algorithms/simulation/step_record.hpp"

namespace plethos::scenarios {

/// A stage of a step whose results are summed.
struct SummedStage {
  const char* name;   ///< simulation::Stage::name
  const char* makes;  ///< what is summed, for people
};

/// In the order in which a step makes them. What `plan` makes is seen in what `steer` makes of it.
inline constexpr std::array<SummedStage, 4> summed_stages{
    {{"perceive", "lists of neighbors"}, {"steer", "preferred velocities"}, {"avoid", "velocities"}, {"move", "positions"}}};

/// A 64-bit hash (XXH3) of what each of the summed stages has made in a step, over the agents in order of their ids.
using StepSums = std::array<std::uint64_t, summed_stages.size()>;

/// Returns the sums of a step, `after` which the agents are where the frame says. Cost: one pass over the agents and their lists.
StepSums step_sums(const simulation::StepRecord& step, const simulation::Frame& after);

}  // namespace plethos::scenarios
