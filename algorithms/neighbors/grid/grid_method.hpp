#pragma once

#include <memory>

#include "algorithms/method.hpp"
#include "algorithms/neighbors/search_setup.hpp"
#include "algorithms/neighbors/verlet/skin.hpp"

namespace plethos::neighbors {

struct GridMethod {
  static MethodInfo info() {
    return {.name = "grid", .sentence = "sorts agents into cells", .parameters = skin_table().infos(), .bytes_per_agent = 20};
  }
  template <class Execution>
  static std::unique_ptr<Search<Execution>> make(const SearchSetup& setup, const ParameterValues& values);
};

}  // namespace plethos::neighbors
