#pragma once

#include "algorithms/steering/reynolds/reynolds_method.hpp"

namespace plethos::steering {

/// Leaves preferred velocities as they are: there is nothing to make.
struct NoneMethod {
  static MethodInfo info() { return {"none", "heads for the goal"}; }
  template <class Execution>
  static std::unique_ptr<Steering<Execution>> make(std::int32_t, const ParameterValues&) {
    return nullptr;
  }
};

/// One line a method.
using Methods = MethodList<  //
    NoneMethod, ReynoldsMethod>;

/// The method of that name for so many agents, with those of the values that are its own; null for `none`. Errors: InputError for an
/// unknown name.
template <class Execution>
std::unique_ptr<Steering<Execution>> make(const std::string& name, std::int32_t agents, const ParameterValues& values) {
  return Methods::with("steering", name, [&]<class Method>() { return Method::template make<Execution>(agents, values); });
}

}  // namespace plethos::steering
