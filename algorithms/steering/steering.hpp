#pragma once

#include <cstdint>

#include "algorithms/neighbors/lists.hpp"
#include "algorithms/planning/goals.hpp"
#include "algorithms/planning/headings.hpp"
#include "core/agents.hpp"
#include "core/parameters.hpp"

namespace plethos::steering {

/// The input and output of a steering method in one step.
template <class MemorySpace>
struct SteeringScene {
  const Agents<MemorySpace>& agents;
  const neighbors::Lists<MemorySpace>& neighbors;
  const planning::Headings<MemorySpace>& headings;
  const planning::Goals<MemorySpace>& goals;
  const Parameters& parameters;
  std::int32_t first_word;  // the first of the method's own words in Agents::memory
};

/// Turns headings into the velocities that agents prefer.
template <class Execution>
class Steering {
 public:
  using MemorySpace = typename Execution::memory_space;

  virtual ~Steering() = default;
  /// Replaces Agents::preferred_velocity of the active agents among [0, working). Before, it is the velocity of the agent's heading. Other
  /// agents keep theirs.
  virtual void steer(const Execution& execution, const SteeringScene<MemorySpace>& scene) = 0;
};

}  // namespace plethos::steering
