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

/// What a program that adds methods of its own needs to know of this family.
struct Family {
  static constexpr const char* name = "steering";
  template <class Execution>
  using Maker = std::unique_ptr<Steering<Execution>> (*)(const ParameterValues& values);
};

/// The method of that name, with those of the values that are its own; null for `none`. Errors: InputError for an unknown
/// name.
template <class Execution>
std::unique_ptr<Steering<Execution>> make(const std::string& name, const ParameterValues& values) {
  return Methods::make<Family, Execution>(name, values);
}

/// Adds a method of the program's own, which is then known wherever built-in ones are. `Method`: a class as those of the list.
/// `Executions`: for which kinds of execution, a backends::ExecutionList. Errors: as MethodList::add().
template <class Method, class Executions = backends::AllExecutions>
void add() {
  Methods::add<Family, Method>(Executions());
}

}  // namespace plethos::steering
