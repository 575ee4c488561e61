#pragma once

#include "algorithms/avoidance/avoidance.hpp"
#include "algorithms/avoidance/clearpath/clearpath_arguments.hpp"
#include "algorithms/avoidance/clearpath_guarded/clearpath_guarded_method.hpp"

namespace plethos::avoidance {

/// Ours, on the geometry of ClearPath. Limits of speed and acceleration are part of the search, and guards keep agents able to stop. If no
/// velocity is free, it leaves out as few of the furthest neighbors, and then of the walls, as possible. Its agents also take detours when
/// others hold them up (Perturbation). Cost: as Clearpath.
template <class Execution>
class ClearpathGuarded final : public Avoidance<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Vectors = typename Agents<MemorySpace>::Vectors;

  explicit ClearpathGuarded(const ClearpathGuardedParameters& parameters = {}, const ClearpathOptions& options = {})
      : parameters_(parameters), options_(options) {}
  void choose(const Execution& execution, const AvoidanceScene<MemorySpace>& scene, const Vectors& velocities) override;
  bool sees_preferred() const override { return parameters_.perturbation > 0; }
  std::optional<Work> work(const AvoidanceScene<MemorySpace>& scene) const override;

 private:
  ClearpathGuardedParameters parameters_;
  ClearpathOptions options_;
};

}  // namespace plethos::avoidance
