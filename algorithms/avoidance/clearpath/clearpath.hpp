#pragma once

#include <vector>

#include "algorithms/avoidance/avoidance.hpp"
#include "algorithms/avoidance/clearpath/clearpath_arguments.hpp"
#include "algorithms/avoidance/clearpath/clearpath_method.hpp"

namespace plethos::avoidance {

/// ClearPath as published (Guy et al. 2009). Each agent takes the velocity closest to the preferred one that lies in none of the truncated
/// cones of its neighbors and walls. This is the exact optimum, found on the cones' edges. Speed and acceleration are a test of that
/// optimum: while it fails, the furthest neighbor is left out.
///
/// Cost of an agent whose preferred velocity is not free: one test of all regions for each edge that could beat the best so far, at worst
/// regions squared, and this again for each neighbor that is left out.
template <class Execution>
class Clearpath final : public Avoidance<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Vectors = typename Agents<MemorySpace>::Vectors;

  explicit Clearpath(ClearpathVariant variant, const Horizons& horizons = {}, const ClearpathOptions& options = {})
      : variant_(variant), horizons_(horizons), options_(options) {}
  void choose(const Execution& execution, const AvoidanceScene<MemorySpace>& scene, const Vectors& velocities) override;
  bool sees_preferred() const override { return false; }
  std::optional<Work> work(const AvoidanceScene<MemorySpace>& scene) const override;
  /// Returns the steps of section 3.5, each together with all before it.
  std::vector<PartialForm<Execution>> partial_forms() const override;

 private:
  ClearpathVariant variant_;
  Horizons horizons_;
  ClearpathOptions options_;
};

/// The same method by the steps of section 3.5: with the same velocities, and slower. It classifies all intersections, sorts them, and
/// classifies the subsegments between them, where Clearpath walks from region to region, and looks at all edges. See ClearpathSteps.
template <class Execution>
class ClearpathBySteps final : public Avoidance<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Vectors = typename Agents<MemorySpace>::Vectors;

  ClearpathBySteps(ClearpathVariant variant, const Horizons& horizons, std::int32_t last_step, bool compress_points = false)
      : variant_(variant), horizons_(horizons), last_step_(last_step), compress_points_(compress_points) {}
  void choose(const Execution& execution, const AvoidanceScene<MemorySpace>& scene, const Vectors& velocities) override;
  bool sees_preferred() const override { return false; }
  /// Returns the work of Clearpath.
  std::optional<Work> work(const AvoidanceScene<MemorySpace>& scene) const override {
    return Clearpath<Execution>(variant_, horizons_).work(scene);
  }

 private:
  ClearpathVariant variant_;
  Horizons horizons_;
  std::int32_t last_step_;
  bool compress_points_;
};

}  // namespace plethos::avoidance
