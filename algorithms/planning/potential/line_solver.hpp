#pragma once

#include <vector>

#include "algorithms/planning/potential/line_arguments.hpp"
#include "algorithms/planning/potential/relaxation_arguments.hpp"
#include "core/to_view.hpp"

namespace plethos::planning {

/// Solves Laplace's equation over a map with obstacles by alternating directions: all columns at once, then all rows at once (Peaceman and
/// Rachford 1955). Let H u = 2 u - west - east, V u = 2 u - north - south, and d what the values u lack to solve (H + V) u = 0. A sweep
/// with the parameter r solves (V + r) e = d and (H + r) f = e, and adds 2 r f to u. That is their method, written for corrections: those
/// vanish as u comes near the solution, and what they lose by rounding with them. The pivots of an elimination depend on r and on how far a
/// cell is from the first one of its run of free cells; so they are in a table, and no sweep divides.
template <class Execution>
class LineSolver {
 public:
  using MemorySpace = typename Execution::memory_space;

  /// The sweeps of a cycle, each with a parameter of its own. Their number was found by trying (docs/algorithms/bvp.md).
  static constexpr std::int32_t cycle_sweeps = 10;

  /// Claims memory for maps of that size: 20 bytes a cell.
  void make(const Checkerboard& board);
  /// Takes the values and free cells of an equation without weights. Cost: two passes over the cells.
  void begin(const Execution& execution, const Relaxation& equation);
  /// Does the first `sweeps` sweeps of a cycle, and gives the values back to the equation. Does not wait.
  void cycle(const Execution& execution, std::int32_t sweeps);

  std::uint64_t bytes() const;

 private:
  LineArguments arguments_;
  std::vector<float> parameters_;
  Kokkos::View<float*, MemorySpace> values_, column_corrections_, row_corrections_;
  Kokkos::View<std::int32_t*, MemorySpace> column_places_, row_places_;
  Kokkos::View<float*, MemorySpace> factors_;  ///< a table for each parameter
};

}  // namespace plethos::planning
