// Toggled guard: included once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_KDTREE_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_KDTREE_LANES_INL
#undef PLETHOS_NEIGHBORS_KDTREE_LANES_INL
#else
#define PLETHOS_NEIGHBORS_KDTREE_LANES_INL
#endif

#include "algorithms/neighbors/kdtree/kdtree_kernel-inl.hpp"
#include "algorithms/neighbors/lane_walk-inl.hpp"
#include "algorithms/neighbors/nearest_kernel-inl.hpp"

PLETHOS_KERNEL_BEGIN

using neighbors::KdArguments;

/// A search for all agents of a lane at once.
template <class L, int Entries>
struct KdLaneSearch {
  using Distance = typename LaneWalk<L>::Distance;
  NearestLane<L, Entries>& nearest;
  const std::int32_t* list;  // null: items are agents
  LaneWalk<L> walk;

  PLETHOS_FUNCTION Distance distance(const Box& box) const { return walk.distance(box, nearest.x, nearest.y); }
  PLETHOS_FUNCTION bool may_hold(const Distance& distance) const { return L::any(L::less_equal(distance.squared, nearest.bound())); }
  PLETHOS_FUNCTION static bool nearer(const Distance& a, const Distance& b) { return LaneWalk<L>::nearer(a, b); }
  PLETHOS_FUNCTION void visit(std::int32_t first, std::int32_t last) {
    if (list == nullptr) {
      nearest.offer_range(first, last);
    } else {
      nearest.offer_listed(list, first, last);
    }
  }
};

/// Fills the lists of the agents [begin, end), which are in the order of the tree.
template <class L, int Entries>
PLETHOS_FUNCTION void kd_agents(const KdArguments& in, std::int32_t begin, std::int32_t end) {
  const std::int32_t block_end = (end + L::width - 1) / L::width * L::width;
  const std::int32_t present = *in.present < end ? *in.present : end;
  for (std::int32_t i = begin < present ? present : begin; i < end; ++i) in.agents.count[i] = 0;
  for (std::int32_t i = begin; i < present; i += L::width) {
    const std::int32_t until = i + L::width < present ? i + L::width : present;
    NearestLane<L, Entries> nearest(in.agents, i, until, block_end);
    const std::int32_t middle = (i + until) / 2;
    KdLaneSearch<L, Entries> search{nearest, nullptr, LaneWalk<L>{in.agents.position_x[middle], in.agents.position_y[middle]}};
    visit_near(KdWalk{in.nodes}, search);
    if (in.parked != nullptr) {
      search.list = in.parked + in.agents.working;
      visit_near(KdWalk{in.parked_nodes}, search);
    }
    nearest.store();
  }
}

PLETHOS_KERNEL_END
#endif
