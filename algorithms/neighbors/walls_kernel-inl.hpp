// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_WALLS_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_WALLS_KERNEL_INL
#undef PLETHOS_NEIGHBORS_WALLS_KERNEL_INL
#else
#define PLETHOS_NEIGHBORS_WALLS_KERNEL_INL
#endif

#include "algorithms/neighbors/box_walk-inl.hpp"
#include "algorithms/neighbors/walls_arguments.hpp"

PLETHOS_KERNEL_BEGIN

/// The tree of walls as visit_near walks it.
struct WallTreeWalk {
  const BoxLevels& tree;
  std::int32_t pieces;

  PLETHOS_FUNCTION BoxNode root() const { return BoxNode{tree.levels - 1, 0}; }
  PLETHOS_FUNCTION const Box& box(std::int32_t level, std::int32_t place) const { return box_at(tree, level, place); }
  PLETHOS_FUNCTION bool leaf(BoxNode& node, std::int32_t& first, std::int32_t& last) const {
    first = neighbors::wall_leaf * node.place;
    last = first + neighbors::wall_leaf < pieces ? first + neighbors::wall_leaf : pieces;
    return node.level == 0;
  }
};

/// What a box's squared distance is multiplied with before it is compared with a segment's, which is rounded otherwise.
inline constexpr float wall_box_share = 0.99999f;

PLETHOS_KERNEL_END
#endif
