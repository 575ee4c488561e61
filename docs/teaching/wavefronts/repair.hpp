#pragma once

#include "docs/teaching/wavefronts/near_far.hpp"

namespace plethos::teaching {

/// Takes back the value of a cell of the list if it is blocked or no cell beside it gives the value any more, and lists those beside it.
template <class MemorySpace>
struct TakeBack {
  using Numbers = Kokkos::View<std::int32_t*, MemorySpace>;

  Front<MemorySpace> front;
  Numbers taken;  ///< the cells whose values were taken back, each once
  Kokkos::View<std::int32_t, MemorySpace> count;

  KOKKOS_FUNCTION void operator()(int k) const {
    const std::int32_t cell = front.take(k);
    const std::int32_t value = backends::relaxed_load(front.values(cell));
    if (value == unreached) return;
    bool is_given = value == 0;
    front.grid.for_each_beside(cell, [&](std::int32_t other) {
      is_given = is_given || backends::relaxed_load(front.values(other)) + front.grid.cost(cell) == value;
    });
    if (is_given && front.grid.is_open(cell)) return;
    Kokkos::atomic_store(&front.values(cell), unreached);
    taken(backends::append_place(count())) = cell;
    front.grid.for_each_beside(cell, [&](std::int32_t other) { front.add(other); });
  }
};

/// Lists the cells beside those whose values were taken back, and beside a changed one, as far as they have values.
template <class MemorySpace>
struct ListBeside {
  Front<MemorySpace> front;
  Kokkos::View<std::int32_t*, MemorySpace> taken;

  KOKKOS_FUNCTION void operator()(int k) const {
    front.grid.for_each_beside(taken(k), [&](std::int32_t other) {
      if (front.values(other) < unreached) front.add(other, 0);
    });
  }
};

/// Repairs a finished field after the cost of one cell, which is no goal, has become another one; 0 blocks it. Returns how many values were
/// taken back.
template <class Execution>
std::int32_t repair(const Execution& execution, std::int32_t cell, std::int32_t cost, std::int32_t step,
                    const Front<typename Execution::memory_space>& front) {
  using MemorySpace = typename Execution::memory_space;
  // The last place is for a changed cell that had no value to be taken back.
  const Kokkos::View<std::int32_t*, MemorySpace> taken("teaching::taken", front.size() + 1);
  const Kokkos::View<std::int32_t, MemorySpace> count("teaching::count");
  set_element(front.grid.cost, cost, static_cast<std::size_t>(cell));
  FrontState now = element(front.state);
  now.threshold = 0;
  now.listed[now.round & 1] = 1;
  set_element(front.state, now);
  set_element(front.list[now.round & 1], cell);
  set_element(front.mark, 1, static_cast<std::size_t>(cell));
  while (now.listed[now.round & 1] > 0) {
    backends::for_each(execution, "teaching::take_back", now.listed[now.round & 1], TakeBack<MemorySpace>{front, taken, count});
    backends::for_each(execution, "teaching::end_front_round", 1, EndFrontRound<MemorySpace>{front.state, step});
    execution.fence();
    now = element(front.state);
  }
  const std::int32_t lost = element(count);
  set_element(taken, cell, static_cast<std::size_t>(lost));
  backends::for_each(execution, "teaching::list_beside", lost + 1, ListBeside<MemorySpace>{front, taken});
  execution.fence();
  advance(execution, step, front);
  return lost;
}

}  // namespace plethos::teaching
