#pragma once

#include "algorithms/avoidance/avoidance.hpp"
#include "algorithms/avoidance/orca/orca_method.hpp"

namespace plethos::avoidance {

/// Optimal reciprocal collision avoidance (van den Berg, Guy, Lin and Manocha 2011). Every neighbor and every wall leaves a half-plane of
/// velocities that is free of collisions for a time horizon. Each agent takes the velocity nearest to its preferred one that lies in all of
/// them and within its maximum speed. If there is none, it takes the one that violates its neighbors' half-planes least. Each lane element
/// computes one agent. Cost: agents times (neighbors + walls), up to the cube of that where it is crowded.
template <class Execution>
class Orca final : public Avoidance<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Vectors = typename Agents<MemorySpace>::Vectors;

  explicit Orca(const OrcaParameters& parameters = {}) : parameters_(parameters) {}
  void choose(const Execution& execution, const AvoidanceScene<MemorySpace>& scene, const Vectors& velocities) override;
  bool sees_preferred() const override { return parameters_.perturbation > 0; }
  std::optional<Work> work(const AvoidanceScene<MemorySpace>& scene) const override;

 private:
  OrcaParameters parameters_;
};

}  // namespace plethos::avoidance
