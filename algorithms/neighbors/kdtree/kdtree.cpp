#include "algorithms/neighbors/kdtree/kdtree.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/neighbors/kdtree/kdtree_lists_kernel-inl.hpp"
#include "algorithms/neighbors/lane_query.hpp"
#include "algorithms/neighbors/nearest_agents.hpp"
#include "algorithms/neighbors/place_agents.hpp"
#include "algorithms/neighbors/verlet/left_lists.hpp"
#include "backends/execution.hpp"
#include "backends/instantiate.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::neighbors {

template <int Capacity>
struct KdQuery {
  static constexpr int grain = 256;
  KdArguments arguments;

  KOKKOS_FUNCTION void operator()(int i) const { scalar::kd_agents<ScalarLane, NearestAgents<Capacity>>(arguments, i, i + 1); }
};

template <int Capacity>
struct KdLeft {
  KdArguments arguments;

  KOKKOS_FUNCTION void operator()(int i) const { scalar::kd_agents<ScalarLane, NearestAgents<Capacity, true>, true>(arguments, i, i + 1); }
};

template <int Capacity>
struct KdLists {
  static constexpr int grain = 256;
  KdVerletArguments arguments;

  KOKKOS_FUNCTION void operator()(int i) const {
    scalar::make_kd_lists<ScalarLane, SelectionOfAgent<Capacity>, Capacity>(arguments, i, i + 1);
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
  parked_tree_.build(execution, agents, agents.working, agents.owned, false, backends::ListItem<Integers>{parked_}, agents,
                     KdListed<MemorySpace>{parked_});
}

template <class Execution>
void KdTreeSearch<Execution>::expect_ghosts(std::int32_t most, const Box&) {
  if (most <= most_ghosts_) return;
  if (ghosts_.size() == 0) ghosts_ = Integers("plethos::neighbors::kdtree::ghosts", slot_.size());
  most_ghosts_ = std::min(most + most / 4, static_cast<std::int32_t>(slot_.size()));
  ghost_tree_ = KdTree<MemorySpace>(bounds_, most_ghosts_, slot_);
}

template <class Execution>
void KdTreeSearch<Execution>::find_ghosts(const Execution& execution, const Agents<MemorySpace>& agents) {
  if (agents.ghosts() == 0) return;
  ghost_tree_.build(execution, agents, agents.owned, agents.count, parameters_.leave_on_arrival, backends::ListItem<Integers>{ghosts_},
                    agents, KdListed<MemorySpace>{ghosts_});
}

template <class Execution>
KdArguments KdTreeSearch<Execution>::arguments(const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) const {
  const bool parked_stand = !parameters_.leave_on_arrival && agents.working < agents.owned;
  return {nearest_arguments(agents, lists, parameters_.neighbor_distance),
          tree_.nodes(),
          tree_.present(),
          parked_tree_.nodes(),
          parked_stand ? parked_.data() : nullptr,
          ghost_tree_.nodes(),
          agents.ghosts() > 0 ? ghosts_.data() + agents.owned : nullptr,
          nullptr};
}

template <class Execution>
void KdTreeSearch<Execution>::query(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) {
  with_capacity(lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>) {
    for_each_on_lanes<&kd_on_vectors>(execution, "plethos::neighbors::kdtree::query", "plethos::neighbors::kdtree::ties", agents.working,
                                      KdQuery<Capacity>{arguments(agents, lists)});
  });
}

template <class Execution>
void KdTreeSearch<Execution>::make_lists(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists,
                                         const VerletLists<MemorySpace>& verlet) {
  const KdVerletArguments in{arguments(agents, lists), verlet_arguments(agents, lists, verlet, parameters_)};
  const KdArguments left = query_left(in.tree, in.verlet);
  with_capacity(lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>) {
    make_verlet_lists<&kd_lists_on_vectors, scalar::KdSurroundings, Capacity>(
        execution, "plethos::neighbors::kdtree::lists", "plethos::neighbors::kdtree::left", KdLists<Capacity>{in}, KdLeft<Capacity>{left});
  });
}

PLETHOS_INSTANTIATE(KdTreeSearch);

template <class Execution>
std::unique_ptr<Search<Execution>> KdTreeMethod::make(const SearchSetup& s, const ParameterValues&) {
  return std::make_unique<KdTreeSearch<Execution>>(s.parameters, s.bounds, s.agents);
}

PLETHOS_INSTANTIATE_MAKE(Search, KdTreeMethod, const SearchSetup&, const ParameterValues&);

}  // namespace plethos::neighbors
