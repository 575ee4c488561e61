#include "algorithms/simulation/perceive.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>

#include "algorithms/neighbors/near_walls/held_walls.hpp"
#include "algorithms/neighbors/near_walls/near_walls.hpp"
#include "algorithms/simulation/separation-inl.hpp"
#include "algorithms/simulation/separation_arguments.hpp"
#include "backends/execution.hpp"
#include "backends/instantiate.hpp"
#include "backends/on_lanes.hpp"
#include "backends/relaxed_load.hpp"
#include "core/lane/scalar_lane.hpp"
#include "core/second_column.hpp"

namespace plethos::simulation {

/// Keeps the smallest separation of two discs. Counts the overlapping pairs with at least one agent that has moved in the step before. If
/// it `opens` the step, its number goes up by one: a kernel of its own would cost a launch, and this one runs in every step. Of an ensemble
/// it does so `by_world`.
template <class MemorySpace, bool by_world = false>
struct MeasureSeparation {
  SeparationArguments columns;
  Counters<MemorySpace> counters;
  bool opens;

  KOKKOS_FUNCTION void operator()(int i) const {
    const auto found = scalar::separation_of<ScalarLane>(columns, i, ScalarMask{true});
    take(i, found.least, static_cast<std::uint64_t>(found.overlaps));
  }
  /// Takes what was found for the agents from `first` on, which are of one world.
  KOKKOS_INLINE_FUNCTION void take(int first, float least, std::uint64_t overlaps) const {
    if (opens && first == 0) ++counters.step();
    const std::int32_t world = by_world ? columns.id[first] >> columns.world_shift : 0;
    float& minimum = counters.minimum_separation(world);
    if (least < backends::relaxed_load(minimum)) Kokkos::atomic_min(&minimum, least);
    if (overlaps == 0) return;
    if constexpr (by_world) {
      Kokkos::atomic_add(&counters.overlaps_of_worlds(world), overlaps);
    } else {
      counters.overlaps.add(first, overlaps);
    }
  }
};

/// The same with what vectors need. The arguments lead back to the kernel.
template <class Kernel>
struct SeparationOnVectors {
  const Kernel& kernel;
  SeparationOnVectorsArguments arguments;

  void operator()(int i) const { kernel(i); }
};

template <bool by_world, class Execution, class MemorySpace = typename Execution::memory_space>
void measure_separation(const Execution& execution, const Crowd<MemorySpace>& crowd, bool opens) {
  constexpr const char* label = "plethos::simulation::measure_separation";
  const NeighborColumns<MemorySpace>& agents = crowd.agents;
  using Kernel = MeasureSeparation<MemorySpace, by_world>;
  const Kernel kernel{
      {crowd.neighbors.columns(), agents.position.data(), second_column(agents.position), agents.radius.data(), agents.state.data(),
       reinterpret_cast<const std::int32_t*>(agents.id.data()), crowd.largest_radius, crowd.agents.world_shift},
      crowd.counters,
      opens};
  if constexpr (std::is_same_v<Execution, backends::HostExecution>) {
    const auto take = [](const void* measure, int first, float least, std::uint64_t overlaps) {
      static_cast<const Kernel*>(measure)->take(first, least, overlaps);
    };
    const auto measure_each = [](const void* measure, int first, int end) {
      for (int i = first; i < end; ++i) (*static_cast<const Kernel*>(measure))(i);
    };
    const SeparationOnVectors<Kernel> on_vectors{kernel, {kernel.columns, take, by_world ? +measure_each : nullptr, &kernel}};
    if (backends::run_on_lanes<&separation_on_vectors>(execution, label, crowd.agents.working, on_vectors)) return;
  }
  backends::for_each(execution, label, crowd.agents.working, kernel);
}

template <class Execution>
void Perceive<Execution>::run(const Execution& execution, Crowd<MemorySpace>& crowd) {
  sort(execution, crowd);
  find(execution, crowd);
}

template <class Execution>
void Perceive<Execution>::sort(const Execution& execution, Crowd<MemorySpace>& crowd) {
  Kokkos::Profiling::ScopedRegion part("plethos::simulation::perceive::build");
  if (crowd.verlet.searches()) search_->build(execution, crowd.agents, crowd.workspace.sorted());
}

template <class Execution>
void Perceive<Execution>::find(const Execution& execution, Crowd<MemorySpace>& crowd) {
  {
    Kokkos::Profiling::ScopedRegion part("plethos::simulation::perceive::query");
    const neighbors::VerletLists<MemorySpace>& verlet = crowd.verlet;
    if (verlet.searches()) search_->find_ghosts(execution, crowd.agents);
    if (verlet.hold()) {
      neighbors::follow_agents(execution, crowd.agents, verlet);
      search_->make_lists(execution, crowd.agents, crowd.neighbors, verlet);
    } else {
      search_->query(execution, crowd.agents, crowd.neighbors);
    }
  }
  {
    Kokkos::Profiling::ScopedRegion part("plethos::simulation::perceive::separation");
    if (crowd.counters.worlds() > 1) {
      measure_separation<true>(execution, crowd, opens_);
    } else {
      measure_separation<false>(execution, crowd, opens_);
    }
  }
  if (crowd.near_walls.capacity == 0) return;
  Kokkos::Profiling::ScopedRegion part("plethos::simulation::perceive::walls");
  if (crowd.verlet.hold() && crowd.held_walls.can_hold()) {
    neighbors::find_held_walls(execution, crowd.agents, crowd.walls, crowd.parameters, crowd.near_walls, crowd.verlet, crowd.held_walls);
  } else {
    neighbors::find_walls(execution, crowd.agents, crowd.walls, crowd.parameters, crowd.near_walls);
  }
}

PLETHOS_INSTANTIATE(Perceive);

}  // namespace plethos::simulation
