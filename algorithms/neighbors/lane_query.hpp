#pragma once

#include <type_traits>

#include "algorithms/neighbors/lists.hpp"
#include "algorithms/neighbors/nearest_arguments.hpp"
#include "backends/on_lanes.hpp"

namespace plethos::neighbors {

template <class MemorySpace>
NearestArguments nearest_arguments(const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists, float radius) {
  return {lists.columns(),  agents.working, radius, agents.position.data(), agents.position.data() + agents.stride,
          agents.id.data(), nullptr};
}

/// Makes the lists that the vector lanes have left to ids.
template <class Scalar>
struct DecideByIds {
  Scalar scalar;

  void operator()(int i) const {
    if (scalar.arguments.agents.lists.count[i] == left_to_ids) scalar(i);
  }
};

/// Runs the query `Scalar` over `count` agents, on vector lanes if there are any. A second kernel then makes the lists that only ids can
/// decide.
template <auto Entry, class Execution, class Scalar>
void for_each_on_lanes(const Execution& execution, const char* label, const char* label_of_ties, int count, const Scalar& scalar) {
  // Only hosts have vector lanes. A device compiles no kernel for ties.
  if constexpr (std::is_same_v<Execution, backends::HostExecution>) {
    if (backends::run_on_lanes<Entry>(execution, label, count, scalar)) {
      backends::for_each(execution, label_of_ties, count, DecideByIds<Scalar>{scalar});
      return;
    }
  }
  backends::for_each(execution, label, count, scalar);
}

}  // namespace plethos::neighbors
