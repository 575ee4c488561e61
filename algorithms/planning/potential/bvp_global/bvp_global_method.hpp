#pragma once

#include "algorithms/method.hpp"
#include "algorithms/planning/planner_setup.hpp"
#include "algorithms/planning/potential/potential_parameters.hpp"

namespace plethos::planning {

struct BvpGlobalMethod {
  static MethodInfo info() {
    return {.name = "bvp-global",
            .sentence = "goes down the harmonic potential of its goal over the world's grid",
            .parameters = potential_table().infos(),
            .words_per_agent = 2,
            .needs_grid = true};
  }
  template <class Execution>
  static std::unique_ptr<Planner<Execution>> make(const PlannerSetup& setup, const ParameterValues& values);
  template <class Execution>
  static std::unique_ptr<PathFinder> make_path_finder(const Execution& execution, const PlannerSetup& setup, const ParameterValues& values);
};

}  // namespace plethos::planning
