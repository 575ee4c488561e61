#pragma once

#include "algorithms/steering/reynolds/reynolds_method.hpp"

namespace plethos::steering {

/// Leaves preferred velocities as they are: there is nothing to make.
struct NoneMethod {
  static MethodInfo info() { return {"none", "takes the heading"}; }
  template <class Execution>
  static std::unique_ptr<Steering<Execution>> make(const ParameterValues&) {
    return nullptr;
  }
};

/// One line a method.
using Methods = MethodList<  //
    NoneMethod, ReynoldsMethod>;

/// The method of that name, with those of the values that are its own; null for `none`. Errors: InputError for an unknown name.
template <class Execution>
std::unique_ptr<Steering<Execution>> make(const std::string& name, const ParameterValues& values) {
  return Methods::with("steering", name, [&]<class Method>() { return Method::template make<Execution>(values); });
}

}  // namespace plethos::steering
