// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_GRID_LISTS_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_GRID_LISTS_KERNEL_INL
#undef PLETHOS_NEIGHBORS_GRID_LISTS_KERNEL_INL
#else
#define PLETHOS_NEIGHBORS_GRID_LISTS_KERNEL_INL
#endif

#include "algorithms/neighbors/grid/grid_kernel-inl.hpp"
#include "algorithms/neighbors/verlet/collector-inl.hpp"

PLETHOS_KERNEL_BEGIN

using neighbors::GridVerletArguments;
using neighbors::VerletArguments;

/// The cells around an agent, for collect_candidates().
struct GridSurroundings {
  using Arguments = GridVerletArguments;
  const GridArguments& in;
  float x, y;  // m
  std::int32_t row, column, world;
  bool with_ghosts;

  PLETHOS_FUNCTION static std::int32_t present(const Arguments& arguments) { return grid_present(arguments.grid); }

  PLETHOS_FUNCTION GridSurroundings(const Arguments& arguments, std::int32_t i, float at_x, float at_y)
      : in(arguments.grid),
        x(at_x),
        y(at_y),
        row(cell_row(in.cells, y)),
        column(cell_column(in.cells, x)),
        world(grid_first_cell(in, i)),
        with_ghosts(grid_meets_ghosts<bool>(in, row, column, column)) {}

  template <class Team>
  PLETHOS_FUNCTION float guess(const Team& team, std::int32_t wanted) const {
    constexpr std::int32_t most_rings = 8;
    constexpr float inverse_pi = 0.318309886f;
    const std::int32_t columns = in.cells.columns, rows = in.cells.rows;
    for (std::int32_t ring = 2;; ring *= 2) {
      const std::int32_t left = column > ring ? column - ring : 0, right = column + ring < columns ? column + ring : columns - 1;
      const std::int32_t bottom = row > ring ? row - ring : 0, top = row + ring < rows ? row + ring : rows - 1;
      const auto there = static_cast<std::int32_t>(team.sum(top - bottom + 1, [&](std::int32_t r) PLETHOS_LAMBDA {
        const std::int32_t cells = world + (bottom + r) * columns;
        std::int32_t some = in.start[cells + right + 1] - in.start[cells + left];
        if (in.parked != nullptr) some += in.parked_start[cells + right + 1] - in.parked_start[cells + left];
        return static_cast<std::uint32_t>(some);
      }));
      if (there < wanted && ring < most_rings) continue;
      const float area = static_cast<float>((right - left + 1) * (top - bottom + 1)) * in.cells.cell * in.cells.cell;
      return static_cast<float>(wanted) * area * inverse_pi / static_cast<float>(there);
    }
  }

  template <class Candidates>
  PLETHOS_FUNCTION void take_within(float reach, float squared, Candidates& candidates) const {
    const CellGrid& cells = in.cells;
    // A hundredth of a cell makes up for the rounding of positions into cells.
    const float away = reach + 0.01f * cells.cell;
    const std::int32_t left = cell_column(cells, x - away), wide = cell_column(cells, x + away) - left + 1;
    const std::int32_t bottom = cell_row(cells, y - away), high = cell_row(cells, y + away) - bottom + 1;
    const std::int32_t corner = world + bottom * cells.columns + left;
    const auto range_of = [&](const std::int32_t* start) PLETHOS_LAMBDA {
      return [=, &cells](std::int32_t r, std::int32_t& first, std::int32_t& last) PLETHOS_LAMBDA {
        first = start[corner + r * cells.columns];
        last = start[corner + r * cells.columns + wide];
      };
    };
    candidates.take_ranges(high, range_of(in.start), nullptr, squared);
    if (in.parked != nullptr) candidates.take_ranges(high, range_of(in.parked_start), in.parked + in.agents.working, squared);
    if (with_ghosts) {
      const auto ghost = [&](std::int32_t k) PLETHOS_LAMBDA { return in.last_ghost[corner + k / wide * cells.columns + k % wide]; };
      candidates.take_linked(high * wide, ghost, in.ghost_before, squared);
    }
  }
};

/// Makes the lists of the agents [begin, end), which were sorted by cell in the step of the search.
template <class L, class Selection, int Capacity>
PLETHOS_FUNCTION void make_grid_lists(const GridVerletArguments& arguments, std::int32_t begin, std::int32_t end) {
  const VerletCollector<L, Capacity, GridSurroundings> collector{arguments};
  make_verlet_lists<L, Selection, Capacity>(arguments.verlet, collector, begin, end);
}

PLETHOS_KERNEL_END
#endif
