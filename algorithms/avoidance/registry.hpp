#pragma once

#include "algorithms/avoidance/clearpath/clearpath_method.hpp"
#include "algorithms/avoidance/none/none_method.hpp"
#include "algorithms/avoidance/orca/orca_method.hpp"
#include "algorithms/avoidance/rvo/rvo_method.hpp"

namespace plethos::avoidance {

// clang-format off: one line a method
using Methods = MethodList<
    RvoMethod<RvoVariant::published>,
    RvoMethod<RvoVariant::steady>,
    OrcaMethod,
    ClearpathMethod<ClearpathVariant::clearpath1>,
    ClearpathMethod<ClearpathVariant::clearpath2>,
    ClearpathMethod<ClearpathVariant::guarded>,
    NoneMethod>;
// clang-format on

/// What a program that adds methods of its own needs to know of this family.
struct Family {
  static constexpr const char* name = "avoidance";
  template <class Execution>
  using Maker = std::unique_ptr<Avoidance<Execution>> (*)(const ParameterValues& values);
};

/// The method of that name, with those of the values that are its own. Errors: InputError for an unknown name.
template <class Execution>
std::unique_ptr<Avoidance<Execution>> make(const std::string& name, const ParameterValues& values) {
  return Methods::make<Family, Execution>(name, values);
}

/// Adds a method of the program's own, which is then known wherever built-in ones are. `Method`: a class as those of the list.
/// `Executions`: for which kinds of execution, a backends::ExecutionList. Errors: as MethodList::add().
template <class Method, class Executions = backends::AllExecutions>
void add() {
  Methods::add<Family, Method>(Executions());
}

}  // namespace plethos::avoidance
