#pragma once

#include <optional>

#include "algorithms/neighbors/lists.hpp"
#include "algorithms/neighbors/walls.hpp"
#include "core/agents.hpp"
#include "core/parameters.hpp"
#include "core/work.hpp"

namespace plethos::avoidance {

/// What an avoidance method works on in one step.
template <class MemorySpace>
struct Scene {
  const Agents<MemorySpace>& agents;
  const neighbors::Lists<MemorySpace>& neighbors;  // of agents
  const neighbors::Walls<MemorySpace>& walls;
  const neighbors::Lists<MemorySpace>& near_walls;  // of segments
  const Parameters& parameters;
  const std::uint32_t* step;  // in the agents' memory: the number of the step, the key of its random numbers
};

/// Chooses every agent's velocity for the next step.
template <class Execution>
class Avoidance {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Vectors = typename Agents<MemorySpace>::Vectors;

  virtual ~Avoidance() = default;
  /// Writes a velocity in m/s for the agents [0, working): active ones avoid, passive ones keep theirs, arrived ones stand.
  virtual void choose(const Execution& execution, const Scene<MemorySpace>& scene, const Vectors& velocities) = 0;
  /// What choose() has to do on a scene, counted on the host on some 2,000 of its agents and taken as the mean of all; nothing for a method
  /// that nobody has counted. Cost: a copy of the scene, and some microseconds for each agent counted.
  virtual std::optional<Work> work(const Scene<MemorySpace>& scene) const = 0;
};

}  // namespace plethos::avoidance
