#pragma once

#include <utility>

#include "algorithms/neighbors/kdtree/kd_build.hpp"
#include "algorithms/neighbors/kdtree/kdtree_kernel-inl.hpp"
#include "algorithms/neighbors/kdtree/kdtree_simd.hpp"
#include "algorithms/neighbors/lane_query.hpp"
#include "algorithms/neighbors/nearest_agents.hpp"
#include "algorithms/neighbors/place_agents.hpp"
#include "algorithms/neighbors/search.hpp"
#include "backends/execution.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::neighbors {

/// A k-d tree over the agents (ClearPath 2009, step 0), built anew each step in parallel: see KdNodes. Agents are sorted in memory by the
/// tree's leaves. Parked agents that stand have a tree of their own, built once. Cost: linear in the working agents to build; the query is
/// logarithmic in them and linear in those nearby, however uneven their density. Memory: 15 bytes an agent; where arrived agents stand as
/// much again.
template <class Execution>
class KdTreeSearch final : public Search<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;

  KdTreeSearch(const Parameters& parameters, const Bounds& bounds, std::int32_t agents)
      : parameters_(parameters), slot_("plethos::neighbors::kdtree::slot", agents), tree_(bounds, agents, slot_) {
    if (parameters.leave_on_arrival != 0) return;
    parked_tree_ = KdTree<MemorySpace>(bounds, agents, slot_);
    parked_ = Integers("plethos::neighbors::kdtree::parked", agents);
  }

  void build(const Execution& execution, Agents<MemorySpace>& agents, Agents<MemorySpace>& scratch) override;
  void park(const Execution& execution, const Agents<MemorySpace>& agents) override;
  void query(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) override;
  std::size_t bytes() const override { return tree_.bytes() + parked_tree_.bytes() + 4 * (slot_.size() + parked_.size()); }

 private:
  Parameters parameters_;
  Integers slot_;
  KdTree<MemorySpace> tree_, parked_tree_;
  Integers parked_;  // indices by leaf, from the first parked one on
};

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
  tree_.build(execution, agents, 0, agents.working, parameters_.leave_on_arrival != 0, MoveAgent<MemorySpace>{agents, scratch}, scratch,
              KdInMemory<MemorySpace>());
  std::swap(agents, scratch);
}

template <class Execution>
void KdTreeSearch<Execution>::park(const Execution& execution, const Agents<MemorySpace>& agents) {
  if (parameters_.leave_on_arrival != 0) return;
  parked_tree_.build(execution, agents, agents.working, agents.count, false, ListAgent<Integers>{parked_}, agents,
                     KdListed<MemorySpace>{parked_});
}

template <class Execution>
void KdTreeSearch<Execution>::query(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) {
  const bool parked_stand = parameters_.leave_on_arrival == 0 && agents.working < agents.count;
  const KdArguments arguments{nearest_arguments(agents, lists, parameters_.neighbor_distance), tree_.nodes(), tree_.present(),
                              parked_tree_.nodes(), parked_stand ? parked_.data() : nullptr};
  with_capacity(lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>) {
    for_each_on_lanes<&kd_simd_entry>(execution, "plethos::neighbors::kdtree::query", "plethos::neighbors::kdtree::ties", agents.working,
                                      KdQuery<MemorySpace, Capacity>{agents, lists, arguments}, arguments);
  });
}

}  // namespace plethos::neighbors
