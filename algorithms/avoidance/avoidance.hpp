#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "algorithms/neighbors/lists.hpp"
#include "algorithms/obstacles/walls.hpp"
#include "core/agents.hpp"
#include "core/parameters.hpp"
#include "core/work.hpp"

namespace plethos::avoidance {

/// The input of an avoidance method in one step.
template <class MemorySpace>
struct AvoidanceScene {
  const Agents<MemorySpace>& agents;
  const neighbors::Lists<MemorySpace>& neighbors;  // of agents
  const obstacles::Walls<MemorySpace>& walls;
  const neighbors::Lists<MemorySpace>& near_walls;  // of segments
  const Parameters& parameters;
  const std::uint32_t* step;  // in the agents' memory: the step's number, part of the key of its random numbers
  /// Scratch columns over the agents, which a method may write freely. They are empty in a scene that is only counted.
  Kokkos::Array<typename Agents<MemorySpace>::Integers, 3> scratch{};
  /// Of an ensemble: the low and the high word of each world's seed. Empty: there is one world.
  WorldSeeds<MemorySpace> seeds{};
};

template <class Execution>
class Avoidance;

/// A method cut off after one of its parts, for measurements. The part takes the time by which this form is slower than the one before it.
template <class Execution>
struct PartialForm {
  const char* part;  ///< one word, part of the names of the fields of studies
  std::unique_ptr<Avoidance<Execution>> method;
};

/// Chooses every agent's velocity for the next step.
template <class Execution>
class Avoidance {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Vectors = typename Agents<MemorySpace>::Vectors;

  virtual ~Avoidance() = default;
  /// Writes a velocity in m/s for each agent in [0, working). Active agents avoid others, passive ones keep their velocity, arrived ones
  /// stand.
  virtual void choose(const Execution& execution, const AvoidanceScene<MemorySpace>& scene, const Vectors& velocities) = 0;
  /// Returns whether choose() reads NeighborColumnsInStep, the velocities that neighbors prefer. Ranks that share a run then send them.
  virtual bool sees_preferred() const { return true; }
  /// Returns whether agents keep off walls that they see. A step then looks for walls in their way only if it is long.
  virtual bool avoids_walls() const { return true; }
  /// Returns the work of choose() on a scene: the mean over some 2,000 agents, counted on the host, times the number of agents. Returns
  /// nothing for a method without a counting form. Cost: one copy of the scene, and some microseconds for each counted agent.
  virtual std::optional<Work> work(const AvoidanceScene<MemorySpace>& scene) const = 0;
  /// Returns the method as its paper describes it, once for each of its parts, cut off after that part. The last form is whole, and only
  /// its velocities are useful. Returns nothing for a method that is not timed in parts.
  virtual std::vector<PartialForm<Execution>> partial_forms() const { return {}; }
};

}  // namespace plethos::avoidance
