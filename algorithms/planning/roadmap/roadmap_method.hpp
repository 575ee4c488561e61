#pragma once

#include "algorithms/method.hpp"
#include "algorithms/planning/planner_setup.hpp"

namespace plethos::planning {

struct RoadmapMethod {
  static MethodInfo info() {
    return {.name = "roadmap", .sentence = "goes around obstacles by the nodes of a visibility graph", .words_per_agent = 4};
  }
  template <class Execution>
  static std::unique_ptr<Planner<Execution>> make(const PlannerSetup& setup, const ParameterValues& values);
};

}  // namespace plethos::planning
