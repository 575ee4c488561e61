#pragma once

#include "algorithms/planning/grid/ways/grid_paths.hpp"
#include "algorithms/planning/grid/ways/grid_planner.hpp"
#include "algorithms/planning/grid/ways/grid_searches_by.hpp"
#include "algorithms/planning/instantiate_path_finder.hpp"

/// Defines and instantiates what METHOD declares, for a planner that searches the world's grid by OVER_GRID (see GridSearchesBy), whose
/// table() has its parameters.
#define PLETHOS_INSTANTIATE_GRID_PLANNER(METHOD, OVER_GRID)                                                                                \
  template <class Execution>                                                                                                               \
  std::unique_ptr<Planner<Execution>> METHOD::make(const PlannerSetup& setup, const ParameterValues& values) {                             \
    return make_grid_planner<Execution>(setup, std::make_unique<GridSearchesBy<Execution, OVER_GRID>>(OVER_GRID::table().read(values)));   \
  }                                                                                                                                        \
  template <class Execution>                                                                                                               \
  std::unique_ptr<PathFinder> METHOD::make_path_finder(const Execution& execution, const PlannerSetup&, const ParameterValues& values) {   \
    return make_grid_paths<Execution>(execution, std::make_unique<GridSearchesBy<Execution, OVER_GRID>>(OVER_GRID::table().read(values))); \
  }                                                                                                                                        \
  PLETHOS_INSTANTIATE_MAKE(Planner, METHOD, const PlannerSetup&, const ParameterValues&);                                                  \
  PLETHOS_INSTANTIATE_PATH_FINDER(METHOD)
