#include "algorithms/planning/potential/multigrid.hpp"

#include "algorithms/planning/potential/relax_cells.hpp"
#include "backends/instantiate.hpp"
#include "backends/zero.hpp"

namespace plethos::planning {
namespace {

constexpr int smoothing_sweeps = 2;
/// A grid of so few cells is solved by relaxation alone.
constexpr std::int32_t coarsest_cells = 16;
constexpr int coarsest_sweeps = 10;
constexpr float kept_wall_weight = 0.75f;

}  // namespace

/// The weights of a grid's edges.
struct EdgeWeights {
  const Relaxation& equation;

  KOKKOS_INLINE_FUNCTION bool is_free(std::int32_t n) const { return (equation.free[equation.board.word(n)] & equation.board.bit(n)) != 0; }
  /// The weight of the edge between a free cell and its neighbor in the east, or below: 0 if that is not free.
  KOKKOS_INLINE_FUNCTION float east(std::int32_t n) const { return weight(equation.east, n, n + 1); }
  KOKKOS_INLINE_FUNCTION float south(std::int32_t n) const { return weight(equation.south, n, n + equation.board.stride); }
  /// Returns the sum of the weights of a cell's edges to free cells.
  KOKKOS_INLINE_FUNCTION float sum(std::int32_t n) const { return east(n - 1) + east(n) + (south(n - equation.board.stride) + south(n)); }

 private:
  KOKKOS_INLINE_FUNCTION float weight(const float* weights, std::int32_t n, std::int32_t neighbor) const {
    if (weights != nullptr) return weights[equation.board.element(n)];
    return is_free(n) && is_free(neighbor) ? 1.f : 0.f;
  }
};

/// A coarse grid's cell by its number in a kernel over all of them.
struct CoarseCell {
  std::int32_t x, y, n;

  KOKKOS_INLINE_FUNCTION CoarseCell(const Checkerboard& board, int i) : x(i % board.width), y(i / board.width), n(board.number(x, y)) {}
};

/// Makes the cells of a coarse grid, and its edges.
struct CoarsenGrid {
  GridLevel fine, coarse;

  KOKKOS_FUNCTION void operator()(int i) const {
    const CoarseCell cell(coarse.equation.board, i);
    const Checkerboard& board = fine.equation.board;
    const EdgeWeights edges{fine.equation};
    float walls = 0.f, east = 0.f, south = 0.f;
    bool free = false;
    for (int k = 0; k < 4; ++k) {
      const int right = k % 2, below = k / 2;
      const std::int32_t x = 2 * cell.x + right, y = 2 * cell.y + below;
      const std::int32_t n = board.number(x, y);
      if (x >= board.width || y >= board.height || !edges.is_free(n)) continue;
      free = true;
      walls += fine.walls != nullptr ? fine.walls[board.element(n)] : 4.f - edges.sum(n);
      if (right == 1) east += 0.5f * edges.east(n);
      if (below == 1) south += 0.5f * edges.south(n);
    }
    const std::int32_t place = coarse.equation.board.element(cell.n);
    coarse.walls[place] = walls;
    coarse.equation.east[place] = east;
    coarse.equation.south[place] = south;
    if (free) {
      std::uint32_t* const words = coarse.equation.free;
      Kokkos::atomic_or(words + coarse.equation.board.word(cell.n), coarse.equation.board.bit(cell.n));
    }
  }
};

/// Sums up the weights of a coarse grid's cells.
struct InvertWeights {
  GridLevel coarse;

