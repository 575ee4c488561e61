// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_KDTREE_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_KDTREE_KERNEL_INL
#undef PLETHOS_NEIGHBORS_KDTREE_KERNEL_INL
#else
#define PLETHOS_NEIGHBORS_KDTREE_KERNEL_INL
#endif

#include "algorithms/neighbors/box_walk-inl.hpp"
#include "algorithms/neighbors/kdtree/kdtree_arguments.hpp"

PLETHOS_KERNEL_BEGIN

using neighbors::KdNodes;

/// The tree as visit_near walks it. Levels of the upper part are `upper` more than their own.
struct KdWalk {
  static constexpr std::int32_t upper = neighbors::most_box_levels;
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

PLETHOS_KERNEL_END
#endif
