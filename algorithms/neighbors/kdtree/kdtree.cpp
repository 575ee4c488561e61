#include "algorithms/neighbors/kdtree/kdtree.hpp"

#include <utility>

#include "algorithms/neighbors/kdtree/kdtree_kernel-inl.hpp"
#include "algorithms/neighbors/kdtree/kdtree_simd.hpp"
#include "algorithms/neighbors/lane_query.hpp"
#include "algorithms/neighbors/nearest_agents.hpp"
#include "algorithms/neighbors/place_agents.hpp"
#include "backends/execution.hpp"
#include "backends/instantiate.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::neighbors {

/// A search for one agent.
template <class MemorySpace, int Capacity>
struct KdSearch {
  using Distance = float;
  NearestAgents<MemorySpace, Capacity>& found;
  const std::int32_t* list;  // null: items are agents

  KOKKOS_FUNCTION float distance(const Box& box) const { return scalar::box_squared_distance<ScalarLane>(box, found.x, found.y); }
  KOKKOS_FUNCTION bool may_hold(float distance) const { return distance <= found.bound(); }
  KOKKOS_FUNCTION bool nearer(float a, float b) const { return a < b; }
  KOKKOS_FUNCTION void visit(std::int32_t first, std::int32_t last) const {
    for (std::int32_t k = first; k < last; ++k) found.offer(list == nullptr ? k : list[k]);
  }
};

template <class MemorySpace, int Capacity>
struct KdQuery {
  static constexpr int grain = 256;
  Agents<MemorySpace> agents;
  Lists<MemorySpace> lists;
  KdArguments arguments;

  KOKKOS_FUNCTION void operator()(int i) const {
    NearestAgents<MemorySpace, Capacity> found(agents, i, arguments.agents.radius, lists.capacity);
    if (i < *arguments.present) {
      KdSearch<MemorySpace, Capacity> search{found, nullptr};
      scalar::visit_near(scalar::KdWalk{arguments.nodes}, search);
      if (arguments.parked != nullptr) {
        search.list = arguments.parked + agents.working;
        scalar::visit_near(scalar::KdWalk{arguments.parked_nodes}, search);
      }
    }
    found.nearest.store(lists, i);
  }
};

template <class Execution>
void KdTreeSearch<Execution>::build(const Execution& execution, Agents<MemorySpace>& agents, Agents<MemorySpace>& scratch) {
  tree_.build(execution, agents, 0, agents.working, parameters_.leave_on_arrival, MoveAgent<MemorySpace>{agents, scratch}, scratch,
              KdInMemory<MemorySpace>());
  std::swap(agents, scratch);
}

template <class Execution>
void KdTreeSearch<Execution>::park(const Execution& execution, const Agents<MemorySpace>& agents) {
  if (parameters_.leave_on_arrival) return;
  parked_tree_.build(execution, agents, agents.working, agents.count, false, ListAgent<Integers>{parked_}, agents,
                     KdListed<MemorySpace>{parked_});
}

template <class Execution>
void KdTreeSearch<Execution>::query(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) {
  const bool parked_stand = !parameters_.leave_on_arrival && agents.working < agents.count;
  const KdArguments arguments{nearest_arguments(agents, lists, parameters_.neighbor_distance), tree_.nodes(), tree_.present(),
                              parked_tree_.nodes(), parked_stand ? parked_.data() : nullptr};
  with_capacity(lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>) {
    for_each_on_lanes<&kd_simd_entry>(execution, "plethos::neighbors::kdtree::query", "plethos::neighbors::kdtree::ties", agents.working,
                                      KdQuery<MemorySpace, Capacity>{agents, lists, arguments}, arguments);
  });
}

PLETHOS_INSTANTIATE(KdTreeSearch);

template <class Execution>
std::unique_ptr<Search<Execution>> KdTreeMethod::make(const SearchSetup& s, const ParameterValues&) {
  return std::make_unique<KdTreeSearch<Execution>>(s.parameters, s.bounds, s.agents);
}

PLETHOS_INSTANTIATE_MAKE(Search, KdTreeMethod, const SearchSetup&, const ParameterValues&);

}  // namespace plethos::neighbors
