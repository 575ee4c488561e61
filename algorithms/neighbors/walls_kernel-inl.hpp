// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_WALLS_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_WALLS_KERNEL_INL
#undef PLETHOS_NEIGHBORS_WALLS_KERNEL_INL
#else
#define PLETHOS_NEIGHBORS_WALLS_KERNEL_INL
#endif

#include "algorithms/neighbors/box_walk-inl.hpp"
#include "algorithms/neighbors/walls_arguments.hpp"
#include "core/world.hpp"

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

/// Whether a point sees a wall from the side of its solid ground. `from_x`, `from_y`: from the wall's first end to the point. From outside
/// of a solid outline, another of its walls lies before such a one. On the wall's line it is seen from neither side.
template <class L>
PLETHOS_FUNCTION typename L::Mask wall_faces_away(typename L::Float from_x, typename L::Float from_y, typename L::Float direction_x,
                                                  typename L::Float direction_y, typename L::Int solid) {
  // Rounded as where orca asks for the side.
  const auto height = L::neg_mul_add(from_x, direction_y, from_y * direction_x);
  const auto zero = L::set(0.f);
  return (L::less(zero, height) & L::equal(solid, L::set_int(solid_left))) |
         (L::less(height, zero) & L::equal(solid, L::set_int(solid_right)));
}

/// What a box's squared distance is multiplied with before it is compared with a segment's, which is rounded otherwise.
inline constexpr float wall_box_share = 0.99999f;

PLETHOS_KERNEL_END
#endif
