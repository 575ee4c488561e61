#pragma once

#include "algorithms/neighbors/verlet/verlet_arguments.hpp"
#include "backends/simd/targets.hpp"
#include "core/cell_grid.hpp"

namespace plethos::neighbors {

/// Cells of a grid: the columns [left, right) of the rows [bottom, top).
struct CellRange {
  std::int32_t left = 0, right = 0, bottom = 0, top = 0;
};

/// The input and output of the grid's query, as plain pointers and numbers that every lane can use.
struct GridArguments {
  NearestArguments agents;
  CellGrid cells;
  const std::int32_t* start;         // (cells of all worlds + 2): where the agents of each cell begin; one more holds those that have left
  const std::int32_t* parked_start;  // (cells + 2): the same for the parked agents; 0 is the place `working`
  const std::int32_t* parked;        // indices of the parked agents, sorted by cell; null if none stand in the scene
  const std::int32_t* last_ghost;    // (cells): the index of a ghost in each cell, or -1; null if there are none
  const std::int32_t* ghost_before;  // by index: another ghost of the same cell, or -1
  CellRange core;                    // agents in these cells have no ghost as a neighbor
  const float* gone_squared;         // m^2: nobody has gone farther since the agents were sorted; null: nobody has moved
  std::int32_t worlds;               // of an ensemble: each has the cells by itself, one world behind the other
  int world_shift;                   // Agents::world_shift
};

/// The same with lists that hold.
struct GridVerletArguments {
  GridArguments grid;
  VerletArguments verlet;
};

/// Returns what fills the lists of the agents [begin, end) on vectors with fused multiply-add. `begin` is a multiple of the widest vector.
/// If only ids can decide what a list holds, its count becomes left_to_ids.
backends::SimdEntry<GridArguments> grid_on_vectors(const backends::SimdTarget& target);
/// Returns what makes lists that hold, of the agents [begin, end), on vectors with fused multiply-add. `begin` is as above. The count of a
/// list that is still to be made becomes left_to_ids or left_to_search.
backends::SimdEntry<GridVerletArguments> grid_lists_on_vectors(const backends::SimdTarget& target);

}  // namespace plethos::neighbors
