// Toggled guard: included once for the scalar lane and once per SIMD target (see core/lane/kernel_macros.hpp).
#if defined(PLETHOS_NEIGHBORS_GRID_LISTS_KERNEL_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLETHOS_NEIGHBORS_GRID_LISTS_KERNEL_INL
#undef PLETHOS_NEIGHBORS_GRID_LISTS_KERNEL_INL
#else
#define PLETHOS_NEIGHBORS_GRID_LISTS_KERNEL_INL
#endif

#include "algorithms/neighbors/grid/grid_kernel-inl.hpp"
#include "algorithms/neighbors/verlet/verlet_kernel-inl.hpp"

PLETHOS_KERNEL_BEGIN

using neighbors::GridVerletArguments;
using neighbors::VerletArguments;

/// The candidates of an agent as they are found: a lane looks at as many others at a time as it has elements. Those that are found go to
/// the agent's row of the matrix, as long as there is room; on vectors by a list on the stack.
template <class L, int Capacity>
struct GridCandidates {
  const VerletArguments& in;
  CandidateColumns columns;  // the first element is the agent's
  std::int32_t self;
  float x, y;  // m
  std::int32_t found = 0;
  std::int32_t list[L::width == 1 ? 1 : Capacity + L::width];

  PLETHOS_FUNCTION GridCandidates(const VerletArguments& arguments, CandidateColumns agents_columns, std::int32_t agent)
      : in(arguments), columns(agents_columns), self(agent), x(arguments.agents.position_x[agent]), y(arguments.agents.position_y[agent]) {}

  /// Takes those of the agents [first, last) that are near enough.
  PLETHOS_FUNCTION void take(std::int32_t first, std::int32_t last, float squared) {
    if constexpr (L::width == 1) return take_each(first, last, squared);
    const std::int32_t stride = in.agents.lists.stride;
    for (std::int32_t j = first; j < last; j += L::width) {
      // A vector ends before the columns do.
      const std::int32_t base = j + L::width <= stride ? j : stride - L::width;
      const typename L::Int other = L::set_int(base) + L::iota();
      const auto to_x = L::load_unaligned(in.agents.position_x + base) - L::set(x);
      const auto to_y = L::load_unaligned(in.agents.position_y + base) - L::set(y);
      const typename L::Mask inside =
          (!L::less(other, L::set_int(j))) & L::less(other, L::set_int(last)) & (!L::equal(other, L::set_int(self)));
      const typename L::Mask near = L::less(L::mul_add(to_x, to_x, to_y * to_y), L::set(squared)) & inside;
      if (L::any(near)) found += found < in.most ? L::compress_store(near, other, list + found) : L::count_true(near);
    }
  }
  /// Does so with listed agents.
  PLETHOS_FUNCTION void take_listed(const std::int32_t* indices, std::int32_t first, std::int32_t last, float squared) {
    for (std::int32_t k = first; k < last; ++k) take_one(indices[k], squared);
  }
  PLETHOS_FUNCTION void store() const {
    if constexpr (L::width > 1) {
      for (std::int32_t c = 0; c < found; ++c) place(c) = list[c];
    }
  }

 private:
  PLETHOS_FUNCTION void take_each(std::int32_t first, std::int32_t last, float squared) {
    for (std::int32_t j = first; j < last; ++j) take_one(j, squared);
  }
  PLETHOS_FUNCTION void take_one(std::int32_t j, float squared) {
    const float* pair = in.pairs + 2 * static_cast<std::int64_t>(j);
    const float to_x = pair[0] - x, to_y = pair[1] - y;
    if (j == self || !(to_x * to_x + to_y * to_y < squared)) return;
    if (found < in.most) write(j);
    ++found;
  }
  PLETHOS_FUNCTION void write(std::int32_t j) {
    if constexpr (L::width == 1) {
      place(found) = j;
    } else {
      list[found] = j;
    }
  }
  PLETHOS_FUNCTION std::int32_t& place(std::int32_t c) const { return columns.first[c * columns.stride]; }
};

/// Returns the square of how far from an agent there are as many others as are wanted, in m^2, as the cells around it let expect.
PLETHOS_FUNCTION float grid_squared_guess(const GridArguments& in, std::int32_t wanted, std::int32_t world, std::int32_t row,
                                          std::int32_t column) {
  constexpr std::int32_t most_rings = 8;
  constexpr float inverse_pi = 0.318309886f;
  const std::int32_t columns = in.cells.columns, rows = in.cells.rows;
  for (std::int32_t ring = 2;; ring *= 2) {
    const std::int32_t left = column > ring ? column - ring : 0, right = column + ring < columns ? column + ring : columns - 1;
    const std::int32_t bottom = row > ring ? row - ring : 0, top = row + ring < rows ? row + ring : rows - 1;
    std::int32_t there = 0;
    for (std::int32_t r = bottom; r <= top; ++r) {
      const std::int32_t cells = world + r * columns;
      there += in.start[cells + right + 1] - in.start[cells + left];
      if (in.parked != nullptr) there += in.parked_start[cells + right + 1] - in.parked_start[cells + left];
    }
    if (there < wanted && ring < most_rings) continue;
    const float area = static_cast<float>((right - left + 1) * (top - bottom + 1)) * in.cells.cell * in.cells.cell;
    return static_cast<float>(wanted) * area * inverse_pi / static_cast<float>(there);
  }
}

