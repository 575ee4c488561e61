#pragma once

#include <memory>
#include <vector>

#include "algorithms/steering/reynolds/reynolds.hpp"

namespace plethos::steering {

template <class Execution>
struct RegisteredSteering {
  const char* name;
  std::unique_ptr<Steering<Execution>> (*make)(std::int32_t agents);  ///< null: agents prefer to head straight on
};

/// One line a method.
template <class Execution>
const std::vector<RegisteredSteering<Execution>>& registered_steerings() {
  using Pointer = std::unique_ptr<Steering<Execution>>;
  static const std::vector<RegisteredSteering<Execution>> methods{
      {"none", [](std::int32_t) -> Pointer { return nullptr; }},
      {"reynolds", [](std::int32_t agents) -> Pointer { return std::make_unique<Reynolds<Execution>>(agents); }},
  };
  return methods;
}

}  // namespace plethos::steering
