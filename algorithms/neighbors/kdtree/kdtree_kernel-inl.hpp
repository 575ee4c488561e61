// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_KDTREE_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_KDTREE_KERNEL_INL
#undef PLETHOS_NEIGHBORS_KDTREE_KERNEL_INL
#else
#define PLETHOS_NEIGHBORS_KDTREE_KERNEL_INL
#endif

#include "algorithms/neighbors/kdtree/kdtree_arguments.hpp"
#include "algorithms/neighbors/lane_walk-inl.hpp"
#include "algorithms/neighbors/nearest_kernel-inl.hpp"

PLETHOS_KERNEL_BEGIN

using neighbors::KdArguments;
using neighbors::KdNodes;

/// The tree in the form that visit_near() walks. The levels of the upper part are numbered from `upper` on, and those of the lower part
/// from 0 on.
struct KdWalk {
  static constexpr std::int32_t upper = most_box_levels;
  const KdNodes& nodes;

  PLETHOS_FUNCTION BoxNode root() const { return BoxNode{upper + nodes.upper.levels - 1, 0}; }
  PLETHOS_FUNCTION const Box& box(std::int32_t level, std::int32_t place) const {
    return level >= upper ? box_at(nodes.upper, level - upper, place) : box_at(nodes.lower, level, place);
  }
  PLETHOS_FUNCTION bool leaf(BoxNode& node, std::int32_t& first, std::int32_t& last) const {
    if (node.level == upper) {
      const std::uint32_t root = nodes.root[node.place];
      node = BoxNode{static_cast<std::int32_t>(root & 31u), static_cast<std::int32_t>(root >> 5)};
    }
    if (node.level > upper) return false;
    first = nodes.start[node.place << node.level];
    last = nodes.start[(node.place + 1) << node.level];
    return node.level == 0 || last - first <= neighbors::kd_leaf;
  }
};

/// Searches the trees of working agents, of parked ones and of ghosts. `search.list` is null before, and then that of each tree.
template <class Search>
PLETHOS_FUNCTION void visit_trees(const KdArguments& in, Search& search) {
  visit_near(KdWalk{in.nodes}, search);
  if (in.parked != nullptr) {
    search.list = in.parked + in.agents.working;
    visit_near(KdWalk{in.parked_nodes}, search);
  }
  if (in.ghosts != nullptr) {
    search.list = in.ghosts;
    visit_near(KdWalk{in.ghost_nodes}, search);
  }
}

/// A search for all agents of a lane at once. If it comes `later` than the tree was built, what is in a box may lie `margin` metres outside
/// by now.
template <class L, class Nearest, bool later>
struct KdSearch {
  using Distance = typename LaneWalk<L>::Distance;
  Nearest& nearest;
  const std::int32_t* list;  // null: items are agents
  LaneWalk<L> walk;
  float margin = 0;

  PLETHOS_FUNCTION Distance distance(const Box& box) const { return walk.distance(box, nearest.x, nearest.y); }
  PLETHOS_FUNCTION bool may_hold(const Distance& distance) const {
    if constexpr (later) {
      const float reach = nearest.reach() + margin;
      return distance.squared <= reach * reach * (1 + distance_rounding);
    } else {
      return L::any(L::less_equal(distance.squared, nearest.bound()));
    }
  }
  PLETHOS_FUNCTION static bool nearer(const Distance& a, const Distance& b) { return LaneWalk<L>::nearer(a, b); }
  PLETHOS_FUNCTION void visit(std::int32_t first, std::int32_t last) const {
    if (list == nullptr) {
      nearest.offer_range(first, last);
    } else {
      nearest.offer_listed(list, first, last);
    }
  }
};

/// Fills the lists of the agents [begin, end), which are in the order of the tree. nearest_kernel-inl.hpp describes `Nearest`. If it comes
/// `later` than the tree was built, by one thread, agents may have moved and left since.
template <class L, class Nearest, bool later = false>
PLETHOS_FUNCTION void kd_agents(const KdArguments& in, std::int32_t begin, std::int32_t end) {
  const std::int32_t block_end = (end + L::width - 1) / L::width * L::width;
  const std::int32_t present = *in.present < end ? *in.present : end;
  for (std::int32_t i = begin < present ? present : begin; i < end; ++i) in.agents.lists.count[i] = 0;
  for (std::int32_t i = begin; i < present; i += L::width) {
    const std::int32_t until = i + L::width < present ? i + L::width : present;
    Nearest nearest(in.agents, i, until, block_end);
    KdSearch<L, Nearest, later> search{nearest, nullptr, LaneWalk<L>(until - i)};
    if constexpr (later) search.margin = in.gone_squared != nullptr ? L::sqrt(*in.gone_squared) : 0.f;
    visit_trees(in, search);
    nearest.store();
  }
}

PLETHOS_KERNEL_END
#endif