/// Takes the agents whose squared distance is less than `squared`, in m^2, from the cells within `reach` metres.
template <class Candidates>
PLETHOS_FUNCTION void take_within(const GridArguments& in, std::int32_t world, bool with_ghosts, float reach, float squared,
                                  Candidates& candidates) {
  const CellGrid& cells = in.cells;
  // A hundredth of a cell makes up for the rounding of positions into cells.
  const float away = reach + 0.01f * cells.cell;
  const std::int32_t left = cell_column(cells, candidates.x - away), right = cell_column(cells, candidates.x + away);
  const std::int32_t bottom = cell_row(cells, candidates.y - away), top = cell_row(cells, candidates.y + away);
  candidates.found = 0;
  for (std::int32_t r = bottom; r <= top; ++r) {
    const std::int32_t first = world + r * cells.columns + left, last = world + r * cells.columns + right;
    candidates.take(in.start[first], in.start[last + 1], squared);
    if (in.parked != nullptr) {
      candidates.take_listed(in.parked + in.agents.working, in.parked_start[first], in.parked_start[last + 1], squared);
    }
    for (std::int32_t cell = first; with_ghosts && cell <= last; ++cell) {
      for (std::int32_t ghost = in.last_ghost[cell]; ghost >= 0; ghost = in.ghost_before[ghost]) {
        candidates.take_listed(&ghost, 0, 1, squared);
      }
    }
  }
}

/// Collects candidates from the cells, as make_verlet_lists() describes: all others within a distance at which there are about as many as
/// are wanted. Where it finds no such distance in a few tries, an agent has none.
template <class L, int Capacity>
struct GridCollector {
  const GridVerletArguments& arguments;

  PLETHOS_FUNCTION void collect(CandidateColumns columns, std::int32_t first, std::int32_t i, float margin, float& squared) const {
    constexpr int tries = 8, patient = 3;
    const GridArguments& in = arguments.grid;
    const VerletArguments& verlet = arguments.verlet;
    const bool present = i < grid_present(in);
    verlet.candidates[i] = 0;
    verlet.beyond[i] = present ? -1.f : 1e30f;
    if (!present) return;
    std::int32_t least = (verlet.wanted + in.agents.lists.capacity) / 2;
    const float furthest = verlet.reach * verlet.reach;
    GridCandidates<L, Capacity> candidates(verlet, {columns.first + (i - first), columns.stride}, i);
    const std::int32_t row = cell_row(in.cells, candidates.y), column = cell_column(in.cells, candidates.x);
    const bool with_ghosts = grid_meets_ghosts<bool>(in, row, column, column);
    const std::int32_t world = grid_first_cell(in, i);
    if (!(squared > 0.f)) squared = grid_squared_guess(in, verlet.wanted, world, row, column);
    float too_near = 0, too_far = 0;  // squared distances that were tried; 0: none
    for (int k = 0; k < tries; ++k) {
      if (k == patient) least = in.agents.lists.capacity + 1;
      squared = squared < furthest ? squared : furthest;
      const float reach = root_of<L>(squared);
      take_within(in, world, with_ghosts, reach + margin, squared, candidates);
      const float rest = static_cast<float>(verlet.wanted) / static_cast<float>(candidates.found > 0 ? candidates.found : 1);
      if (candidates.found <= verlet.most && (candidates.found >= least || squared == furthest)) {
        candidates.store();
        verlet.candidates[i] = candidates.found;
        verlet.beyond[i] = reach;
        squared *= 0.5f + 0.5f * rest;
        return;
      }
      if (candidates.found < least) {
        too_near = squared;
      } else {
        too_far = squared;
      }
      squared = too_near > 0 && too_far > 0 ? 0.5f * (too_near + too_far) : squared * rest;
    }
    squared = 0;
  }
};

/// Makes the lists of the agents [begin, end), which were sorted by cell in the step of the search.
template <class L, class Selection, int Capacity>
PLETHOS_FUNCTION void make_grid_lists(const GridVerletArguments& arguments, std::int32_t begin, std::int32_t end) {
  const GridCollector<L, neighbors::most_candidates(Capacity)> collector{arguments};
  make_verlet_lists<L, Selection, Capacity>(arguments.verlet, collector, begin, end);
}

PLETHOS_KERNEL_END
#endif
