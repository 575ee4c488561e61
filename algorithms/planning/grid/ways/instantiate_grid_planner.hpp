#pragma once

#include "algorithms/planning/grid/ways/grid_paths.hpp"
#include "algorithms/planning/grid/ways/grid_planner.hpp"
#include "backends/instantiate.hpp"

#define PLETHOS_GRID_PATH_FINDER(EXECUTION, METHOD) \
  template std::unique_ptr<PathFinder> METHOD::make_path_finder(const EXECUTION&, const PlannerSetup&, const ParameterValues&)

/// Defines and instantiates what METHOD declares, for a planner that searches the world's grid by OVER_GRID (see GridPaths).
#define PLETHOS_INSTANTIATE_GRID_PLANNER(METHOD, OVER_GRID)                                                                              \
  template <class Execution>                                                                                                             \
  std::unique_ptr<Planner<Execution>> METHOD::make(const PlannerSetup& setup, const ParameterValues& values) {                           \
    return std::make_unique<GridPlanner<Execution, OVER_GRID>>(setup, OVER_GRID::table().read(values));                                  \
  }                                                                                                                                      \
  template <class Execution>                                                                                                             \
  std::unique_ptr<PathFinder> METHOD::make_path_finder(const Execution& execution, const PlannerSetup&, const ParameterValues& values) { \
    return std::make_unique<GridPaths<Execution, OVER_GRID>>(execution, OVER_GRID::table().read(values));                                \
  }                                                                                                                                      \
  PLETHOS_INSTANTIATE_MAKE(Planner, METHOD, const PlannerSetup&, const ParameterValues&);                                                \
  PLETHOS_FOR_EXECUTIONS(PLETHOS_GRID_PATH_FINDER, METHOD)
