#pragma once

#include "algorithms/neighbors/box_tree.hpp"

namespace plethos::neighbors {

/// A node with so many items at most is a leaf: they are looked at one by one.
inline constexpr std::int32_t kd_leaf = 16;

/// A k-d tree over items in order of the leading bits of their keys (SidesKey), each of which is the side of one axis-aligned plane. Two
/// parts: the upper one, complete, splits space into bins; below a bin hangs a complete tree with as many leaves, "slots", as suit the
/// items that are in the bin. A node's items are neighbors in the order, and it knows the box around them.
template <class MemorySpace>
struct KdNodes {
  BoxTree<MemorySpace> upper;                      // over bins
  BoxTree<MemorySpace> lower;                      // over slots
  Kokkos::View<std::uint32_t*, MemorySpace> root;  // (bins + 1): each bin's node of the lower part, by root_of()
  Kokkos::View<std::int32_t*, MemorySpace> start;  // (slots + 2): where the items of each slot begin

  static constexpr std::uint32_t no_root = 0xffffffffu;  // of a bin without items
  KOKKOS_INLINE_FUNCTION static std::uint32_t root_of(std::uint32_t level, std::uint32_t place) { return place << 5 | level; }

  /// Calls visit(first, last) for the items [first, last) of leaves, the nearer part of a node first, until none is left that can hold an
  /// item as near as bound(). distance(box) and bound() are squares, in m^2.
  template <class Distance, class Bound, class Visit>
  KOKKOS_INLINE_FUNCTION void visit_near(const Distance& distance, const Bound& bound, const Visit& visit) const {
    struct Node {
      std::int32_t level;  // of the upper part: that many more than in_upper
      std::int32_t place;
      float squared;
    };
    constexpr int in_upper = 32;
    // A way down leaves one node a level behind.
    Node waiting[56];
    int count = 0;
    Node node{in_upper + upper.levels - 1, 0, distance(upper.at(upper.levels - 1, 0))};
    for (;;) {
      if (node.squared <= bound()) {
        if (node.level == in_upper) {
          const std::uint32_t code = root(node.place);
          node.level = static_cast<std::int32_t>(code & 31u);
          node.place = static_cast<std::int32_t>(code >> 5);
        }
        bool leaf = false;
        if (node.level < in_upper) {
          const std::int32_t first = start(node.place << node.level);
          const std::int32_t last = start((node.place + 1) << node.level);
          leaf = node.level == 0 || last - first <= kd_leaf;
          if (leaf) visit(first, last);
        }
        if (!leaf) {
          const bool above = node.level > in_upper;
          const int level = node.level - 1;
          const std::int32_t place = 2 * node.place;
          const Box& a = above ? upper.at(level - in_upper, place) : lower.at(level, place);
          const Box& b = above ? upper.at(level - in_upper, place + 1) : lower.at(level, place + 1);
          const float to_a = distance(a);
          const float to_b = distance(b);
          const std::int32_t b_first = to_b < to_a ? 1 : 0;
          const float near = to_b < to_a ? to_b : to_a;
          const float far = to_b < to_a ? to_a : to_b;
          if (far <= bound()) waiting[count++] = Node{level, place + 1 - b_first, far};
          node = Node{level, place + b_first, near};
          continue;
        }
      }
      if (count == 0) return;
      node = waiting[--count];
    }
  }
};

}  // namespace plethos::neighbors
