#pragma once

#include "algorithms/planning/potential/checkerboard.hpp"
#include "backends/simd/targets.hpp"

namespace plethos::planning {

/// A discrete Laplace equation over a map: at each free cell the sum over its four neighbors of weight * (value - neighbor's value) is
/// `source`, and other cells keep their values. Without weights all are 1, and there is no source. Every array lies as Checkerboard says.
struct Relaxation {
  Checkerboard board;
  float* values = nullptr;
  std::uint32_t* free = nullptr;  ///< bits
  float* source = nullptr;
  float* east = nullptr;     ///< the weight of the edge to the neighbor in the east; null: all weights are 1, and no source
  float* south = nullptr;    ///< that of the edge to the one below
  float* inverse = nullptr;  ///< 1 / the sum of a cell's weights, to walls too
};

/// A grid of the multigrid method.
struct GridLevel {
  Relaxation equation;
  float* walls = nullptr;  ///< of each cell: the edges of the finest grid's cells in it that lead to cells that are not free
  float wall_weight = 1;   ///< of such an edge
};

/// What a kernel over the cells of one color does.
enum class RelaxationWork : std::int32_t {
  relax,    ///< gives each free cell the value that solves its equation, by Gauss and Seidel
  average,  ///< the same, written to `next`: by Jacobi
  measure   ///< finds the greatest residual
};

struct RelaxationArguments {
  Relaxation equation;
  std::int32_t color = 0;
  float* next = nullptr;
  /// The greatest of the residuals so far: |a cell's value - the one that solves its equation|, as the bits of a float, which are in the
  /// same order.
  std::int32_t* greatest = nullptr;
};

/// Two grids of which one's cells are twice as wide. Kernels count the coarse one's cells row by row, each row filled up to whole vectors.
struct TransferArguments {
  GridLevel fine, coarse;
  std::int32_t columns = 0;          ///< of a row that is filled up
  std::int32_t* greatest = nullptr;  ///< as RelaxationArguments::greatest, of the finer grid; null: nobody asks

  TransferArguments() = default;
  TransferArguments(const GridLevel& from, const GridLevel& to, std::int32_t* residual)
      : fine(from), coarse(to), columns((to.equation.board.width + 15) / 16 * 16), greatest(residual) {}
  std::int32_t items() const { return columns * coarse.equation.board.height; }
};

enum class TransferWork : std::int32_t {
  restrict,  ///< gives the coarse grid the finer one's residuals as its source, and zeros as values
  correct    ///< adds the coarse grid's values to the finer one's
};

/// Returns what works on the places [begin, end) after Checkerboard::first of one color on vectors.
template <RelaxationWork work>
backends::SimdEntry<RelaxationArguments> relax_on_vectors(const backends::SimdTarget& target);
/// Returns what works on the items [begin, end) of a transfer between grids on vectors.
template <TransferWork work>
backends::SimdEntry<TransferArguments> transfer_on_vectors(const backends::SimdTarget& target);

}  // namespace plethos::planning
