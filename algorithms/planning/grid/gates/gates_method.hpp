#pragma once

#include "algorithms/method.hpp"
#include "algorithms/planning/grid/gates/gates_parameters.hpp"
#include "algorithms/planning/grid/ways/way_list_words.hpp"
#include "algorithms/planning/planner_setup.hpp"

namespace plethos::planning {

struct GatesMethod {
  static MethodInfo info() {
    return {.name = "gates",
            .sentence = "as pha, but over the gates between regions, with exact lengths from gate to gate",
            .parameters = gates_table().infos(),
            .words_per_agent = way_list_words,
            .needs_grid = true};
  }
  template <class Execution>
  static std::unique_ptr<Planner<Execution>> make(const PlannerSetup& setup, const ParameterValues& values);
  template <class Execution>
  static std::unique_ptr<PathFinder> make_path_finder(const Execution& execution, const PlannerSetup& setup, const ParameterValues& values);
};

}  // namespace plethos::planning
