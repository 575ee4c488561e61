#pragma once

#include "algorithms/method.hpp"
#include "algorithms/planning/grid/rtaa/rtaa_parameters.hpp"
#include "algorithms/planning/grid/ways/way_list_words.hpp"
#include "algorithms/planning/planner_setup.hpp"

namespace plethos::planning {

struct RtaaMethod {
  static MethodInfo info() {
    return {.name = "rtaa",
            .sentence = "looks a few cells ahead in the world's grid, learns, and walks on, by Real-Time Adaptive A*",
            .parameters = rtaa_table().infos(),
            .words_per_agent = way_list_words + way_part_words,
            .needs_grid = true};
  }
  template <class Execution>
  static std::unique_ptr<Planner<Execution>> make(const PlannerSetup& setup, const ParameterValues& values);
  template <class Execution>
  static std::unique_ptr<PathFinder> make_path_finder(const Execution& execution, const PlannerSetup& setup, const ParameterValues& values);
};

}  // namespace plethos::planning
