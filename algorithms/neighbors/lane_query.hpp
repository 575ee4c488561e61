#pragma once

#include <type_traits>

#include "algorithms/neighbors/lists.hpp"
#include "algorithms/neighbors/nearest_arguments.hpp"
#include "backends/execution.hpp"

namespace plethos::neighbors {

template <class MemorySpace>
NearestArguments nearest_arguments(const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists, float radius) {
  return {lists.columns(),  agents.working, radius, agents.position.data(), agents.position.data() + agents.stride,
          agents.id.data(), nullptr};
}

/// The query `Scalar` with its vector entry. `Entry` returns that entry for a target.
template <class Scalar, auto Entry>
struct LaneQuery : Scalar {
  static auto simd_entry(const backends::SimdTarget& target) { return Entry(target); }
};

/// Makes the lists that the vector lanes have left to ids.
template <class Scalar>
struct DecideByIds {
  Scalar scalar;

  void operator()(int i) const {
    if (scalar.arguments.agents.lists.count[i] == left_to_ids) scalar(i);
  }
};

/// Says whether queries run on vector lanes. They do if the lanes round as scalar code does.
template <class Execution>
bool queries_on_lanes(const Execution& execution) {
  if constexpr (std::is_same_v<Execution, backends::HostExecution>) return execution.target && execution.target->fused_multiply_add;
  return false;
}

/// Runs the query `Scalar` over `count` agents if there are vector lanes for it. Returns whether it did.
template <auto Entry, class Execution, class Scalar>
bool query_on_lanes(const Execution& execution, const char* label, int count, const Scalar& scalar) {
  if constexpr (std::is_same_v<Execution, backends::HostExecution>) {
    if (queries_on_lanes(execution)) {
      backends::for_each(execution, label, count, LaneQuery<Scalar, Entry>{scalar});
      return true;
    }
  }
  return false;
}

/// Runs the query `Scalar` over `count` agents, on vector lanes if there are any. A second kernel then makes the lists that only ids can
/// decide.
template <auto Entry, class Execution, class Scalar>
void for_each_on_lanes(const Execution& execution, const char* label, const char* label_of_ties, int count, const Scalar& scalar) {
  // Only hosts have vector lanes. A device compiles no kernel for ties.
  if constexpr (std::is_same_v<Execution, backends::HostExecution>) {
    if (query_on_lanes<Entry>(execution, label, count, scalar)) {
      backends::for_each(execution, label_of_ties, count, DecideByIds<Scalar>{scalar});
      return;
    }
  }
  backends::for_each(execution, label, count, scalar);
}

}  // namespace plethos::neighbors
