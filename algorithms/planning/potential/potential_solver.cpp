#include "algorithms/planning/potential/potential_solver.hpp"

#include <algorithm>

#include "algorithms/planning/potential/relax_cells.hpp"
#include "backends/instantiate.hpp"

namespace plethos::planning {

template <class Execution>
void PotentialSolver<Execution>::make(std::int32_t width, std::int32_t height, Solver solver) {
  board_ = Checkerboard(width, height);
  solver_ = solver;
  values_ = Kokkos::View<float*, MemorySpace>("plethos::potential::values", board_.elements());
  free_ = Kokkos::View<std::uint32_t*, MemorySpace>("plethos::potential::free", board_.words());
  next_ = Kokkos::View<float*, MemorySpace>("plethos::potential::next", solver == Solver::jacobi ? board_.elements() : 0);
  if (solver == Solver::multigrid) multigrid_.make(board_);
  if (solver == Solver::adi) lines_.make(board_);
}

template <class Execution>
void PotentialSolver<Execution>::set(std::span<const std::uint8_t> free, std::span<const float> values) {
  std::vector<float> board_values(board_.elements(), 0.f);
  std::vector<std::uint32_t> words(board_.words(), 0u);
  std::size_t cell = 0;
  for (std::int32_t y = 0; y < board_.height; ++y) {
    for (std::int32_t x = 0; x < board_.width; ++x, ++cell) {
      const std::int32_t n = board_.number(x, y);
      board_values[static_cast<std::size_t>(board_.element(n))] = values[cell];
      if (free[cell] != 0) words[static_cast<std::size_t>(board_.word(n))] |= board_.bit(n);
    }
  }
  copy_bytes(values_.data(), in_host_memory<MemorySpace>, board_values.data(), true, 4 * board_values.size());
  copy_bytes(free_.data(), in_host_memory<MemorySpace>, words.data(), true, 4 * words.size());
}

template <class Execution>
std::vector<float> PotentialSolver<Execution>::values() const {
  const auto host = host_view(values_);
  std::vector<float> values;
  for (std::int32_t y = 0; y < board_.height; ++y) {
    for (std::int32_t x = 0; x < board_.width; ++x) values.push_back(host(static_cast<std::size_t>(board_.element(board_.number(x, y)))));
  }
  return values;
}

template <class Execution>
float PotentialSolver<Execution>::residual(const Execution& execution) {
  return greatest_residual(execution, equation(), greatest_);
}

template <class Execution>
Solved PotentialSolver<Execution>::solve(const Execution& execution, float enough, std::int32_t most, const WatchSolving& watch) {
  Solved solved;
  if (solver_ == Solver::multigrid) multigrid_.begin(execution, equation());
  if (solver_ == Solver::adi) lines_.begin(execution, equation());
  if (solver_ == Solver::jacobi) copy_view(next_, values_);
  do {
    if (solver_ == Solver::multigrid) {
      solved.residual = multigrid_.cycle(execution, enough);
      ++solved.sweeps;
    } else {
      const std::int32_t sweeps = std::min(sweeps_between_measures(), most - solved.sweeps);
      advance(execution, sweeps);
      solved.sweeps += sweeps;
      solved.residual = residual(execution);
    }
    if (watch && !watch(solved)) break;
  } while (solved.residual > enough && solved.sweeps < most);
  return solved;
}

template <class Execution>
std::int32_t PotentialSolver<Execution>::sweeps_between_measures() const {
  return solver_ == Solver::adi ? LineSolver<Execution>::cycle_sweeps : 32;
}

template <class Execution>
void PotentialSolver<Execution>::advance(const Execution& execution, std::int32_t sweeps) {
  if (solver_ == Solver::adi) {
    lines_.cycle(execution, sweeps);
    return;
  }
  for (std::int32_t sweep = 0; sweep < sweeps; ++sweep) {
    if (solver_ == Solver::red_black) {
      relax_both_colors(execution, equation());
    } else {
      for (std::int32_t color = 0; color < 2; ++color) {
        relax_cells<RelaxationWork::average>(execution, "plethos::potential::average", {equation(), color, next_.data(), nullptr});
      }
      std::swap(values_, next_);
    }
  }
}

template <class Execution>
std::uint64_t PotentialSolver<Execution>::bytes() const {
  return 4 * (values_.size() + next_.size() + free_.size()) + multigrid_.bytes() + lines_.bytes();
}

PLETHOS_INSTANTIATE(PotentialSolver);

}  // namespace plethos::planning
