#pragma once

#include "algorithms/planning/path_methods.hpp"
#include "algorithms/planning/roadmap/roadmap_method.hpp"
#include "algorithms/planning/straight/straight_method.hpp"

namespace plethos::planning {

// clang-format off: one line a planner
using Methods = MethodList<StraightMethod, RoadmapMethod>;
// clang-format on

/// What a program that adds planners of its own needs to know of this family.
struct Family {
  static constexpr const char* name = "planner";
  template <class Execution>
  using Maker = std::unique_ptr<Planner<Execution>> (*)(const PlannerSetup& setup, const ParameterValues& values);
};

/// The planner of that name, with those of the values that are its own. Errors: InputError for an unknown name.
template <class Execution>
std::unique_ptr<Planner<Execution>> make(const std::string& name, const PlannerSetup& setup, const ParameterValues& values) {
  return Methods::make<Family, Execution>(name, setup, values);
}

/// Those that answer queries without a simulation, too.
using PathMethods = PathMethodList<Methods>;

/// Adds a planner of the program's own, which is then known wherever built-in ones are. `Method`: a class as those of the list.
/// `Executions`: for which kinds of execution, a backends::ExecutionList. Errors: as MethodList::add().
template <class Method, class Executions = backends::AllExecutions>
void add() {
  Methods::add<Family, Method>(Executions());
  if constexpr (FindsPaths<Method>) PathMethods::add<Method>(Executions());
}

}  // namespace plethos::planning
