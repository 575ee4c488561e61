#pragma once

#include <type_traits>

#include "algorithms/neighbors/lists.hpp"
#include "algorithms/neighbors/nearest_arguments.hpp"
#include "backends/execution.hpp"

namespace plethos::neighbors {

template <class MemorySpace>
NearestArguments nearest_arguments(const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists, float radius) {
  return {lists.columns(),
          agents.working,
          radius,
          agents.position.data(),
          agents.position.data() + agents.stride,
          agents.id.data(),
          agents.id.data() + agents.stride};
}

/// The query `Scalar` with its vector entry, which `Entry` finds for a target.
template <class Scalar, auto Entry>
struct LaneQuery : Scalar {
  static auto simd_entry(const backends::SimdTarget& target) { return Entry(target); }
};

/// Answers for the agents whose lists the lanes have left to ids.
template <class Scalar>
struct DecideByIds {
  Scalar scalar;

  void operator()(int i) const {
    if (scalar.arguments.agents.lists.count[i] == left_to_ids) scalar(i);
  }
};

/// Whether there are vector lanes to query on: such that round as scalar ones do.
template <class Execution>
bool queries_on_lanes(const Execution& execution) {
  if constexpr (std::is_same_v<Execution, backends::HostExecution>) return execution.target && execution.target->fused_multiply_add;
  return false;
}

/// Runs the query Scalar over `count` agents on vector lanes, if there are any; says whether it did.
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

/// Runs the query Scalar over `count` agents, on vector lanes if it can, whose ties it decides then.
template <auto Entry, class Execution, class Scalar>
void for_each_on_lanes(const Execution& execution, const char* label, const char* label_of_ties, int count, const Scalar& scalar) {
  // What decides ties is for hosts alone.
  if constexpr (std::is_same_v<Execution, backends::HostExecution>) {
    if (query_on_lanes<Entry>(execution, label, count, scalar)) {
      backends::for_each(execution, label_of_ties, count, DecideByIds<Scalar>{scalar});
      return;
    }
  }
  backends::for_each(execution, label, count, scalar);
}

}  // namespace plethos::neighbors
