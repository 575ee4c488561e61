#pragma once

#include <memory>

#include "algorithms/avoidance/horizons.hpp"
#include "algorithms/avoidance/perturbation.hpp"
#include "algorithms/method.hpp"

namespace plethos::avoidance {

template <class Execution>
class Avoidance;

struct OrcaParameters : Horizons, Perturbation {};

inline const ParameterTable<OrcaParameters>& orca_table() {
  static const ParameterTable<OrcaParameters> table = ParameterTable<OrcaParameters>().add(horizon_table()).add(perturbation_table());
  return table;
}

struct OrcaMethod {
  static MethodInfo info() {
    return {.name = "orca", .sentence = "takes the closest velocity in its neighbors' half-planes", .parameters = orca_table().infos()};
  }
  template <class Execution>
  static std::unique_ptr<Avoidance<Execution>> make(const ParameterValues& values);
};

}  // namespace plethos::avoidance
