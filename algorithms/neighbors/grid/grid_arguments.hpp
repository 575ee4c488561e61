#pragma once

#include "algorithms/neighbors/nearest_arguments.hpp"
#include "core/cell_grid.hpp"

namespace plethos::neighbors {

/// What the query of the grid reads and writes.
struct GridArguments {
  NearestArguments agents;
  CellGrid cells;
  const std::int32_t* start;         // (cells + 2): where the agents of each cell begin; the last cell holds those that have left
  const std::int32_t* parked_start;  // the same for the parked ones, from `working` on
  const std::int32_t* parked;        // indices by cell; null: none stand in the scene
};

}  // namespace plethos::neighbors
