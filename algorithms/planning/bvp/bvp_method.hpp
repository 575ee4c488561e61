#pragma once

#include "algorithms/method.hpp"
#include "algorithms/planning/bvp/bvp_parameters.hpp"
#include "algorithms/planning/planner_setup.hpp"

namespace plethos::planning {

struct BvpMethod {
  static MethodInfo info() {
    // The largest map, with what is made from and read off it.
    constexpr std::uint64_t bytes = 4 * 2 * largest_board + sizeof(LocalScene) + sizeof(LocalDescent);
    return {.name = "bvp",
            .sentence = "goes down a potential of its own around it, whose border leads down the one of its goal",
            .parameters = bvp_table().infos(),
            .bytes_per_agent = bytes,
            .words_per_agent = 2,
            .needs_grid = true};
  }
  template <class Execution>
  static std::unique_ptr<Planner<Execution>> make(const PlannerSetup& setup, const ParameterValues& values);
};

}  // namespace plethos::planning
