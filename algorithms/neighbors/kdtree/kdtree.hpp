#pragma once

#include "algorithms/neighbors/kdtree/kd_build.hpp"
#include "algorithms/neighbors/kdtree/kdtree_method.hpp"
#include "algorithms/neighbors/search.hpp"

namespace plethos::neighbors {

/// A k-d tree over the agents (ClearPath 2009, step 0), built anew in parallel in each step that searches. KdNodes describes it. Agents are
/// sorted in memory by the tree's leaves. Parked agents that stand in the scene have a tree of their own, built once, and ghosts have one
/// that is built in each of these steps. Cost: building is linear in the working agents. A query is logarithmic in them and linear in the
/// agents nearby, however uneven their density. Memory: 15 bytes an agent. If arrived agents stand in the scene, it is twice as much; with
/// ghosts 4 bytes an agent more, and 11 a ghost.
template <class Execution>
class KdTreeSearch final : public Search<Execution> {
 public:
  using MemorySpace = typename Execution::memory_space;
  using Integers = Kokkos::View<std::int32_t*, MemorySpace>;

  KdTreeSearch(const Parameters& parameters, const Bounds& bounds, std::int32_t agents)
      : parameters_(parameters), bounds_(bounds), slot_("plethos::neighbors::kdtree::slot", agents), tree_(bounds, agents, slot_) {
    if (parameters.leave_on_arrival) return;
    parked_tree_ = KdTree<MemorySpace>(bounds, agents, slot_);
    parked_ = Integers("plethos::neighbors::kdtree::parked", agents);
  }

  void build(const Execution& execution, Agents<MemorySpace>& agents, Agents<MemorySpace>& scratch) override;
  void park(const Execution& execution, const Agents<MemorySpace>& agents) override;
  void expect_ghosts(std::int32_t most, const Box& core) override;
  void find_ghosts(const Execution& execution, const Agents<MemorySpace>& agents) override;
  void query(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) override;
  void make_lists(const Execution& execution, const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists,
                  const VerletLists<MemorySpace>& verlet) override;
  std::size_t bytes() const override {
    return tree_.bytes() + parked_tree_.bytes() + ghost_tree_.bytes() + 4 * (slot_.size() + parked_.size() + ghosts_.size());
  }

  /// Returns the arguments of a query, of agents as build() left them.
  KdArguments arguments(const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists) const;

 private:
  Parameters parameters_;
  Bounds bounds_;
  Integers slot_;
  KdTree<MemorySpace> tree_, parked_tree_, ghost_tree_;
  Integers parked_;  // indices of the parked agents, sorted by leaf, from `working` on
  Integers ghosts_;  // the same of the ghosts, from `owned` on
  std::int32_t most_ghosts_ = 0;
};

}  // namespace plethos::neighbors
