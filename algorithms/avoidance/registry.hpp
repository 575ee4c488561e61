#pragma once

#include "algorithms/avoidance/clearpath/clearpath_method.hpp"
#include "algorithms/avoidance/clearpath_guarded/clearpath_guarded_method.hpp"
#include "algorithms/avoidance/none/none_method.hpp"
#include "algorithms/avoidance/orca/orca_method.hpp"
#include "algorithms/avoidance/rvo/rvo_method.hpp"

namespace plethos::avoidance {

// One line a method.
// clang-format off
using Registry = MethodList<
    ClearpathGuardedMethod,
    ClearpathMethod<ClearpathVariant::clearpath1>,
    ClearpathMethod<ClearpathVariant::clearpath2>,
    OrcaMethod,
    RvoMethod<RvoVariant::published>,
    RvoMethod<RvoVariant::steady>,
    NoneMethod>;
// clang-format on

/// The name of this family and the signature of what makes a method, for programs that add methods of their own.
struct Family {
  static constexpr const char* name = "avoidance";
  template <class Execution>
  using Maker = std::unique_ptr<Avoidance<Execution>> (*)(const ParameterValues& values);
};

/// Makes the method of that name. It takes its own parameters from `values`. Errors: InputError for an unknown name.
template <class Execution>
std::unique_ptr<Avoidance<Execution>> make(const std::string& name, const ParameterValues& values) {
  return Registry::make<Family, Execution>(name, values);
}

/// Adds a method of the calling program, which is then known wherever built-in methods are. `Method` is a class like those of the list, and
/// `Executions` a backends::ExecutionList of the kinds of execution that it supports. Errors: as MethodList::add().
template <class Method, class Executions = backends::AllExecutions>
void add() {
  Registry::add<Family, Method>(Executions());
}

}  // namespace plethos::avoidance

extern template const std::vector<plethos::MethodInfo>& plethos::avoidance::Registry::infos();
