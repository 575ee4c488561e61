#pragma once

#include <memory>

#include "algorithms/planning/grid/ways/grid_searches.hpp"
#include "algorithms/planning/planner.hpp"
#include "algorithms/planning/planner_setup.hpp"

namespace plethos::planning {

/// Returns a planner that lets each agent search its own way in the world's grid and follow it: it heads for the furthest cell of its list
/// that it can walk to straight. It searches again when it no longer sees where it heads, when its list of the way's beginning ends, when
/// its goal has changed, and when cells have changed that its way crosses (Renew). Moving obstacles block the cells that they come near.
/// An agent without a way is lost until cells become passable. Cost: a look along a line for each agent, and a search for the few that need
/// one. After a change of the world GridChanges::follow(), change_grid_graph(), a repair of the searches, and a look at a few words of each
/// agent. Errors: InputError for a world without a grid, as require_fitting_costs(), and those of the searches.
template <class Execution>
std::unique_ptr<Planner<Execution>> make_grid_planner(const PlannerSetup& setup, std::unique_ptr<GridSearches<Execution>> searches);

}  // namespace plethos::planning
