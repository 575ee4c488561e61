#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/planning/potential/solver.hpp"
#include "core/grid_map.hpp"

namespace plethos::backends {
struct Backend;
}

namespace plethos::planning {

/// Lets a solver work on the potential of one goal, without a planner, so that it can be watched. The potential is the one that
/// PotentialFields takes its near values from.
class PotentialTrial {
 public:
  virtual ~PotentialTrial() = default;
  /// Gives all cells the values that a solver begins with: 1 at the goal, and 0. Cost: a copy. Waits.
  virtual void begin() = 0;
  /// Goes on as PotentialSolver::solve() does. Waits.
  virtual Solved solve(float enough, std::int32_t most, const WatchSolving& watch) = 0;
  /// Returns the values, row by row from the top.
  virtual std::vector<float> values() const = 0;
  /// Returns the bytes of the backend's memory that the solver holds.
  virtual std::uint64_t bytes() const = 0;
};

/// Claims memory for a map on a backend. `goal`: indices of its cells, GridMap::index. Needs a backends::Runtime.
std::unique_ptr<PotentialTrial> make_potential_trial(const backends::Backend& backend, const GridMap& map,
                                                     std::span<const std::int32_t> goal, Solver solver);

}  // namespace plethos::planning
