#include "algorithms/avoidance/orca/orca.hpp"

#include <algorithm>

#include "algorithms/avoidance/arguments_of.hpp"
#include "algorithms/avoidance/host_scene.hpp"
#include "algorithms/avoidance/orca/orca_by_warps.hpp"
#include "algorithms/avoidance/orca/orca_kernel-inl.hpp"
#include "backends/execution.hpp"
#include "backends/instantiate.hpp"
#include "backends/teams.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::avoidance {

template <int Capacity>
struct OrcaKernel {
  static constexpr int grain = scalar::pack_block;
  using launch_bounds = backends::Tuning::HeavyAgents;
  OrcaArguments arguments;

  KOKKOS_FUNCTION void operator()(int i) const { scalar::orca_agents<ScalarLane, 2 * Capacity>(arguments, i, i + 1, nullptr); }
  static auto simd_entry(const backends::SimdTarget& target) { return orca_on_vectors<Capacity>(target); }
};

template <class MemorySpace>
OrcaArguments orca_arguments(const AvoidanceScene<MemorySpace>& scene, const typename Agents<MemorySpace>::Vectors& velocities,
                             const OrcaParameters& parameters) {
  OrcaArguments arguments{arguments_of(scene, velocities), parameters.time_horizon, parameters.time_horizon_obstacles};
  arguments.perturbation = parameters.perturbation;
  return arguments;
}

template <class Execution>
void Orca<Execution>::choose(const Execution& execution, const AvoidanceScene<MemorySpace>& scene, const Vectors& velocities) {
  constexpr const char* label = "plethos::avoidance::orca";
  const OrcaArguments arguments = orca_arguments(scene, velocities, parameters_);
  if constexpr (!std::is_same_v<Execution, backends::HostExecution>) {
    if (scene.neighbors.capacity + scene.near_walls.capacity <= backends::warp_size &&
        backends::concurrency(execution).has_warps_for(scene.agents.working)) {
      backends::for_each_team(execution, label, scene.agents.working, backends::warp_size, 0, OrcaByWarps{arguments});
      return;
    }
  }
  with_capacity(std::max(scene.neighbors.capacity, scene.near_walls.capacity), [&]<int Capacity>(std::integral_constant<int, Capacity>) {
    backends::for_each(execution, label, scene.agents.working, OrcaKernel<Capacity>{arguments});
  });
}

template <class Execution>
std::optional<Work> Orca<Execution>::work(const AvoidanceScene<MemorySpace>& scene) const {
  return counted_work(scene, [this](const auto& host, const auto& velocities, int every) {
    return count_orca_operations(orca_arguments(host, velocities, parameters_), every);
  });
}

PLETHOS_INSTANTIATE(Orca);

template <class Execution>
std::unique_ptr<Avoidance<Execution>> OrcaMethod::make(const ParameterValues& values) {
  return std::make_unique<Orca<Execution>>(orca_table().read(values));
}

PLETHOS_INSTANTIATE_MAKE(Avoidance, OrcaMethod, const ParameterValues&);

}  // namespace plethos::avoidance
