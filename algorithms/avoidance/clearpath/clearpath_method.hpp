#pragma once

#include <memory>

#include "algorithms/avoidance/horizons.hpp"
#include "algorithms/method.hpp"

namespace plethos::avoidance {

template <class Execution>
class Avoidance;

/// The constraints of ClearPath, and its behavior if they leave no velocity (Guy et al. 2009).
enum class ClearpathVariant {
  clearpath1,  ///< section 3.3: finite time, agreed sides, intervals halved until a velocity is free
  clearpath2,  ///< section 3.4: finite time alone; agents in a collision part, and prefer to stand
};

template <ClearpathVariant variant>
struct ClearpathMethod {
  static MethodInfo info() {
    const std::vector<ParameterInfo>& parameters = horizon_table().infos();
    if (variant == ClearpathVariant::clearpath2)
      return {.name = "clearpath2", .sentence = "without agreed sides, as published", .parameters = parameters};
    return {.name = "clearpath1",
            .sentence = "takes the closest velocity out of its neighbors' cones and on agreed sides, as published",
            .parameters = parameters};
  }
  template <class Execution>
  static std::unique_ptr<Avoidance<Execution>> make(const ParameterValues& values);
};

}  // namespace plethos::avoidance
