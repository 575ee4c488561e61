#pragma once

#include <vector>

#include "algorithms/planning/potential/relaxation_arguments.hpp"
#include "backends/replayed.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

/// Solves a Laplace equation over a map with obstacles by cycles over grids, each with cells twice as wide as the one before (a V(2,2)
/// cycle with red-black relaxation; Trottenberg, Oosterlee and Schueller 2001, chapters 2 and 5). A coarse cell is free if a cell in it is.
/// What the finer grid's edges weigh between two coarse cells is added up (aggregation, as Galerkin's products with constant interpolation
/// are), halved for the longer way. Edges to cells that are not free keep part of their weight from grid to grid; what part was found by
/// trying (docs/algorithms/bvp.md). Corrections are interpolated linearly.
template <class Execution>
class Multigrid {
 public:
  using MemorySpace = typename Execution::memory_space;

  /// Claims memory for maps of that size.
  void make(const Checkerboard& board);
  /// Makes the coarse grids for the finest one, which has no weights. Cost: two passes over the cells.
  void begin(const Execution& execution, const Relaxation& finest);
  /// Returns the greatest residual after a cycle has smoothed the finest grid; if it is greater than `enough`, the cycle goes on. Waits.
  float cycle(const Execution& execution, float enough);

  std::uint64_t bytes() const;

 private:
  using Words = Kokkos::View<std::uint32_t*, MemorySpace>;
  struct Memory {
    Kokkos::View<float*, MemorySpace> values, source, east, south, inverse, walls;
    Words free;
  };

  /// The cycle after the finest grid was smoothed and measured.
  void correct(const Execution& execution) const;

  std::vector<GridLevel> levels_;
  std::vector<Memory> memory_;  ///< of the coarse ones
  Kokkos::View<std::int32_t, MemorySpace> greatest_{"plethos::potential::greatest"};
  backends::Replayed<Execution> correction_;
};

}  // namespace plethos::planning
