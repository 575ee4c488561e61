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

/// Makes the method of that name with those of the values that are its own. Errors: InputError for an unknown name.
template <class Execution>
std::unique_ptr<Avoidance<Execution>> make(const std::string& name, const ParameterValues& values) {
  return Methods::with("avoidance", name, [&]<class Method>() { return Method::template make<Execution>(values); });
}

}  // namespace plethos::avoidance
