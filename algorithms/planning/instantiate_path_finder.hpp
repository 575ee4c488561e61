#pragma once

#include "algorithms/planning/path_finder.hpp"
#include "backends/instantiate.hpp"

/// Instantiates METHOD's static member make_path_finder<Execution>() for all executions.
#define PLETHOS_INSTANTIATE_ONE_PATH_FINDER(EXECUTION, METHOD) \
  template std::unique_ptr<PathFinder> METHOD::make_path_finder(const EXECUTION&, const PlannerSetup&, const ParameterValues&)
#define PLETHOS_INSTANTIATE_PATH_FINDER(METHOD) PLETHOS_FOR_EXECUTIONS(PLETHOS_INSTANTIATE_ONE_PATH_FINDER, METHOD)
