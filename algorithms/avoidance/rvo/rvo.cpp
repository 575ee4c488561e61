#include "algorithms/avoidance/rvo/rvo.hpp"

#include <algorithm>

#include "algorithms/avoidance/host_scene.hpp"
#include "algorithms/avoidance/rvo/rvo_kernel-inl.hpp"
#include "algorithms/avoidance/rvo/rvo_nested_kernel-inl.hpp"
#include "backends/instantiate.hpp"
#include "backends/teams.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::avoidance {

template <int Capacity, class Variant>
struct RvoKernel {
  static constexpr int grain = scalar::rvo_block;
  using launch_bounds = backends::Tuning::HeavyAgents;
  RvoArguments arguments;

  KOKKOS_FUNCTION void operator()(int i) const {
    scalar::rvo_agents<ScalarLane, Capacity>(arguments, Variant{arguments.time_step}, i, i + 1, nullptr);
  }
  static auto simd_entry(const backends::SimdTarget& target) { return rvo_on_vectors<Capacity, Variant>(target); }
};

/// A team for each agent: on a device its threads, on a CPU the elements of a vector.
template <class Variant>
struct RvoNestedKernel {
  // With fewer agents in a block, threads that fetch blocks wait for each other.
  static constexpr int grain = 8;
  using launch_bounds = backends::Tuning::Samples<largest_team>;
  RvoArguments arguments;
  int neighbor_capacity;
  int wall_capacity;

  std::size_t scratch_bytes() const {
    return alignof(RvoSharedNeighbors<1>) + static_cast<std::size_t>(neighbor_capacity) * sizeof(RvoSharedNeighbors<1>) +
           static_cast<std::size_t>(wall_capacity) * sizeof(RvoSharedWalls<1>);
  }
  void operator()(int i) const { scalar::rvo_agent_by_lane<ScalarLane>(arguments, Variant{arguments.time_step}, i); }
  static auto simd_entry(const backends::SimdTarget& target) { return rvo_nested_on_vectors<Variant>(target); }

  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    const backends::Block<Member> team(member);
    auto* neighbors = team.template scratch<RvoSharedNeighbors<1>>(neighbor_capacity);
    auto* walls = team.template scratch<RvoSharedWalls<1>>(wall_capacity);
    scalar::rvo_agent_by_team<ScalarLane>(arguments, Variant{arguments.time_step}, team, member.league_rank(), neighbors, walls);
  }
};

template <class Execution>
void Rvo<Execution>::choose(const Execution& execution, const AvoidanceScene<MemorySpace>& scene, const Vectors& velocities) {
  const RvoArguments arguments = rvo_arguments(scene, velocities, parameters_, variant_);
  const char* label = "plethos::avoidance::rvo";
  const int agents = scene.agents.working;
  const backends::Concurrency concurrency = backends::concurrency(execution);
  const Parallel parallel = parameters_.parallel;
  if (parallel == Parallel::nested || (parallel == Parallel::automatic && nested_pays(agents, arguments.samples, concurrency))) {
    const int members = team_members(agents, arguments.samples, concurrency);
    return arguments.with_variant([&]<class Variant>(Variant) {
      const RvoNestedKernel<Variant> kernel{arguments, scene.neighbors.capacity, scene.near_walls.capacity};
      backends::for_each_team(execution, label, agents, members, kernel.scratch_bytes(), kernel);
    });
  }
  with_capacity(std::max(scene.neighbors.capacity, scene.near_walls.capacity), [&]<int Capacity>(std::integral_constant<int, Capacity>) {
    arguments.with_variant(
        [&]<class Variant>(Variant) { backends::for_each(execution, label, agents, RvoKernel<Capacity, Variant>{arguments}); });
  });
}

template <class Execution>
std::optional<Work> Rvo<Execution>::work(const AvoidanceScene<MemorySpace>& scene) const {
  return counted_work(scene, [this](const auto& host, const auto& velocities, int every) {
    return count_rvo_operations(rvo_arguments(host, velocities, parameters_, variant_), every);
  });
}

PLETHOS_INSTANTIATE(Rvo);

template <RvoVariant variant>
template <class Execution>
std::unique_ptr<Avoidance<Execution>> RvoMethod<variant>::make(const ParameterValues& values) {
  return std::make_unique<Rvo<Execution>>(rvo_table().read(values), variant);
}

PLETHOS_INSTANTIATE_MAKE(Avoidance, RvoMethod<RvoVariant::published>, const ParameterValues&);
PLETHOS_INSTANTIATE_MAKE(Avoidance, RvoMethod<RvoVariant::steady>, const ParameterValues&);

}  // namespace plethos::avoidance
