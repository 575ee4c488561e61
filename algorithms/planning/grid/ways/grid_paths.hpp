#pragma once

#include <memory>

#include "algorithms/planning/grid/ways/grid_searches.hpp"
#include "algorithms/planning/path_finder.hpp"

namespace plethos::planning {

/// Returns what answers queries in the world's grid, a query in each slot of a pool (Caggianese and Erra 2014, section 4.2: in each
/// thread). A way leads from center to center of cells. The parameter `search_memory` says how much memory searches take; queries that do
/// not fit wait. A search that needs more memory than it has is begun anew with more. Errors: InputError for a world without a grid, and
/// those of the searches.
template <class Execution>
std::unique_ptr<PathFinder> make_grid_paths(const Execution& execution, std::unique_ptr<GridSearches<Execution>> searches);

}  // namespace plethos::planning
