#include "algorithms/avoidance/clearpath/clearpath.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "algorithms/avoidance/clearpath/clearpath_kernel-inl.hpp"
#include "algorithms/avoidance/clearpath/clearpath_operations.hpp"
#include "algorithms/avoidance/clearpath/clearpath_stages.hpp"
#include "algorithms/avoidance/host_scene.hpp"
#include "backends/execution.hpp"
#include "backends/instantiate.hpp"
#include "backends/teams.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::avoidance {

/// Each lane element computes one agent.
template <int Capacity>
struct ClearpathKernel {
  static constexpr int grain = scalar::pack_block;
  using launch_bounds = backends::Tuning::HeavyAgents;
  ClearpathArguments arguments;

  KOKKOS_FUNCTION void operator()(int i) const { scalar::clearpath_agents<ScalarLane, Capacity>(arguments, i, i + 1, nullptr); }
  static auto simd_entry(const backends::SimdTarget& target) { return clearpath_on_vectors<Capacity>(target); }
};

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
  const ClearpathArguments arguments = clearpath_arguments(scene, velocities, variant_, parameters_, options_);
  const char* label = variant_ == ClearpathVariant::guarded      ? "plethos::avoidance::clearpath-guarded"
                      : variant_ == ClearpathVariant::clearpath1 ? "plethos::avoidance::clearpath1"
                                                                 : "plethos::avoidance::clearpath2";
  with_capacity(std::max(scene.neighbors.capacity, scene.near_walls.capacity), [&]<int Capacity>(std::integral_constant<int, Capacity>) {
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
    forms.push_back({part, std::make_unique<Clearpath>(variant_, parameters_, options)});
  }
  return forms;
}

template <class Execution>
std::optional<Work> Clearpath<Execution>::work(const Scene<MemorySpace>& scene) const {
  return counted_work(scene, [&](const auto& host, const auto& velocities, int every) {
    return count_clearpath_operations(clearpath_arguments(host, velocities, variant_, parameters_, options_), every);
  });
}

PLETHOS_INSTANTIATE(Clearpath);

template <ClearpathVariant variant>
template <class Execution>
std::unique_ptr<Avoidance<Execution>> ClearpathMethod<variant>::make(const ParameterValues& values) {
  return std::make_unique<Clearpath<Execution>>(variant, clearpath_table(variant).read(values));
}

PLETHOS_INSTANTIATE_MAKE(Avoidance, ClearpathMethod<ClearpathVariant::clearpath1>, const ParameterValues&);
PLETHOS_INSTANTIATE_MAKE(Avoidance, ClearpathMethod<ClearpathVariant::clearpath2>, const ParameterValues&);
PLETHOS_INSTANTIATE_MAKE(Avoidance, ClearpathMethod<ClearpathVariant::guarded>, const ParameterValues&);

}  // namespace plethos::avoidance
