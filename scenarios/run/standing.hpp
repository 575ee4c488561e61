#pragma once

#include <cstdint>
#include <string>

#include "algorithms/simulation/frame.hpp"
#include "algorithms/simulation/methods.hpp"
#include "scenarios/scenario.hpp"

namespace plethos::scenarios {

/// What keeps the agents that a run has left under way. Each agent counts once, for the first that holds of it.
struct Standing {
  std::int64_t closed = 0;    ///< from where it is no way leads over the grid to its goal, and its planner searches the grid
  std::int64_t walking = 0;   ///< it walks, at a quarter of its preferred speed or more
  std::int64_t pressed = 0;   ///< it stands among others that stand, nearer than a radius
  std::int64_t standing = 0;  ///< it stands alone
  double widest = 0;          ///< m: as ClosedByGrid, of the grid that closes ways

  std::int64_t all() const { return closed + walking + pressed + standing; }
};

/// Looks at the last frame of a run. Agents whose goals lead on to others count as walking or standing alone. Cost: a pass over the agents;
/// find_closed_by_grid() if the planner searches the grid.
Standing find_standing(const Scenario& scenario, const simulation::MethodChoices& methods, const simulation::Frame& frame);

/// Returns a line for people: how many agents each of these keeps, and what helps. Empty if nobody is under way.
std::string standing_text(const Standing& standing, const Scenario& scenario, const simulation::MethodChoices& methods, std::int64_t steps);

}  // namespace plethos::scenarios
