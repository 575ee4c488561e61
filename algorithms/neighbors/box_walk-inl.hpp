// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_BOX_WALK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_BOX_WALK_INL
#undef PLETHOS_NEIGHBORS_BOX_WALK_INL
#else
#define PLETHOS_NEIGHBORS_BOX_WALK_INL
#endif

#include "core/box-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// Squared distance in m^2 from (x, y); never more than squared_distance() of a point in the box, which is rounded the same way.
template <class L>
PLETHOS_FUNCTION typename L::Float box_squared_distance(const Box& box, typename L::Float x, typename L::Float y) {
  const auto zero = L::set(0.f);
  const auto beside_x = L::max(L::max(L::set(box.low_x) - x, x - L::set(box.high_x)), zero);
  const auto beside_y = L::max(L::max(L::set(box.low_y) - y, y - L::set(box.high_y)), zero);
  return L::mul_add(beside_x, beside_x, beside_y * beside_y);
}

/// A node of a tree: its level, as the tree counts them, and its place in the level.
struct BoxNode {
  std::int32_t level, place;
};

/// Calls search.visit(first, last) for the items [first, last) of a tree's leaves, the nearer part of a node first, until none is left that
/// may hold what is searched. A tree says its root(), whether a node is a leaf(node, first, last) - it may put the same node of another
/// level in its place - and the box(level, place) of a node. A search says the distance(box) it measures, whether it may_hold(distance)
/// anything yet, and which of two distances is nearer(a, b).
template <class Tree, class Search>
PLETHOS_FUNCTION void visit_near(const Tree& tree, Search& search) {
  using Distance = typename Search::Distance;
  // A way down leaves one node a level behind.
  BoxNode waiting[2 * most_box_levels];
  Distance waiting_distance[2 * most_box_levels];
  int count = 0;
  BoxNode node = tree.root();
  Distance distance = search.distance(tree.box(node.level, node.place));
  for (;;) {
    if (search.may_hold(distance)) {
      std::int32_t first;
      std::int32_t last;
      if (tree.leaf(node, first, last)) {
        search.visit(first, last);
      } else {
        const BoxNode a{node.level - 1, 2 * node.place};
        const BoxNode b{node.level - 1, 2 * node.place + 1};
        const Distance to_a = search.distance(tree.box(a.level, a.place));
        const Distance to_b = search.distance(tree.box(b.level, b.place));
        const bool b_first = search.nearer(to_b, to_a);
        const Distance& far = b_first ? to_a : to_b;
        if (search.may_hold(far)) {
          waiting[count] = b_first ? a : b;
          waiting_distance[count++] = far;
        }
        node = b_first ? b : a;
        distance = b_first ? to_b : to_a;
        continue;
      }
    }
    if (count == 0) return;
    node = waiting[--count];
    distance = waiting_distance[count];
  }
}

PLETHOS_KERNEL_END
#endif
