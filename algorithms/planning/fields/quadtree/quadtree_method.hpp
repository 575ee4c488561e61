#pragma once

#include "algorithms/method.hpp"
#include "algorithms/planning/fields/quadtree/quadtree_parameters.hpp"
#include "algorithms/planning/grid/ways/way_list_words.hpp"
#include "algorithms/planning/planner_setup.hpp"

namespace plethos::planning {

struct QuadtreeMethod {
  static MethodInfo info() {
    return {.name = "quadtree",
            .sentence = "follows fields of the cheapest ways to each goal over a quadtree, which is fine only where there are obstacles",
            .parameters = quadtree_table().infos(),
            .words_per_agent = way_list_words + field_way_words,
            .chooses_goals = true,
            .needs_grid = true};
  }
  template <class Execution>
  static std::unique_ptr<Planner<Execution>> make(const PlannerSetup& setup, const ParameterValues& values);
  template <class Execution>
  static std::unique_ptr<PathFinder> make_path_finder(const Execution& execution, const PlannerSetup& setup, const ParameterValues& values);
};

}  // namespace plethos::planning
