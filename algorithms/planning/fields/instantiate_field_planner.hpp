#pragma once

#include "algorithms/planning/fields/field_paths.hpp"
#include "algorithms/planning/fields/field_planner.hpp"
#include "algorithms/planning/fields/followed_fields_by.hpp"
#include "algorithms/planning/instantiate_path_finder.hpp"

/// Defines and instantiates what METHOD declares, for a planner that follows FIELDS<Execution>, which derive from FollowedFieldsBy and are
/// made of a row of values of TABLE.
#define PLETHOS_INSTANTIATE_FIELD_PLANNER(METHOD, FIELDS, TABLE)                                                                         \
  template <class Execution>                                                                                                             \
  std::unique_ptr<Planner<Execution>> METHOD::make(const PlannerSetup& setup, const ParameterValues& values) {                           \
    return make_field_planner<Execution>(setup, std::make_unique<FIELDS<Execution>>(TABLE().read(values)));                              \
  }                                                                                                                                      \
  template <class Execution>                                                                                                             \
  std::unique_ptr<PathFinder> METHOD::make_path_finder(const Execution& execution, const PlannerSetup&, const ParameterValues& values) { \
    return make_field_paths<Execution>(execution, std::make_unique<FIELDS<Execution>>(TABLE().read(values)));                            \
  }                                                                                                                                      \
  PLETHOS_INSTANTIATE_MAKE(Planner, METHOD, const PlannerSetup&, const ParameterValues&);                                                \
  PLETHOS_INSTANTIATE_PATH_FINDER(METHOD)
