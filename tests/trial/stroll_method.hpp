#pragma once

#include <memory>

#include "algorithms/method.hpp"

namespace plethos::avoidance {

template <class Execution>
class Avoidance;

struct StrollParameters {
  /// [0, 1]. The part of its preferred velocity that an agent takes.
  float pace = 0.5f;
};

inline const ParameterTable<StrollParameters>& stroll_table() {
  static const ParameterTable<StrollParameters> table = ParameterTable<StrollParameters>().add(
      &StrollParameters::pace, {"pace", "", 0, 1, "part of the preferred velocity that an agent takes"});
  return table;
}

/// An avoidance method that is in no program but this test's. It shows what a new method takes (docs/guide/extending.md).
struct StrollMethod {
  static MethodInfo info() {
    return {.name = "stroll", .sentence = "takes a part of the preferred velocity", .parameters = stroll_table().infos()};
  }
  template <class Execution>
  static std::unique_ptr<Avoidance<Execution>> make(const ParameterValues& values);
};

}  // namespace plethos::avoidance
