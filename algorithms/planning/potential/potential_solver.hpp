#pragma once

#include <span>

#include "algorithms/planning/potential/line_solver.hpp"
#include "algorithms/planning/potential/multigrid.hpp"
#include "algorithms/planning/potential/solver.hpp"

namespace plethos::planning {

/// Solves Laplace's equation on a map's free cells, each 1 unit from its neighbors, with the values of all other cells given (Fischer,
/// Silveira and Nedel 2009, equation 2 with epsilon = 0). The results of a solver have the same bits on every backend.
template <class Execution>
class PotentialSolver {
 public:
  using MemorySpace = typename Execution::memory_space;

  /// Claims memory for maps of that size. Cells outside of a map have the value 0.
  void make(std::int32_t width, std::int32_t height, Solver solver);

  const Checkerboard& board() const { return board_; }
  /// Sets which cells are free, and all values; those of free cells are what the solver begins with. Both lists go row by row from the
  /// top. Cost: a copy.
  void set(std::span<const std::uint8_t> free, std::span<const float> values);
  /// Returns the values, row by row from the top.
  std::vector<float> values() const;
  /// The same in the backend's memory, as Checkerboard says. The caller may write them.
  float* data() const { return values_.data(); }
  std::uint32_t* free_words() const { return free_.data(); }

  /// Returns the greatest residual of the present values. Waits.
  float residual(const Execution& execution);
  /// Solves until the greatest residual is at most `enough`, or `most` sweeps (cycles) are done. In float the residual of values up to 1
  /// does not fall below about 2e-7. `watch`, if there is one, is called with each residual that is measured, and may end it. Waits.
  Solved solve(const Execution& execution, float enough, std::int32_t most, const WatchSolving& watch = {});

  std::uint64_t bytes() const;

 private:
  Relaxation equation() const { return {board_, values_.data(), free_.data()}; }
  /// Returns after how many sweeps the residual is measured: a multigrid cycle measures by itself.
  std::int32_t sweeps_between_measures() const;
  void advance(const Execution& execution, std::int32_t sweeps);

  Checkerboard board_;
  Solver solver_ = Solver::multigrid;
  Kokkos::View<float*, MemorySpace> values_, next_;
  Kokkos::View<std::uint32_t*, MemorySpace> free_;
  Multigrid<Execution> multigrid_;
  LineSolver<Execution> lines_;
  Kokkos::View<std::int32_t, MemorySpace> greatest_{"plethos::potential::greatest"};
};

}  // namespace plethos::planning
