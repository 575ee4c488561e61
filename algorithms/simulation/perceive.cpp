#include "algorithms/simulation/perceive.hpp"

#include <Kokkos_Profiling_ScopedRegion.hpp>

#include "algorithms/neighbors/near_walls/near_walls.hpp"
#include "algorithms/simulation/has_moved.hpp"
#include "backends/execution.hpp"
#include "backends/instantiate.hpp"
#include "backends/relaxed_load.hpp"

namespace plethos::simulation {

/// Keeps the smallest separation of two discs. Counts the overlapping pairs with at least one agent that has moved in the step before. If
/// it `opens` the step, its number goes up by one: a kernel of its own would cost a launch, and this one runs in every step.
template <class MemorySpace>
struct MeasureSeparation {
  Agents<MemorySpace> agents;
  neighbors::Lists<MemorySpace> lists;
  Counters<MemorySpace> counters;
  float largest_radius;
  bool opens;

  KOKKOS_FUNCTION void operator()(int i) const {
    if (opens && i == 0) ++counters.step();
    if (!has_moved(agents, i)) return;
    const float radius = agents.radius(i);
    float least = Kokkos::Experimental::infinity_v<float>;
    std::uint64_t overlaps = 0;
    const NeighborColumns<MemorySpace>& others = agents;
    for (std::int32_t k = 0; k < lists.count(i); ++k) {
      const std::int32_t j = lists.index(i, k);
      const float distance = Kokkos::sqrt(
          neighbors::squared_distance(others.position(j, 0) - agents.position(i, 0), others.position(j, 1) - agents.position(i, 1)));
      // Neighbors are in order of the distance of centers. From here on none can overlap, or have a smaller separation.
      if (distance - (radius + largest_radius) > (least > 0.f ? least : 0.f)) break;
      const float separation = distance - (radius + others.radius(j));
      least = separation < least ? separation : least;
      overlaps += separation < 0.f && (!has_moved(others, j) || agents.id_before(i, j)) ? 1 : 0;
    }
    if (least < backends::relaxed_load(counters.minimum_separation())) Kokkos::atomic_min(&counters.minimum_separation(), least);
    if (overlaps > 0) counters.overlaps.add(i, overlaps);
  }
};

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
    backends::for_each(execution, "plethos::simulation::measure_separation", crowd.agents.working,
                       MeasureSeparation<MemorySpace>{crowd.agents, crowd.neighbors, crowd.counters, crowd.largest_radius, opens_});
  }
  if (crowd.near_walls.capacity == 0) return;
  Kokkos::Profiling::ScopedRegion part("plethos::simulation::perceive::walls");
  neighbors::find_walls(execution, crowd.agents, crowd.walls, crowd.parameters, crowd.near_walls);
}

PLETHOS_INSTANTIATE(Perceive);

}  // namespace plethos::simulation
