#include "algorithms/avoidance/clearpath/clearpath.hpp"

#include <memory>
#include <vector>

#include "algorithms/avoidance/clearpath/clearpath_kernel-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_stages.hpp"
#include "algorithms/avoidance/host_scene.hpp"
#include "backends/instantiate.hpp"

namespace plethos::avoidance {

template <int Capacity>
struct PublishedClearpathKernel : ClearpathKernel<scalar::ClearpathPublished, Capacity> {
  static auto simd_entry(const backends::SimdTarget& target) { return clearpath_on_vectors<Capacity>(target); }
};

template <class Execution>
void Clearpath<Execution>::choose(const Execution& execution, const AvoidanceScene<MemorySpace>& scene, const Vectors& velocities) {
  const bool sides = variant_ == ClearpathVariant::clearpath1;
  choose_by_clearpath<PublishedClearpathKernel>(execution, sides ? "plethos::avoidance::clearpath1" : "plethos::avoidance::clearpath2",
                                                scene, clearpath_arguments(scene, velocities, sides, horizons_, options_));
}

template <class Execution>
std::vector<PartialForm<Execution>> Clearpath<Execution>::partial_forms() const {
  std::vector<PartialForm<Execution>> forms;
  for (const char* part : {"normals", "intersections", "inside", "sort", "subsegments", "removal"}) {
    const auto step = static_cast<std::int32_t>(forms.size()) + 1;
    forms.push_back({part, std::make_unique<ClearpathBySteps<Execution>>(variant_, horizons_, step)});
  }
  return forms;
}

template <class Execution>
std::optional<Work> Clearpath<Execution>::work(const AvoidanceScene<MemorySpace>& scene) const {
  return counted_work(scene, [&](const auto& host, const auto& velocities, int every) {
    return count_clearpath_operations(clearpath_arguments(host, velocities, variant_ == ClearpathVariant::clearpath1, horizons_, options_),
                                      every);
  });
}

PLETHOS_INSTANTIATE(Clearpath);

template <ClearpathVariant variant>
template <class Execution>
std::unique_ptr<Avoidance<Execution>> ClearpathMethod<variant>::make(const ParameterValues& values) {
  return std::make_unique<Clearpath<Execution>>(variant, horizon_table().read(values));
}

PLETHOS_INSTANTIATE_MAKE(Avoidance, ClearpathMethod<ClearpathVariant::clearpath1>, const ParameterValues&);
PLETHOS_INSTANTIATE_MAKE(Avoidance, ClearpathMethod<ClearpathVariant::clearpath2>, const ParameterValues&);

}  // namespace plethos::avoidance
