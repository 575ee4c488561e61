// Toggled guard: included once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_GRID_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_GRID_KERNEL_INL
#undef PLETHOS_NEIGHBORS_GRID_KERNEL_INL
#else
#define PLETHOS_NEIGHBORS_GRID_KERNEL_INL
#endif

#include "algorithms/neighbors/grid/grid_arguments.hpp"
#include "algorithms/neighbors/nearest_kernel-inl.hpp"

PLETHOS_KERNEL_BEGIN

using neighbors::GridArguments;

/// Columns that the agents of a lane are spread over at most: so far apart they share few candidates.
inline constexpr std::int32_t grid_lane_columns = 32;

/// As UniformGrid::column and row.
PLETHOS_FUNCTION std::int32_t grid_place(float at, float origin, float cell, std::int32_t size) {
  const float place = (at - origin) / cell;
  if (!(place > 0.f)) return 0;
  return place < static_cast<float>(size) ? static_cast<std::int32_t>(place) : size - 1;
}

template <class Nearest>
PLETHOS_FUNCTION void grid_offer(const GridArguments& in, Nearest& nearest, std::int32_t first_cell, std::int32_t last_cell) {
  nearest.offer_range(in.start[first_cell], in.start[last_cell + 1]);
  if (in.parked == nullptr) return;
  const std::int32_t* list = in.parked + in.agents.working;
  nearest.offer_listed(list, in.parked_start[first_cell], in.parked_start[last_cell + 1]);
}

/// Looks through the cells around those that the lane's agents are in, [left, right] of a row, ring by ring until no unvisited cell can
/// hold anyone nearer to any of them. UniformGrid::visit_rings for a run of cells.
template <class L, class Nearest>
PLETHOS_FUNCTION void grid_look_around(const GridArguments& in, Nearest& nearest, std::int32_t row, std::int32_t left, std::int32_t right) {
  using Float = typename L::Float;
  for (std::int32_t ring = 0;; ++ring) {
    const std::int32_t bottom = row - ring;
    const std::int32_t top = row + ring;
    const std::int32_t from = left > ring ? left - ring : 0;
    const std::int32_t to = right + ring < in.columns - 1 ? right + ring : in.columns - 1;
    if (bottom >= 0) grid_offer(in, nearest, bottom * in.columns + from, bottom * in.columns + to);
    if (top < in.rows && ring > 0) grid_offer(in, nearest, top * in.columns + from, top * in.columns + to);
    for (std::int32_t r = bottom + 1 > 0 ? bottom + 1 : 0; r < top && r < in.rows; ++r) {
      if (left >= ring) grid_offer(in, nearest, r * in.columns + from, r * in.columns + from);
      if (right + ring < in.columns) grid_offer(in, nearest, r * in.columns + to, r * in.columns + to);
    }
    Float rest = L::set(1e30f);
    bool more = false;
    const auto side = [&](bool cells_beyond, Float distance) PLETHOS_LAMBDA {
      if (!cells_beyond) return;
      rest = L::min(rest, distance);
      more = true;
    };
    const float cell = in.cell;
    side(from > 0, nearest.x - L::set(in.origin_x + static_cast<float>(from) * cell));
    side(to < in.columns - 1, L::set(in.origin_x + static_cast<float>(to + 1) * cell) - nearest.x);
    side(bottom > 0, nearest.y - L::set(in.origin_y + static_cast<float>(bottom) * cell));
    side(top < in.rows - 1, L::set(in.origin_y + static_cast<float>(top + 1) * cell) - nearest.y);
    // A hundredth of a cell is given away for the rounding of positions into cells.
    if (!more || L::none(L::less_equal(rest - L::set(0.01f * cell), L::sqrt(L::max(nearest.bound(), L::set(0.f)))) & nearest.asks)) return;
  }
}

/// Fills the lists of the agents [begin, end), which are sorted by cell.
template <class L, int Entries>
PLETHOS_FUNCTION void grid_agents(const GridArguments& in, std::int32_t begin, std::int32_t end) {
  const std::int32_t block_end = (end + L::width - 1) / L::width * L::width;
  const std::int32_t present = in.start[in.columns * in.rows];
  for (std::int32_t i = end > present ? (begin > present ? begin : present) : end; i < end; ++i) in.agents.count[i] = 0;
  const std::int32_t last = end < present ? end : present;
  for (std::int32_t i = begin; i < last;) {
    const std::int32_t row = grid_place(in.agents.position_y[i], in.origin_y, in.cell, in.rows);
    const std::int32_t left = grid_place(in.agents.position_x[i], in.origin_x, in.cell, in.columns);
    const std::int32_t furthest = left + grid_lane_columns < in.columns ? left + grid_lane_columns : in.columns;
    std::int32_t until = in.start[row * in.columns + furthest];
    until = until < last ? until : last;
    until = until < i + L::width ? until : i + L::width;
    const std::int32_t right = grid_place(in.agents.position_x[until - 1], in.origin_x, in.cell, in.columns);
    NearestLane<L, Entries> nearest(in.agents, i, until, block_end);
    grid_look_around<L>(in, nearest, row, left, right);
    nearest.store();
    i = until;
  }
}

PLETHOS_KERNEL_END
#endif
