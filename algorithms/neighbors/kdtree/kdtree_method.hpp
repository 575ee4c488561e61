#pragma once

#include <memory>

#include "algorithms/method.hpp"
#include "algorithms/neighbors/search_setup.hpp"
#include "algorithms/neighbors/verlet/skin.hpp"

namespace plethos::neighbors {

struct KdTreeMethod {
  static MethodInfo info() {
    return {.name = "kdtree",
            .sentence = "finds the same in a k-d tree",
            .parameters = skin_table().infos(),
            .bytes_per_agent = 32,
            .one_world = true};
  }
  template <class Execution>
  static std::unique_ptr<Search<Execution>> make(const SearchSetup& setup, const ParameterValues& values);
};

}  // namespace plethos::neighbors
