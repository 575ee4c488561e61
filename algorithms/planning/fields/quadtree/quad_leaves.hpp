#pragma once

#include "algorithms/planning/fields/quadtree/quad_tree.hpp"

namespace plethos::planning {

/// The cells of a square of the deepest level.
template <class MemorySpace>
struct LeafCells {
  GridGraph<MemorySpace> graph;
  std::int32_t side;

  /// Returns how many cells can be passed of those that a square of a column has in row y of the map.
  KOKKOS_INLINE_FUNCTION std::int32_t open_in_row(std::int32_t column, std::int32_t y) const {
    if (y >= graph.height) return 0;
    std::int32_t open = 0;
    const std::int32_t end_x = Kokkos::min((column + 1) * side, graph.width);
    for (std::int32_t x = column * side; x < end_x; ++x) open += graph.passable(y * graph.width + x);
    return open;
  }
  /// Returns how many of the cells of a square are blocked, or outside of the map.
  KOKKOS_INLINE_FUNCTION std::int32_t blocked(std::int32_t column, std::int32_t row) const {
    std::int32_t open = 0;
    for (std::int32_t y = row * side; y < (row + 1) * side; ++y) open += open_in_row(column, y);
    return side * side - open;
  }
  /// Returns the share of a square's cells in the map that are blocked. At least one is in the map.
  KOKKOS_INLINE_FUNCTION float blocked_share(std::int32_t column, std::int32_t row) const {
    const std::int32_t inside = Kokkos::min(side, graph.width - column * side) * Kokkos::min(side, graph.height - row * side);
    return static_cast<float>(blocked(column, row) - (side * side - inside)) / static_cast<float>(inside);
  }
};

/// Finds what a leaf costs, and the place that stands for it.
template <class MemorySpace>
struct DescribeLeaf {
  QuadTreeView<MemorySpace> tree;
  LeafCells<MemorySpace> cells;

  KOKKOS_INLINE_FUNCTION void operator()(std::int32_t slot, std::uint32_t code) const {
    const Quad quad = quad_of(code);
    const std::uint32_t place = quad_place(quad.x, quad.y);
    const std::int32_t half = cells.side << (tree.bits.depth - quad.level);
    tree.code(slot) = code;
    tree.point(slot) = {(2 * quad.x + 1) * half, (2 * quad.y + 1) * half};
    if (!tree.bits.mixed(quad.level, place)) {
      tree.cost(slot) = tree.bits.bit(tree.bits.all, quad.level, place) ? 0 : free_quad_cost;
      return;
    }
    const float share = cells.blocked_share(quad.x, quad.y);
    const float cost = Kokkos::fmax(1.f, tree.shape.crowded_cost * share);
    tree.cost(slot) = share >= tree.shape.blocked_from ? 0 : static_cast<std::int32_t>(free_quad_cost * cost + 0.5f);
    tree.point(slot) = free_point(quad, tree.point(slot));
  }

 private:
  /// The center of the free cell that is nearest to a leaf's center; of equally near ones the first.
  KOKKOS_INLINE_FUNCTION HalfCell free_point(const Quad& quad, HalfCell center) const {
    HalfCell best = center;
    std::int32_t best_squared = 0x7fffffff;
    const GridGraph<MemorySpace>& graph = cells.graph;
    for (std::int32_t y = quad.y * cells.side; y < Kokkos::min((quad.y + 1) * cells.side, graph.height); ++y) {
      for (std::int32_t x = quad.x * cells.side; x < Kokkos::min((quad.x + 1) * cells.side, graph.width); ++x) {
        const std::int32_t across = 2 * x + 1 - center.x, down = 2 * y + 1 - center.y;
        const std::int32_t squared = across * across + down * down;
        if (graph.passable(y * graph.width + x) == 0 || squared >= best_squared) continue;
        best = {2 * x + 1, 2 * y + 1};
        best_squared = squared;
      }
    }
    return best;
  }
};

}  // namespace plethos::planning
