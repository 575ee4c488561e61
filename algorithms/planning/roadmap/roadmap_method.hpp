#pragma once

#include "algorithms/method.hpp"
#include "algorithms/planning/planner_setup.hpp"

namespace plethos::planning {

/// Of WayMemory, for each agent.
inline constexpr std::int32_t way_words = 2;

struct RoadmapMethod {
  static MethodInfo info() {
    return {.name = "roadmap", .sentence = "goes around obstacles by the nodes of a visibility graph", .words_per_agent = way_words};
  }
  template <class Execution>
  static std::unique_ptr<Planner<Execution>> make(const PlannerSetup& setup, const ParameterValues& values);
  template <class Execution>
  static std::unique_ptr<PathFinder> make_path_finder(const Execution& execution, const PlannerSetup& setup, const ParameterValues& values);
};

}  // namespace plethos::planning
