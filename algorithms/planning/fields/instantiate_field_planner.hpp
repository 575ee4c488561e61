#pragma once

#include "algorithms/planning/fields/field_paths.hpp"
#include "algorithms/planning/fields/field_planner.hpp"
#include "backends/instantiate.hpp"

#define PLETHOS_FIELD_PATH_FINDER(EXECUTION, METHOD) \
  template std::unique_ptr<PathFinder> METHOD::make_path_finder(const EXECUTION&, const PlannerSetup&, const ParameterValues&)

/// Defines and instantiates what METHOD declares, for a planner that follows fields by BY_FIELDS (see FieldPlanner), whose table() has its
/// parameters.
#define PLETHOS_INSTANTIATE_FIELD_PLANNER(METHOD, BY_FIELDS)                                                                             \
  template <class Execution>                                                                                                             \
  std::unique_ptr<Planner<Execution>> METHOD::make(const PlannerSetup& setup, const ParameterValues& values) {                           \
    return std::make_unique<FieldPlanner<Execution, BY_FIELDS>>(setup, BY_FIELDS::table().read(values));                                 \
  }                                                                                                                                      \
  template <class Execution>                                                                                                             \
  std::unique_ptr<PathFinder> METHOD::make_path_finder(const Execution& execution, const PlannerSetup&, const ParameterValues& values) { \
    return std::make_unique<FieldPaths<Execution, BY_FIELDS>>(execution, BY_FIELDS::table().read(values));                               \
  }                                                                                                                                      \
  PLETHOS_INSTANTIATE_MAKE(Planner, METHOD, const PlannerSetup&, const ParameterValues&);                                                \
  PLETHOS_FOR_EXECUTIONS(PLETHOS_FIELD_PATH_FINDER, METHOD)
