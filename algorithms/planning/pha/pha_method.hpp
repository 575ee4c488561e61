#pragma once

#include "algorithms/method.hpp"
#include "algorithms/planning/grid_search/way_list_words.hpp"
#include "algorithms/planning/pha/pha_parameters.hpp"
#include "algorithms/planning/planner_setup.hpp"

namespace plethos::planning {

struct PhaMethod {
  static MethodInfo info() {
    return {"pha", "searches a way over regions of the world's grid, and then one in them, by Parallel Hierarchical A*",
            pha_table().infos(), 0, way_list_words};
  }
  template <class Execution>
  static std::unique_ptr<Planner<Execution>> make(const PlannerSetup& setup, const ParameterValues& values);
  template <class Execution>
  static std::unique_ptr<PathFinder> make_path_finder(const Execution& execution, const PlannerSetup& setup, const ParameterValues& values);
};

}  // namespace plethos::planning
