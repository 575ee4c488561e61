// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_GRID_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_GRID_KERNEL_INL
#undef PLETHOS_NEIGHBORS_GRID_KERNEL_INL
#else
#define PLETHOS_NEIGHBORS_GRID_KERNEL_INL
#endif

#include <type_traits>

#include "algorithms/neighbors/grid/grid_arguments.hpp"
#include "algorithms/neighbors/ring_walk-inl.hpp"

PLETHOS_KERNEL_BEGIN

using neighbors::GridArguments;

/// The agents of a lane lie in at most this many columns. Agents that are farther apart share few candidates.
inline constexpr std::int32_t grid_lane_columns = 32;

/// Returns the number of cells of an ensemble's worlds before that of the agent at i.
PLETHOS_FUNCTION std::int32_t grid_first_cell(const GridArguments& in, std::int32_t i) {
  if (in.worlds == 1) return 0;
  return static_cast<std::int32_t>(in.agents.id[i] >> in.world_shift) * (in.cells.columns * in.cells.rows);
}

/// Returns the number of agents that lie in cells: the others have left.
PLETHOS_FUNCTION std::int32_t grid_present(const GridArguments& in) { return in.start[in.worlds * (in.cells.columns * in.cells.rows)]; }

/// Offers the agents of a range of cells, of the world whose cells begin at `world`. `Ghosts` is bool, or a type whose values are false: to
/// ask for them costs a query one part in twenty.
template <class Nearest, class Ghosts>
struct GridOffer {
  const GridArguments& in;
  Nearest& nearest;
  Ghosts with_ghosts;
  std::int32_t world;

  PLETHOS_FUNCTION void operator()(std::int32_t first_cell_of_world, std::int32_t last_cell_of_world) const {
    const std::int32_t first_cell = world + first_cell_of_world, last_cell = world + last_cell_of_world;
    nearest.offer_range(in.start[first_cell], in.start[last_cell + 1]);
    if (in.parked != nullptr) {
      const std::int32_t* list = in.parked + in.agents.working;
      nearest.offer_listed(list, in.parked_start[first_cell], in.parked_start[last_cell + 1]);
    }
    for (std::int32_t cell = first_cell; with_ghosts && cell <= last_cell; ++cell) {
      for (std::int32_t ghost = in.last_ghost[cell]; ghost >= 0; ghost = in.ghost_before[ghost]) nearest.offer_listed(&ghost, 0, 1);
    }
  }
};

/// Returns the end of the agents that share a lane with agent i: those before `last` that lie in its row, at most grid_lane_columns from
/// its column `left`, of the world whose cells begin at `world`.
template <class L>
PLETHOS_FUNCTION std::int32_t grid_lane_end(const GridArguments& in, std::int32_t i, std::int32_t world, std::int32_t row,
                                            std::int32_t left, std::int32_t last) {
  if (L::width == 1) return i + 1;
  const std::int32_t furthest = left + grid_lane_columns < in.cells.columns ? left + grid_lane_columns : in.cells.columns;
  std::int32_t end = in.start[world + row * in.cells.columns + furthest];
  end = end < last ? end : last;
  return end < i + L::width ? end : i + L::width;
}

/// Returns whether agents in the columns [left, right] of a row may have ghosts as neighbors.
template <class Ghosts>
PLETHOS_FUNCTION Ghosts grid_meets_ghosts(const GridArguments& in, std::int32_t row, std::int32_t left, std::int32_t right) {
  if constexpr (std::is_same_v<Ghosts, bool>) {
    const neighbors::CellRange& core = in.core;
    return in.last_ghost != nullptr && !(row >= core.bottom && row < core.top && left >= core.left && right < core.right);
  } else {
    return {};
  }
}

/// Fills the lists of the agents [begin, end), which are sorted by cell, or were if they have moved since. nearest_kernel-inl.hpp describes
/// `Nearest`, and GridOffer `Ghosts`.
template <class L, class Nearest, class Ghosts = bool>
PLETHOS_FUNCTION void grid_agents(const GridArguments& in, std::int32_t begin, std::int32_t end) {
  const std::int32_t block_end = (end + L::width - 1) / L::width * L::width;
  const std::int32_t present = grid_present(in);
  for (std::int32_t i = begin > present ? begin : present; i < end; ++i) in.agents.lists.count[i] = 0;
  const std::int32_t last = end < present ? end : present;
  float margin = 0;
  if constexpr (L::width == 1) margin = in.gone_squared != nullptr ? L::sqrt(*in.gone_squared) : 0.f;
  for (std::int32_t i = begin; i < last;) {
    const std::int32_t row = cell_row(in.cells, in.agents.position_y[i]);
    const std::int32_t left = cell_column(in.cells, in.agents.position_x[i]);
    const std::int32_t world = grid_first_cell(in, i);
    const std::int32_t until = grid_lane_end<L>(in, i, world, row, left, last);
    const std::int32_t right = L::width == 1 ? left : cell_column(in.cells, in.agents.position_x[until - 1]);
    Nearest nearest(in.agents, i, until, block_end);
    walk_rings<L>(in.cells, row, left, right, margin, nearest,
                  GridOffer<Nearest, Ghosts>{in, nearest, grid_meets_ghosts<Ghosts>(in, row, left, right), world});
    nearest.store();
    i = until;
  }
}

PLETHOS_KERNEL_END
#endif
