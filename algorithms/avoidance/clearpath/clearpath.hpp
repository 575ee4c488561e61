#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "algorithms/avoidance/arguments_of.hpp"
#include "algorithms/avoidance/avoidance.hpp"
#include "algorithms/avoidance/clearpath/clearpath_kernel-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_operations.hpp"
#include "algorithms/avoidance/clearpath/clearpath_simd.hpp"
#include "algorithms/avoidance/clearpath/clearpath_stages.hpp"
#include "algorithms/avoidance/host_scene.hpp"
#include "backends/execution.hpp"
#include "backends/teams.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::avoidance {

/// Which constraints ClearPath holds, and what it does where they leave no velocity.
enum class ClearpathVariant {
  clearpath1,  ///< As published (Guy et al. 2009, section 3.3): finite time, agreed sides, intervals halved until a velocity is free
  clearpath2,  ///< As published (section 3.4): finite time alone; who collides parts, and prefers to stand
  guarded,     ///< Ours: finite time, agreed sides as far as the horizon goes, and agents keep able to stop
};

/// ClearPath (Guy et al. 2009): each agent takes the velocity closest to the preferred one that lies in none of the truncated cones of its
/// neighbors and walls; the exact optimum, found on the cones' edges. As published, speed and acceleration are a test of that optimum:
/// while it fails, the furthest neighbor is left out. Guarded, they are part of the search, and where no velocity is free as few of the
/// furthest neighbors, and then walls, as possible are left out; agents that others hold up prefer detours (Parameters::perturbation). Cost
/// of an agent whose preferred velocity is not free: regions for each edge that could beat the best so far, at worst regions squared; as
/// published, as often as a neighbor is left out.
template <class Execution>
class Clearpath final : public Avoidance<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Vectors = typename Agents<MemorySpace>::Vectors;

  explicit Clearpath(ClearpathVariant variant, const ClearpathOptions& options = {}) : variant_(variant), options_(options) {}
  void choose(const Execution& execution, const Scene<MemorySpace>& scene, const Vectors& velocities) override;
  std::optional<Work> work(const Scene<MemorySpace>& scene) const override;
  /// The steps of section 3.5 as published, each of them with all before it.
  std::vector<PartialForm<Execution>> partial_forms() const override;

 private:
  ClearpathVariant variant_;
  ClearpathOptions options_;
};

/// One agent a lane.
template <int Capacity>
struct ClearpathKernel {
  static constexpr int grain = scalar::pack_block;
  using launch_bounds = Kokkos::LaunchBounds<128, 4>;
  ClearpathArguments arguments;

  KOKKOS_FUNCTION void operator()(int i) const { scalar::clearpath_agents<ScalarLane, Capacity>(arguments, i, i + 1, nullptr); }
  static ClearpathSimdEntry simd_entry(const backends::SimdTarget& target) { return clearpath_simd_entry(target, Capacity); }
};

template <class MemorySpace>
ClearpathArguments clearpath_arguments(const Scene<MemorySpace>& scene, const typename Agents<MemorySpace>::Vectors& velocities,
                                       ClearpathVariant variant, const ClearpathOptions& options) {
  const Parameters& parameters = scene.parameters;
  const bool guarded = variant == ClearpathVariant::guarded;
  const bool sides = variant != ClearpathVariant::clearpath2;
  // As often as a horizon is longer than the step.
  std::int32_t halvings = 0;
  const float longest = std::max(parameters.time_horizon, parameters.time_horizon_obstacles);
  for (float horizon = longest; sides && horizon > parameters.time_step; horizon *= 0.5f) ++halvings;
  return {arguments_of(scene, velocities), parameters.time_horizon, parameters.time_horizon_obstacles, sides, guarded, halvings, options};
}

template <int Capacity, class MemorySpace>
void run_clearpath(const backends::HostExecution& execution, const char* label, const ClearpathArguments& arguments,
                   const ClearpathLists<MemorySpace>&) {
  backends::for_each(execution, label, arguments.agents, ClearpathKernel<Capacity>{arguments});
}
template <int Capacity, class Space, class MemorySpace>
void run_clearpath(const backends::DeviceExecution<Space>& execution, const char* label, const ClearpathArguments& arguments,
                   const ClearpathLists<MemorySpace>& lists) {
  const std::int32_t from = arguments.options.gpu_packs_from;
  const bool full = arguments.agents >= (from < 0 ? backends::concurrency(execution).threads : from);
  const bool stages = arguments.options.pack && (full || scalar::clearpath_works_together(arguments));
  if (stages) return run_clearpath_stages<Capacity>(execution, label, arguments, lists, full);
  backends::for_each(execution, label, arguments.agents, ClearpathKernel<Capacity>{arguments});
}

template <class Execution>
void Clearpath<Execution>::choose(const Execution& execution, const Scene<MemorySpace>& scene, const Vectors& velocities) {
  const ClearpathArguments arguments = clearpath_arguments(scene, velocities, variant_, options_);
  const char* label = variant_ == ClearpathVariant::guarded      ? "plethos::avoidance::clearpath-guarded"
                      : variant_ == ClearpathVariant::clearpath1 ? "plethos::avoidance::clearpath1"
                                                                 : "plethos::avoidance::clearpath2";
  neighbors::with_capacity(
      std::max(scene.neighbors.capacity, scene.near_walls.capacity), [&]<int Capacity>(std::integral_constant<int, Capacity>) {
        run_clearpath<Capacity>(execution, label, arguments, ClearpathLists<MemorySpace>{scene.room[0], scene.room[1], scene.room[2]});
      });
}

template <class Execution>
std::vector<PartialForm<Execution>> Clearpath<Execution>::partial_forms() const {
  std::vector<PartialForm<Execution>> forms;
  ClearpathOptions options = options_;
  options.published = true;
  options.prune = false;
  for (const char* part : {"normals", "intersections", "inside", "sort", "subsegments", "removal"}) {
    options.last_step = static_cast<std::int32_t>(forms.size()) + 1;
    forms.push_back({part, std::make_unique<Clearpath>(variant_, options)});
  }
  return forms;
}

template <class Execution>
std::optional<Work> Clearpath<Execution>::work(const Scene<MemorySpace>& scene) const {
  return counted_work(scene, [&](const auto& host, const auto& velocities, int every) {
    return count_clearpath_operations(clearpath_arguments(host, velocities, variant_, options_), every);
  });
}

}  // namespace plethos::avoidance
