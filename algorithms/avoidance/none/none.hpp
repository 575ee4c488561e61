#pragma once

#include "algorithms/avoidance/avoidance.hpp"
#include "algorithms/avoidance/none/none_method.hpp"

namespace plethos::avoidance {

/// No avoidance: each agent takes its preferred velocity, as far as its maximum speed lets it. What moves agents is then the stage
/// before, such as steering. Cost: linear in the agents.
template <class Execution>
class None final : public Avoidance<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Vectors = typename Agents<MemorySpace>::Vectors;

  void choose(const Execution& execution, const Scene<MemorySpace>& scene, const Vectors& velocities) override;
  std::optional<Work> work(const Scene<MemorySpace>&) const override { return {}; }
};

}  // namespace plethos::avoidance
