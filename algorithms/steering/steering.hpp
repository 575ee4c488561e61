#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/neighbors/lists.hpp"
#include "algorithms/planning/exits.hpp"
#include "algorithms/planning/roadmap/obstacles.hpp"
#include "core/agents.hpp"
#include "core/parameters.hpp"

namespace plethos::steering {

/// What a steering method works on in one step.
template <class MemorySpace>
struct Scene {
  const Agents<MemorySpace>& agents;
  const neighbors::Lists<MemorySpace>& neighbors;
  const typename Agents<MemorySpace>::Vectors& goals;
  const typename Agents<MemorySpace>::Integers& next_goals;
  const planning::Exits<MemorySpace>& exits;
  const planning::Points<MemorySpace>& nodes;  // of the roadmap, which Agents::waypoint names
  const Parameters& parameters;
};

/// Turns where agents head into the velocity that they prefer.
template <class Execution>
class Steering {
 public:
  using MemorySpace = typename Execution::memory_space;

  virtual ~Steering() = default;
  /// Replaces Agents::preferred_velocity, which points to an active agent's goal or roadmap node, for the agents [0, working). Others than
  /// active ones keep theirs.
  virtual void steer(const Execution& execution, const Scene<MemorySpace>& scene) = 0;
  virtual std::uint64_t bytes() const = 0;
  /// Appends what it knows of the agents from earlier steps, by id; take_memory() makes another instance, made for as many agents on any
  /// backend, go on with it, and moves `at` behind it. Errors: InputError if there are too few bytes.
  virtual void append_memory(std::vector<std::byte>& bytes) const = 0;
  virtual void take_memory(const std::vector<std::byte>& bytes, std::size_t& at) = 0;
};

}  // namespace plethos::steering
