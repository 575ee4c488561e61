#pragma once

#include <utility>

#include "backends/execution.hpp"
#include "backends/relaxed_load.hpp"
#include "core/copy_view.hpp"
#include "docs/teaching/wavefronts/cost_grid.hpp"

namespace plethos::teaching {

/// Lowers every cell once by the cells beside it.
template <class MemorySpace>
struct Sweep {
  using Values = Kokkos::View<std::int32_t*, MemorySpace>;

  CostGrid<MemorySpace> grid;
  Values before, after;  ///< the same view twice: one buffer
  Kokkos::View<std::int32_t, MemorySpace> changed;

  KOKKOS_FUNCTION void operator()(int cell) const {
    const std::int32_t old = backends::relaxed_load(before(cell));
    std::int32_t best = old;
    if (grid.is_open(cell)) {
      grid.for_each_beside(cell,
                           [&](std::int32_t other) { best = Kokkos::min(best, backends::relaxed_load(before(other)) + grid.cost(cell)); });
    }
    Kokkos::atomic_store(&after(cell), best);
    if (best < old) Kokkos::atomic_store(&changed(), 1);
  }
};

/// Makes sweeps until none changes a value, or `most` of them. `values`: 0 at the goals and `unreached` elsewhere; then the costs of the
/// cheapest ways. The host looks at the flag after every `batch` sweeps. Returns how many sweeps there were.
template <class Execution>
std::int32_t sweep_field(const Execution& execution, const CostGrid<typename Execution::memory_space>& grid, std::int32_t batch,
                         std::int32_t most, bool two_buffers, Kokkos::View<std::int32_t*, typename Execution::memory_space>& values) {
  using MemorySpace = typename Execution::memory_space;
  Kokkos::View<std::int32_t*, MemorySpace> other("teaching::other", two_buffers ? values.size() : 0);
  const Kokkos::View<std::int32_t, MemorySpace> changed("teaching::changed");
  std::int32_t sweeps = 0;
  do {
    set_element(changed, 0);
    for (std::int32_t k = 0; k < batch && sweeps < most; ++k, ++sweeps) {
      const Sweep<MemorySpace> sweep{grid, values, two_buffers ? other : values, changed};
      backends::for_each(execution, "teaching::sweep", grid.cells(), sweep);
      if (two_buffers) std::swap(values, other);
    }
    execution.fence();
  } while (element(changed) != 0 && sweeps < most);
  return sweeps;
}

}  // namespace plethos::teaching
