#pragma once

#include "algorithms/steering/reynolds/reynolds_method.hpp"

namespace plethos::steering {

/// Leaves preferred velocities as they are. There is no object to make.
struct NoneMethod {
  static MethodInfo info() { return {.name = "none", .sentence = "takes the heading"}; }
  template <class Execution>
  static std::unique_ptr<Steering<Execution>> make(const ParameterValues&) {
    return nullptr;
  }
};

/// One line a method.
using Registry = MethodList<  //
    NoneMethod, ReynoldsMethod>;

/// The name of this family and the signature of what makes a method, for programs that add methods of their own.
struct Family {
  static constexpr const char* name = "steering";
  template <class Execution>
  using Maker = std::unique_ptr<Steering<Execution>> (*)(const ParameterValues& values);
};

/// Makes the method of that name, or null for `none`. It takes its own parameters from `values`. Errors: InputError for an unknown name.
template <class Execution>
std::unique_ptr<Steering<Execution>> make(const std::string& name, const ParameterValues& values) {
  return Registry::make<Family, Execution>(name, values);
}

/// Adds a method of the calling program, which is then known wherever built-in methods are. `Method` is a class like those of the list, and
/// `Executions` a backends::ExecutionList of the kinds of execution that it supports. Errors: as MethodList::add().
template <class Method, class Executions = backends::AllExecutions>
void add() {
  Registry::add<Family, Method>(Executions());
}

}  // namespace plethos::steering

extern template const std::vector<plethos::MethodInfo>& plethos::steering::Registry::infos();
