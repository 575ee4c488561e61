#pragma once

#include <algorithm>

#include "backends/append.hpp"
#include "backends/execution.hpp"
#include "backends/relaxed_load.hpp"
#include "core/copy_view.hpp"
#include "docs/teaching/wavefronts/cost_grid.hpp"

namespace plethos::teaching {

/// What the rounds of a front count. The lists of even and odd rounds take turns.
struct FrontState {
  std::int32_t listed[2] = {0, 0};
  std::int32_t round = 0;
  std::int32_t threshold = 0;          ///< cells whose values are not below it wait
  std::int32_t worked = 0;             ///< cells that this round has not let wait
  std::int32_t least_far = unreached;  ///< the least value of those that wait
  std::int32_t lowered = 0;            ///< how often a cell has lowered those beside it, in all rounds
};

/// A field and its front: the cells whose values have fallen since they lowered those beside them.
template <class MemorySpace>
struct Front {
  using Numbers = Kokkos::View<std::int32_t*, MemorySpace>;

  CostGrid<MemorySpace> grid;
  Numbers values;
  Numbers list[2];
  Numbers mark;  ///< of each cell: whether a list has it
  Kokkos::View<FrontState, MemorySpace> state;

  explicit Front(const CostGrid<MemorySpace>& cells)
      : grid(cells), values("teaching::values", size()), mark("teaching::mark", size()), state("teaching::state") {
    for (Numbers& cells_listed : list) cells_listed = Numbers("teaching::list", size());
  }
  std::size_t size() const { return static_cast<std::size_t>(grid.width) * static_cast<std::size_t>(grid.height); }

  /// Lists a cell for the next round, or with `ahead` 0 for this one, if it is not listed yet. So a list never has more cells than the
  /// grid.
  KOKKOS_INLINE_FUNCTION void add(std::int32_t cell, std::int32_t ahead = 1) const {
    // What made the cell worth listing comes before the mark, for whoever takes the mark away.
    Kokkos::memory_fence();
    if (Kokkos::atomic_exchange(&mark(cell), 1) != 0) return;
    const std::int32_t which = (state().round + ahead) & 1;
    list[which](backends::append_place(state().listed[which])) = cell;
  }
  /// Takes the k-th cell off this round's list. What falls from here on lists it again.
  KOKKOS_INLINE_FUNCTION std::int32_t take(int k) const {
    const std::int32_t cell = list[state().round & 1](k);
    Kokkos::atomic_exchange(&mark(cell), 0);
    Kokkos::memory_fence();
    return cell;
  }
};

/// Leaves all cells unreached but a goal, and lists that.
template <class MemorySpace>
void begin(std::int32_t goal, const Front<MemorySpace>& front) {
  Kokkos::deep_copy(front.values, unreached);
  Kokkos::deep_copy(front.mark, 0);
  FrontState state;
  state.listed[0] = 1;
  set_element(front.state, state);
  set_element(front.list[0], goal);
  set_element(front.mark, 1, static_cast<std::size_t>(goal));
  set_element(front.values, 0, static_cast<std::size_t>(goal));
}

/// Lets a cell of the list lower those beside it, if its value is below the threshold.
template <class MemorySpace>
struct LowerBeside {
  Front<MemorySpace> front;

  KOKKOS_FUNCTION void operator()(int k) const {
    FrontState& state = front.state();
    const std::int32_t cell = front.take(k);
    const std::int32_t value = backends::relaxed_load(front.values(cell));
    if (value >= state.threshold) {
      front.add(cell);
      Kokkos::atomic_min(&state.least_far, value);
      return;
    }
    front.grid.for_each_beside(cell, [&](std::int32_t other) {
      const std::int32_t found = value + front.grid.cost(other);
      if (found < Kokkos::atomic_fetch_min(&front.values(other), found)) front.add(other);
    });
    Kokkos::atomic_add(&state.worked, 1);
  }
};

/// Ends a round. If all cells waited, the threshold rises.
template <class MemorySpace>
struct EndFrontRound {
  Kokkos::View<FrontState, MemorySpace> shared;
  std::int32_t step;

  KOKKOS_FUNCTION void operator()(int) const {
    FrontState& state = shared();
    state.listed[state.round & 1] = 0;
    ++state.round;
    if (state.worked == 0 && state.least_far < unreached) {
      state.threshold = state.least_far < unreached - step ? (state.least_far / step + 1) * step : unreached;
    }
    state.lowered += state.worked;
    state.worked = 0;
    state.least_far = unreached;
  }
};

/// Lets the listed cells lower others until no list has a cell any more. `step`: by how much the threshold rises. Returns the rounds.
template <class Execution>
std::int32_t advance(const Execution& execution, std::int32_t step, const Front<typename Execution::memory_space>& front) {
  using MemorySpace = typename Execution::memory_space;
  FrontState now = element(front.state);
  const std::int32_t first = now.round;
  while (now.listed[now.round & 1] > 0) {
    backends::for_each(execution, "teaching::lower_beside", now.listed[now.round & 1], LowerBeside<MemorySpace>{front});
    backends::for_each(execution, "teaching::end_front_round", 1, EndFrontRound<MemorySpace>{front.state, step});
    execution.fence();
    now = element(front.state);
  }
  return now.round - first;
}

}  // namespace plethos::teaching
