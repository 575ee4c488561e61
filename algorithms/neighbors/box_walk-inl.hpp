// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_BOX_WALK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_BOX_WALK_INL
#undef PLETHOS_NEIGHBORS_BOX_WALK_INL
#else
#define PLETHOS_NEIGHBORS_BOX_WALK_INL
#endif

#include "core/box-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// Returns the squared distance of (x, y) from the box, in m^2. It is never more than squared_distance() of a point in the box, because
/// both are rounded the same way.
template <class L>
PLETHOS_FUNCTION typename L::Float box_squared_distance(const Box& box, typename L::Float x, typename L::Float y) {
  const auto zero = L::set(0.f);
  const auto beside_x = L::max(L::max(L::set(box.low_x) - x, x - L::set(box.high_x)), zero);
  const auto beside_y = L::max(L::max(L::set(box.low_y) - y, y - L::set(box.high_y)), zero);
  return L::mul_add(beside_x, beside_x, beside_y * beside_y);
}

/// A node of a tree: its level, in the tree's own count, and its place in the level.
struct BoxNode {
  std::int32_t level, place;
};

/// Searches a tree of boxes. Calls search.visit(first, last) for the items [first, last) of leaves, until no node is left that may hold
/// what is searched. Of a node's two halves the nearer one comes first.
///
/// A Tree has root(), box(level, place), which returns the box of a node, and leaf(node, first, last), which says whether the node is a
/// leaf. leaf() may replace the node by the same node of another level.
///
/// A Search has distance(box), may_hold(distance), which says whether a box at that distance may still hold what is searched, and nearer(a,
/// b), which compares two distances.
template <class Tree, class Search>
PLETHOS_FUNCTION void visit_near(const Tree& tree, Search& search) {
  using Distance = typename Search::Distance;
  // The way down leaves one waiting node at each level.
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
