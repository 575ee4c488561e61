#pragma once

#include <memory>

#include "algorithms/method.hpp"
#include "algorithms/neighbors/search_setup.hpp"

namespace plethos::neighbors {

struct BruteMethod {
  static MethodInfo info() { return {.name = "brute", .sentence = "finds the same by looking at every pair", .one_world = true}; }
  template <class Execution>
  static std::unique_ptr<Search<Execution>> make(const SearchSetup& setup, const ParameterValues& values);
};

}  // namespace plethos::neighbors
