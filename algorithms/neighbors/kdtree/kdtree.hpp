#pragma once

#include <utility>

#include "algorithms/neighbors/kdtree/kd_build.hpp"
#include "algorithms/neighbors/nearest_agents.hpp"
#include "algorithms/neighbors/place_agents.hpp"
#include "algorithms/neighbors/search.hpp"
#include "backends/execution.hpp"

namespace plethos::neighbors {

/// A k-d tree over the agents (ClearPath 2009, step 0), built anew each step in parallel: see KdNodes. Agents are sorted in memory by the
/// tree's leaves. Parked agents that stand have a tree of their own, built once. Cost: linear in the working agents to build; the query is
/// logarithmic in them and linear in those nearby, however uneven their density. Memory: 11 bytes an agent; where arrived agents stand as
/// much again and 4 bytes an agent.
template <class Execution>
class KdTreeSearch final : public Search<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;

  KdTreeSearch(const Parameters& parameters, const Bounds& bounds, std::int32_t agents) : parameters_(parameters), tree_(bounds, agents) {
    if (parameters.leave_on_arrival != 0) return;
    parked_tree_ = KdTree<MemorySpace>(bounds, agents);
    parked_ = Integers("plethos::neighbors::kdtree::parked", agents);
  }

  void build(const Execution& execution, Agents<MemorySpace>& agents, Agents<MemorySpace>& scratch) override;
  void park(const Execution& execution, const Agents<MemorySpace>& agents) override;
  void query(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) override;
  std::size_t bytes() const override { return tree_.bytes() + parked_tree_.bytes() + 4 * parked_.size(); }

 private:
  Parameters parameters_;
  KdTree<MemorySpace> tree_, parked_tree_;
  Integers parked_;  // indices by leaf, from the first parked one on
};

template <class MemorySpace, int Capacity>
struct KdQuery {
  static constexpr int grain = 256;
  Agents<MemorySpace> agents;
  Lists<MemorySpace> lists;
  KdNodes<MemorySpace> nodes, parked_nodes;
  Kokkos::View<std::int32_t*, MemorySpace> parked;
  float radius;
  bool leave;

  KOKKOS_FUNCTION void operator()(int i) const {
    NearestAgents<MemorySpace, Capacity> found(agents, i, radius, lists.capacity);
    if (present(agents.state(i), leave)) {
      const auto distance = [&](const Box& box) { return box.squared_distance_to(found.x, found.y); };
      const auto bound = [&] { return found.bound(); };
      nodes.visit_near(distance, bound, [&](std::int32_t first, std::int32_t last) {
        for (std::int32_t j = first; j < last; ++j) found.offer(j);
      });
      if (!leave && agents.working < agents.count) {
        parked_nodes.visit_near(distance, bound, [&](std::int32_t first, std::int32_t last) {
          for (std::int32_t k = agents.working + first; k < agents.working + last; ++k) found.offer(parked(k));
        });
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
  with_capacity(lists.capacity, [&]<int Capacity>(std::integral_constant<int, Capacity>) {
    backends::for_each(execution, "plethos::neighbors::kdtree::query", agents.working,
                       KdQuery<MemorySpace, Capacity>{agents, lists, tree_.nodes(), parked_tree_.nodes(), parked_,
                                                      parameters_.neighbor_distance, parameters_.leave_on_arrival != 0});
  });
}

}  // namespace plethos::neighbors
