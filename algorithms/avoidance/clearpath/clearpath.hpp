#pragma once

#include <algorithm>
#include <vector>

#include "algorithms/avoidance/arguments_of.hpp"
#include "algorithms/avoidance/avoidance.hpp"
#include "algorithms/avoidance/clearpath/clearpath_arguments.hpp"
#include "algorithms/avoidance/clearpath/clearpath_method.hpp"

namespace plethos::avoidance {

/// ClearPath (Guy et al. 2009). Each agent takes the velocity closest to the preferred one that lies in none of the truncated cones of its
/// neighbors and walls. This is the exact optimum, found on the cones' edges. As published, speed and acceleration are a test of that
/// optimum: while it fails, the furthest neighbor is left out. With clearpath-guarded they are part of the search. If no velocity is free,
/// it leaves out as few of the furthest neighbors, and then of the walls, as possible. Its agents also take detours when others hold them
/// up (Perturbation).
///
/// Cost of an agent whose preferred velocity is not free: one test of all regions for each edge that could beat the best so far, at worst
/// regions squared. As published, this is repeated for each neighbor that is left out.
template <class Execution>
class Clearpath final : public Avoidance<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Vectors = typename Agents<MemorySpace>::Vectors;

  explicit Clearpath(ClearpathVariant variant, const ClearpathParameters& parameters = {}, const ClearpathOptions& options = {})
      : variant_(variant), parameters_(parameters), options_(options) {}
  void choose(const Execution& execution, const Scene<MemorySpace>& scene, const Vectors& velocities) override;
  bool sees_preferred() const override { return variant_ == ClearpathVariant::guarded && parameters_.perturbation > 0; }
  std::optional<Work> work(const Scene<MemorySpace>& scene) const override;
  /// Returns the steps of section 3.5 as published, each together with all before it.
  std::vector<PartialForm<Execution>> partial_forms() const override;

 private:
  ClearpathVariant variant_;
  ClearpathParameters parameters_;
  ClearpathOptions options_;
};

template <class MemorySpace>
ClearpathArguments clearpath_arguments(const Scene<MemorySpace>& scene, const typename Agents<MemorySpace>::Vectors& velocities,
                                       ClearpathVariant variant, const ClearpathParameters& parameters, const ClearpathOptions& options) {
  const bool guarded = variant == ClearpathVariant::guarded;
  const bool sides = variant != ClearpathVariant::clearpath2;
  // The longer horizon is halved until it is no longer than the step.
  std::int32_t halvings = 0;
  const float longest = std::max(parameters.time_horizon, parameters.time_horizon_obstacles);
  for (float horizon = longest; sides && horizon > scene.parameters.time_step; horizon *= 0.5f) ++halvings;
  ClearpathArguments arguments{
      arguments_of(scene, velocities), parameters.time_horizon, parameters.time_horizon_obstacles, sides, guarded, halvings, options};
  arguments.perturbation = parameters.perturbation;
  return arguments;
}

}  // namespace plethos::avoidance
