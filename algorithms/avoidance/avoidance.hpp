#pragma once

#include <memory>
#include <optional>
#include <vector>

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
  /// Columns over the agents that a method may write what it likes to. Not there for what is only counted.
  Kokkos::Array<typename Agents<MemorySpace>::Integers, 3> room{};
};

template <class Execution>
class Avoidance;

/// A method up to the end of one of its parts, for measurements: what it takes longer than the form before is the part's time.
template <class Execution>
struct PartialForm {
  const char* part;  ///< one word: fields of studies are called so
  std::unique_ptr<Avoidance<Execution>> method;
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
  /// The method as its paper describes it, cut off after one part after the other; the last form is whole. Only the last one's velocities
  /// are of use. Nothing for a method that is not timed in parts.
  virtual std::vector<PartialForm<Execution>> partial_forms() const { return {}; }
};

}  // namespace plethos::avoidance
