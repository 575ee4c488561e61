#pragma once

#include "algorithms/method.hpp"
#include "algorithms/planning/grid/map/grid_parameters.hpp"
#include "algorithms/planning/grid/ways/way_list_words.hpp"
#include "algorithms/planning/planner_setup.hpp"

namespace plethos::planning {

struct AstarMethod {
  static MethodInfo info() {
    return {.name = "astar",
            .sentence = "searches the shortest way in the world's grid by A*",
            .parameters = grid_table().infos(),
            .words_per_agent = way_list_words,
            .needs_grid = true};
  }
  template <class Execution>
  static std::unique_ptr<Planner<Execution>> make(const PlannerSetup& setup, const ParameterValues& values);
  template <class Execution>
  static std::unique_ptr<PathFinder> make_path_finder(const Execution& execution, const PlannerSetup& setup, const ParameterValues& values);
};

}  // namespace plethos::planning
