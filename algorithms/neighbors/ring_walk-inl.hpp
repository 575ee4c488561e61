// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_RING_WALK_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_RING_WALK_INL
#undef PLETHOS_NEIGHBORS_RING_WALK_INL
#else
#define PLETHOS_NEIGHBORS_RING_WALK_INL
#endif

#include "core/cells-inl.hpp"

PLETHOS_KERNEL_BEGIN

/// Visits the cells around the points of a lane, ring by ring, until no unvisited cell can hold anything within reach of a point. The
/// points lie in the columns [left, right] of `row`. visit(first, last) takes the cells first to last, consecutive cells of one row.
/// What is in a cell may lie `margin` metres outside. `nearest` has the points x and y in metres, the mask `asks` of those that ask, and
/// reach(), the distance in metres that each reaches to. Reach shrinks as more is found.
template <class L, class Nearest, class Visit>
PLETHOS_FUNCTION void walk_rings(const CellGrid& grid, std::int32_t row, std::int32_t left, std::int32_t right, float margin,
                                 const Nearest& nearest, const Visit& visit) {
  using Float = typename L::Float;
  for (std::int32_t ring = 0;; ++ring) {
    const std::int32_t bottom = row - ring;
    const std::int32_t top = row + ring;
    const std::int32_t from = left > ring ? left - ring : 0;
    const std::int32_t to = right + ring < grid.columns - 1 ? right + ring : grid.columns - 1;
    for (std::int32_t r = bottom > 0 ? bottom : 0; r <= top && r < grid.rows; ++r) {
      const std::int32_t cells = r * grid.columns;
      if (r == bottom || r == top) {
        visit(cells + from, cells + to);
      } else {
        if (left >= ring) visit(cells + from, cells + from);
        if (right + ring < grid.columns) visit(cells + to, cells + to);
      }
    }
    // `rest` is the distance to the nearest side of the visited rectangle beyond which there are cells. Nobody reaches 1e30 m.
    Float rest = L::set(1e30f);
    if (from > 0) rest = L::min(rest, nearest.x - L::set(grid.origin_x + static_cast<float>(from) * grid.cell));
    if (to < grid.columns - 1) rest = L::min(rest, L::set(grid.origin_x + static_cast<float>(to + 1) * grid.cell) - nearest.x);
    if (bottom > 0) rest = L::min(rest, nearest.y - L::set(grid.origin_y + static_cast<float>(bottom) * grid.cell));
    if (top < grid.rows - 1) rest = L::min(rest, L::set(grid.origin_y + static_cast<float>(top + 1) * grid.cell) - nearest.y);
    // A hundredth of a cell makes up for the rounding of positions into cells.
    if (L::none(L::less_equal(rest - L::set(0.01f * grid.cell + margin), nearest.reach()) & nearest.asks)) return;
  }
}

PLETHOS_KERNEL_END
#endif
