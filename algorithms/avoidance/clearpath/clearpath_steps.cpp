#include "algorithms/avoidance/clearpath/clearpath.hpp"
#include "algorithms/avoidance/clearpath/clearpath_stages.hpp"
#include "algorithms/avoidance/clearpath/clearpath_steps-inl.hpp"
#include "backends/instantiate.hpp"

namespace plethos::avoidance {

template <int Capacity>
struct ClearpathStepsKernel {
  static constexpr int grain = scalar::pack_block;
  using launch_bounds = backends::Tuning::HeavyAgents;
  ClearpathStepsArguments arguments;

  KOKKOS_FUNCTION void operator()(int i) const {
    scalar::ClearpathSteps<ScalarLane, Capacity> work(arguments.last_step, arguments.compress_points);
    scalar::clearpath_agents<ScalarLane>(arguments, i, i + 1, nullptr, work);
  }
  static auto simd_entry(const backends::SimdTarget& target) { return clearpath_steps_on_vectors<Capacity>(target); }
};

template <class Execution>
void ClearpathBySteps<Execution>::choose(const Execution& execution, const AvoidanceScene<MemorySpace>& scene, const Vectors& velocities) {
  const bool sides = variant_ == ClearpathVariant::clearpath1;
  const ClearpathStepsArguments arguments{clearpath_arguments(scene, velocities, sides, horizons_, {}), last_step_, compress_points_};
  with_capacity(std::max(scene.neighbors.capacity, scene.near_walls.capacity), [&]<int Capacity>(std::integral_constant<int, Capacity>) {
    backends::for_each(execution, "plethos::avoidance::clearpath_steps", arguments.agents, ClearpathStepsKernel<Capacity>{arguments});
  });
}

PLETHOS_INSTANTIATE(ClearpathBySteps);

}  // namespace plethos::avoidance
