#pragma once

#include "algorithms/planning/fields/quadtree/quad_tree.hpp"

namespace plethos::planning {

/// The squares of the deepest level that a quad covers: columns and rows [x, end_x) and [y, end_y).
struct QuadExtent {
  std::int32_t x, y, end_x, end_y;

  KOKKOS_INLINE_FUNCTION QuadExtent(const Quad& quad, std::int32_t depth)
      : x(quad.x << (depth - quad.level)),
        y(quad.y << (depth - quad.level)),
        end_x((quad.x + 1) << (depth - quad.level)),
        end_y((quad.y + 1) << (depth - quad.level)) {}
};

/// Calls visit(quad) for the leaves at one side of a leaf, by a straight direction, from the north or from the west on. Cost: for each of
/// them a look at every level.
template <class MemorySpace, class Visit>
KOKKOS_INLINE_FUNCTION void for_each_quad_at_side(const QuadBits<MemorySpace>& bits, const Quad& quad, int direction, const Visit& visit) {
  const QuadExtent own(quad, bits.depth);
  const bool across = column_step(direction) != 0;
  const std::int32_t beyond = direction == 0 ? own.end_x : direction == 1 ? own.end_y : direction == 2 ? own.x - 1 : own.y - 1;
  if (beyond < 0 || beyond >= 1 << bits.depth) return;
  const std::int32_t end = across ? own.end_y : own.end_x;
  for (std::int32_t at = across ? own.y : own.x; at < end;) {
    const Quad beside = across ? bits.leaf_at(beyond, at) : bits.leaf_at(at, beyond);
    visit(beside);
    const QuadExtent extent(beside, bits.depth);
    at = across ? extent.end_y : extent.end_x;
  }
}
/// Calls visit(quad) for the leaves beside a leaf: east, south, west and north of it.
template <class MemorySpace, class Visit>
KOKKOS_INLINE_FUNCTION void for_each_quad_beside(const QuadBits<MemorySpace>& bits, const Quad& quad, const Visit& visit) {
  for (int d = 0; d < straight_directions; ++d) for_each_quad_at_side(bits, quad, d, visit);
}

/// Calls visit(quad, one_side, other_side, corner_x, corner_y) for the leaf that meets a leaf at a corner only, in a slanting direction, if
/// there is one. The two sides are the leaves that lie at the corner as well, and the corner is a corner of squares of the deepest level.
template <class MemorySpace, class Visit>
KOKKOS_INLINE_FUNCTION void visit_quad_at_corner(const QuadBits<MemorySpace>& bits, const Quad& quad, int direction, const Visit& visit) {
  const QuadExtent own(quad, bits.depth);
  const std::int32_t side = 1 << bits.depth;
  const bool east = column_step(direction) > 0, south = row_step(direction) > 0;
  const std::int32_t x = east ? own.end_x : own.x - 1, y = south ? own.end_y : own.y - 1;
  if (x < 0 || x >= side || y < 0 || y >= side) return;
  const Quad aslant = bits.leaf_at(x, y);
  // A large one may lie beside the leaf as well.
  const QuadExtent extent(aslant, bits.depth);
  if ((east ? extent.x < own.end_x : extent.end_x > own.x) || (south ? extent.y < own.end_y : extent.end_y > own.y)) return;
  visit(aslant, bits.leaf_at(x, south ? own.end_y - 1 : own.y), bits.leaf_at(east ? own.end_x - 1 : own.x, y), east ? own.end_x : own.x,
        south ? own.end_y : own.y);
}
/// Calls it for all corners: in the south-east, south-west, north-west and north-east.
template <class MemorySpace, class Visit>
KOKKOS_INLINE_FUNCTION void for_each_quad_aslant(const QuadBits<MemorySpace>& bits, const Quad& quad, const Visit& visit) {
  for (int d = straight_directions; d < all_directions; ++d) visit_quad_at_corner(bits, quad, d, visit);
}

/// The length of a straight line between two places, in the units of step_lengths.hpp, rounded.
KOKKOS_INLINE_FUNCTION std::int32_t line_length(HalfCell a, HalfCell b) {
  const double x = a.x - b.x, y = a.y - b.y;
  return static_cast<std::int32_t>(straight_length * Kokkos::sqrt(x * x + y * y) + 0.5);
}

/// Calls visit(slot, length, corner) for the neighbors of a leaf: the traversable leaves beside it, and those at its corners if both leaves
/// that lie there as well are traversable. A way to one of those leads through the corner, and to others straight; `corner` says which.
template <class MemorySpace, class Visit>
KOKKOS_INLINE_FUNCTION void for_each_quad_neighbor(const QuadTreeView<MemorySpace>& tree, std::int32_t slot, const Visit& visit) {
  const Quad quad = quad_of(tree.code(slot));
  const HalfCell here = tree.point(slot);
  if (tree.cost(slot) == 0) return;
  for_each_quad_beside(tree.bits, quad, [&](const Quad& beside) {
    const std::int32_t other = tree.find(beside);
    if (tree.cost(other) > 0) visit(other, line_length(here, tree.point(other)));
  });
  if (!tree.shape.diagonal) return;
  for_each_quad_aslant(tree.bits, quad, [&](const Quad& aslant, const Quad& one, const Quad& two, std::int32_t x, std::int32_t y) {
    const std::int32_t other = tree.find(aslant);
    if (tree.cost(other) == 0 || tree.cost(tree.find(one)) == 0 || tree.cost(tree.find(two)) == 0) return;
    const HalfCell corner{2 * x * tree.bits.leaf_cells, 2 * y * tree.bits.leaf_cells};
    visit(other, line_length(here, corner) + line_length(corner, tree.point(other)));
  });
}

}  // namespace plethos::planning
