#pragma once

#include <memory>

#include "algorithms/method.hpp"

namespace plethos::avoidance {

template <class Execution>
class Avoidance;

struct NoneMethod {
  static MethodInfo info() { return {.name = "none", .sentence = "takes the preferred velocity"}; }
  template <class Execution>
  static std::unique_ptr<Avoidance<Execution>> make(const ParameterValues& values);
};

}  // namespace plethos::avoidance
