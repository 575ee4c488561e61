#pragma once

#include "algorithms/planning/roadmap/roadmap_method.hpp"
#include "algorithms/planning/straight/straight_method.hpp"

namespace plethos::planning {

// clang-format off: one line a planner
using Methods = MethodList<StraightMethod, RoadmapMethod>;
// clang-format on

/// The planner of that name, with those of the values that are its own. Errors: InputError for an unknown name.
template <class Execution>
std::unique_ptr<Planner<Execution>> make(const std::string& name, const PlannerSetup& setup, const ParameterValues& values) {
  return Methods::with("planner", name, [&]<class Method>() { return Method::template make<Execution>(setup, values); });
}

}  // namespace plethos::planning
