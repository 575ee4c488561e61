#pragma once

#include <cstdint>
#include <functional>

namespace plethos::planning {

/// How a potential is computed.
enum class Solver : std::int32_t {
  multigrid,  ///< cycles over grids of wider and wider cells
  adi,        ///< all columns at once, then all rows at once (Peaceman and Rachford 1955)
  red_black,  ///< by Gauss and Seidel, one color of a checkerboard after the other
  jacobi      ///< every cell from the values of the sweep before
};

/// How far a solver has come.
struct Solved {
  std::int32_t sweeps = 0;  ///< over the cells, or cycles of multigrid
  float residual = 0;       ///< the greatest |value - mean of the four neighbors| of a free cell
};

/// Takes each residual that a solver measures, and says whether to go on.
using WatchSolving = std::function<bool(const Solved&)>;

}  // namespace plethos::planning
