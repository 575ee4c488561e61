#pragma once

#include "algorithms/avoidance/avoidance.hpp"
#include "algorithms/avoidance/none/none_method.hpp"

namespace plethos::avoidance {

/// The method without avoidance: each agent takes its preferred velocity, limited to its maximum speed. An earlier stage, such as steering,
/// then moves the agents. Cost: linear in the agents.
template <class Execution>
class None final : public Avoidance<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Vectors = typename Agents<MemorySpace>::Vectors;

  void choose(const Execution& execution, const AvoidanceScene<MemorySpace>& scene, const Vectors& velocities) override;
  bool sees_preferred() const override { return false; }
  bool avoids_walls() const override { return false; }
  std::optional<Work> work(const AvoidanceScene<MemorySpace>&) const override { return {}; }
};

}  // namespace plethos::avoidance
