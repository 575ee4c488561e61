#include "algorithms/avoidance/clearpath_guarded/clearpath_guarded.hpp"

#include "algorithms/avoidance/clearpath/clearpath_stages.hpp"
#include "algorithms/avoidance/clearpath_guarded/clearpath_guarded_arguments.hpp"
#include "algorithms/avoidance/clearpath_guarded/clearpath_guarded_kernel-inl.hpp"
#include "algorithms/avoidance/host_scene.hpp"
#include "backends/instantiate.hpp"

namespace plethos::avoidance {

template <int Capacity>
struct ClearpathGuardedKernel : ClearpathKernel<scalar::ClearpathGuardedRules, Capacity> {
  static auto simd_entry(const backends::SimdTarget& target) { return clearpath_guarded_on_vectors<Capacity>(target); }
};

template <class MemorySpace>
ClearpathArguments guarded_arguments(const AvoidanceScene<MemorySpace>& scene, const typename Agents<MemorySpace>::Vectors& velocities,
                                     const ClearpathGuardedParameters& parameters, const ClearpathOptions& options) {
  ClearpathArguments arguments = clearpath_arguments(scene, velocities, true, parameters, options);
  arguments.perturbation = parameters.perturbation;
  return arguments;
}

template <class Execution>
void ClearpathGuarded<Execution>::choose(const Execution& execution, const AvoidanceScene<MemorySpace>& scene, const Vectors& velocities) {
  choose_by_clearpath<ClearpathGuardedKernel>(execution, "plethos::avoidance::clearpath-guarded", scene,
                                              guarded_arguments(scene, velocities, parameters_, options_));
}

template <class Execution>
std::optional<Work> ClearpathGuarded<Execution>::work(const AvoidanceScene<MemorySpace>& scene) const {
  return counted_work(scene, [&](const auto& host, const auto& velocities, int every) {
    return count_clearpath_guarded_operations(guarded_arguments(host, velocities, parameters_, options_), every);
  });
}

PLETHOS_INSTANTIATE(ClearpathGuarded);

template <class Execution>
std::unique_ptr<Avoidance<Execution>> ClearpathGuardedMethod::make(const ParameterValues& values) {
  return std::make_unique<ClearpathGuarded<Execution>>(clearpath_guarded_table().read(values));
}

PLETHOS_INSTANTIATE_MAKE(Avoidance, ClearpathGuardedMethod, const ParameterValues&);

}  // namespace plethos::avoidance
