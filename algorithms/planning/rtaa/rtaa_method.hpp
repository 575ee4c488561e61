#pragma once

#include "algorithms/method.hpp"
#include "algorithms/planning/grid_search/way_list_words.hpp"
#include "algorithms/planning/planner_setup.hpp"
#include "algorithms/planning/rtaa/rtaa_parameters.hpp"

namespace plethos::planning {

struct RtaaMethod {
  static MethodInfo info() {
    return {"rtaa", "looks a few cells ahead in the world's grid, learns, and walks on, by Real-Time Adaptive A*", rtaa_table().infos(), 0,
            way_list_words + way_part_words};
  }
  template <class Execution>
  static std::unique_ptr<Planner<Execution>> make(const PlannerSetup& setup, const ParameterValues& values);
  template <class Execution>
  static std::unique_ptr<PathFinder> make_path_finder(const Execution& execution, const PlannerSetup& setup, const ParameterValues& values);
};

}  // namespace plethos::planning
