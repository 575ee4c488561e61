#pragma once

#include "algorithms/method.hpp"
#include "algorithms/planning/planner_setup.hpp"

namespace plethos::planning {

struct StraightMethod {
  static MethodInfo info() { return {.name = "straight", .sentence = "heads straight for the goal"}; }
  template <class Execution>
  static std::unique_ptr<Planner<Execution>> make(const PlannerSetup& setup, const ParameterValues& values);
  template <class Execution>
  static std::unique_ptr<PathFinder> make_path_finder(const Execution& execution, const PlannerSetup& setup, const ParameterValues& values);
};

}  // namespace plethos::planning
