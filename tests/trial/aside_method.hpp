#pragma once

#include "algorithms/method.hpp"
#include "algorithms/planning/planner_setup.hpp"

namespace plethos::planning {

struct AsideParameters {
  /// m, [-9, 9]. How far beside its goal an agent heads.
  float aside = 1;
};

inline const ParameterTable<AsideParameters>& aside_table() {
  static const ParameterTable<AsideParameters> table =
      ParameterTable<AsideParameters>().add(&AsideParameters::aside, {"aside", "m", -9, 9, "how far beside its goal an agent heads"});
  return table;
}

/// A planner that is in no program but this test's. It shows what a new planner takes (docs/guide/extending.md).
struct AsideMethod {
  static MethodInfo info() { return {"aside", "heads for a point beside the goal", aside_table().infos()}; }
  template <class Execution>
  static std::unique_ptr<Planner<Execution>> make(const PlannerSetup& setup, const ParameterValues& values);
};

}  // namespace plethos::planning
