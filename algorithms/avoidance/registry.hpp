#pragma once

#include <memory>
#include <vector>

#include "algorithms/avoidance/clearpath/clearpath.hpp"
#include "algorithms/avoidance/none/none.hpp"
#include "algorithms/avoidance/orca/orca.hpp"
#include "algorithms/avoidance/rvo/rvo.hpp"

namespace plethos::avoidance {

template <class Execution>
struct RegisteredAvoidance {
  const char* name;
  std::unique_ptr<Avoidance<Execution>> (*make)(Parallel parallel);
};

/// One line a method.
template <class Execution>
const std::vector<RegisteredAvoidance<Execution>>& registered_avoidances() {
  using Pointer = std::unique_ptr<Avoidance<Execution>>;
  static const std::vector<RegisteredAvoidance<Execution>> methods{
      {"rvo", [](Parallel parallel) -> Pointer { return std::make_unique<Rvo<Execution>>(parallel); }},
      {"rvo-steady", [](Parallel parallel) -> Pointer { return std::make_unique<Rvo<Execution>>(parallel, RvoVariant::steady); }},
      {"orca", [](Parallel) -> Pointer { return std::make_unique<Orca<Execution>>(); }},
      {"none", [](Parallel) -> Pointer { return std::make_unique<None<Execution>>(); }},
      {"clearpath1", [](Parallel) -> Pointer { return std::make_unique<Clearpath<Execution>>(ClearpathVariant::guaranteed); }},
      {"clearpath2", [](Parallel) -> Pointer { return std::make_unique<Clearpath<Execution>>(ClearpathVariant::relaxed); }},
  };
  return methods;
}

}  // namespace plethos::avoidance
