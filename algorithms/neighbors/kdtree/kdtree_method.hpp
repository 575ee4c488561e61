#pragma once

#include <memory>

#include "algorithms/method.hpp"
#include "algorithms/neighbors/search_setup.hpp"

namespace plethos::neighbors {

struct KdTreeMethod {
  static MethodInfo info() { return {"kdtree", "finds the same in a k-d tree", {}, 32}; }
  template <class Execution>
  static std::unique_ptr<Search<Execution>> make(const SearchSetup& setup, const ParameterValues& values);
};

}  // namespace plethos::neighbors