  KOKKOS_FUNCTION void operator()(int i) const {
    const CoarseCell cell(coarse.equation.board, i);
    const std::int32_t place = coarse.equation.board.element(cell.n);
    const float sum = Kokkos::fma(coarse.walls[place], coarse.wall_weight, EdgeWeights{coarse.equation}.sum(cell.n));
    coarse.equation.inverse[place] = sum > 0.f ? 1.f / sum : 0.f;
  }
};

template <class Execution>
void Multigrid<Execution>::make(const Checkerboard& board) {
  levels_.assign(1, {});
  correction_.forget();
  memory_.clear();
  levels_[0].equation.board = board;
  std::int32_t width = board.width, height = board.height;
  float wall_weight = 1;
  while (std::int64_t{width} * height > coarsest_cells) {
    width = (width + 1) / 2;
    height = (height + 1) / 2;
    wall_weight *= kept_wall_weight;
    const Checkerboard coarse(width, height);
    const std::size_t size = coarse.elements();
    const Memory memory{{"plethos::potential::values", size},        {"plethos::potential::source", size},
                        {"plethos::potential::east", size},          {"plethos::potential::south", size},
                        {"plethos::potential::inverse", size},       {"plethos::potential::walls", size},
                        {"plethos::potential::free", coarse.words()}};
    memory_.push_back(memory);
    levels_.push_back({{coarse, memory.values.data(), memory.free.data(), memory.source.data(), memory.east.data(), memory.south.data(),
                        memory.inverse.data()},
                       memory.walls.data(),
                       wall_weight});
  }
}

template <class Execution>
void Multigrid<Execution>::begin(const Execution& execution, const Relaxation& finest) {
  if (finest.values != levels_[0].equation.values || finest.free != levels_[0].equation.free) correction_.forget();
  levels_[0].equation = finest;
  for (std::size_t k = 1; k < levels_.size(); ++k) {
    const GridLevel& coarse = levels_[k];
    const Words free = memory_[k - 1].free;
    const Checkerboard& board = coarse.equation.board;
    backends::for_each(execution, "plethos::potential::clear", static_cast<int>(free.size()), backends::Zero<Words>{free});
    backends::for_each(execution, "plethos::potential::coarsen", board.width * board.height, CoarsenGrid{levels_[k - 1], coarse});
    backends::for_each(execution, "plethos::potential::invert", board.width * board.height, InvertWeights{coarse});
  }
}

template <class Execution>
float Multigrid<Execution>::cycle(const Execution& execution, float enough) {
  const Relaxation& finest = levels_[0].equation;
  if (levels_.size() == 1) {
    for (int sweep = 0; sweep < coarsest_sweeps; ++sweep) relax_both_colors(execution, finest, sweep % 2);
    return greatest_residual(execution, finest, greatest_);
  }
  for (int sweep = 0; sweep < smoothing_sweeps; ++sweep) relax_both_colors(execution, finest);
  clear_residual(execution, greatest_);
  transfer_cells<TransferWork::restrict>(execution, "plethos::potential::restrict", {levels_[0], levels_[1], greatest_.data()});
  const float residual = read_residual(execution, greatest_);
  if (residual > enough) {
    correction_.run(execution, [this](const Execution& launches) { correct(launches); });
  }
  return residual;
}

template <class Execution>
void Multigrid<Execution>::correct(const Execution& execution) const {
  const std::size_t last = levels_.size() - 1;
  for (std::size_t k = 1; k < last; ++k) {
    for (int sweep = 0; sweep < smoothing_sweeps; ++sweep) relax_both_colors(execution, levels_[k].equation);
    transfer_cells<TransferWork::restrict>(execution, "plethos::potential::restrict", {levels_[k], levels_[k + 1], nullptr});
  }
  for (int sweep = 0; sweep < coarsest_sweeps; ++sweep) relax_both_colors(execution, levels_[last].equation, sweep % 2);
  for (std::size_t k = last; k-- > 0;) {
    transfer_cells<TransferWork::correct>(execution, "plethos::potential::correct", {levels_[k], levels_[k + 1], nullptr});
    for (int sweep = 0; sweep < smoothing_sweeps; ++sweep) relax_both_colors(execution, levels_[k].equation, 1);
  }
}

template <class Execution>
std::uint64_t Multigrid<Execution>::bytes() const {
  std::uint64_t sum = 0;
  for (const Memory& memory : memory_) sum += 6 * 4 * memory.values.size() + 4 * memory.free.size();
  return sum;
}

PLETHOS_INSTANTIATE(Multigrid);

}  // namespace plethos::planning
