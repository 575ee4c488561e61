#pragma once

#include <memory>

#include "algorithms/avoidance/horizons.hpp"
#include "algorithms/avoidance/perturbation.hpp"
#include "algorithms/method.hpp"

namespace plethos::avoidance {

template <class Execution>
class Avoidance;

struct ClearpathGuardedParameters : Horizons, Perturbation {};

inline const ParameterTable<ClearpathGuardedParameters>& clearpath_guarded_table() {
  static const auto table = ParameterTable<ClearpathGuardedParameters>().add(horizon_table()).add(perturbation_table());
  return table;
}

struct ClearpathGuardedMethod {
  static MethodInfo info() {
    return {.name = "clearpath-guarded",
            .sentence = "takes the closest velocity out of its neighbors' cones, and keeps able to stop",
            .parameters = clearpath_guarded_table().infos()};
  }
  template <class Execution>
  static std::unique_ptr<Avoidance<Execution>> make(const ParameterValues& values);
};

}  // namespace plethos::avoidance
