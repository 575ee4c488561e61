#pragma once

#include "algorithms/method.hpp"
#include "algorithms/planning/planner_setup.hpp"
#include "algorithms/planning/potential/bvp/bvp_parameters.hpp"

namespace plethos::planning {

template <BvpVariant variant>
struct BvpMethod {
  static MethodInfo info() {
    constexpr bool patient = variant == BvpVariant::patient;
    // The largest map, with what is made from and read off it.
    constexpr std::uint64_t bytes = 4 * 2 * largest_board + sizeof(LocalScene) + sizeof(LocalDescent);
    return {.name = patient ? "bvp" : "bvp-published",
            .sentence = patient ? "goes down a potential of its own around it, or down the one of its goal where that leads nowhere"
                                : "goes down a potential of its own around it, whose border leads down the one of its goal, as published",
            .parameters = bvp_table<variant>().infos(),
            .bytes_per_agent = bytes,
            .words_per_agent = patient ? 2 + patience_words : 2,
            .needs_grid = true,
            .one_world = true};
  }
  template <class Execution>
  static std::unique_ptr<Planner<Execution>> make(const PlannerSetup& setup, const ParameterValues& values);
};

}  // namespace plethos::planning
