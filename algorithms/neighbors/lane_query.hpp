#pragma once

#include <type_traits>

#include "algorithms/neighbors/lists.hpp"
#include "algorithms/neighbors/nearest_arguments.hpp"
#include "backends/execution.hpp"

namespace plethos::neighbors {

template <class MemorySpace>
NearestArguments nearest_arguments(const Agents<MemorySpace>& agents, const Lists<MemorySpace>& lists, float radius) {
  const std::int32_t stride = agents.stride;
  return {stride,
          agents.working,
          lists.capacity,
          radius,
          agents.position.data(),
          agents.position.data() + stride,
          agents.id.data(),
          agents.id.data() + stride,
          lists.count.data(),
          lists.index.data()};
}

/// The query `Scalar` with its vector entry, which `Entry` finds for a target and lists of at most `Capacity` entries.
template <class Scalar, class Arguments, int Capacity, auto Entry>
struct LaneQuery {
  static constexpr int grain = Scalar::grain;
  Scalar scalar;
  Arguments arguments;

  void operator()(int i) const { scalar(i); }
  static auto simd_entry(const backends::SimdTarget& target) { return Entry(target, Capacity); }
};

/// Answers for the agents whose lists the lanes have left to ids.
template <class Scalar>
struct DecideByIds {
  Scalar scalar;

  void operator()(int i) const {
    if (scalar.lists.count(i) == left_to_ids) scalar(i);
  }
};

/// Whether there are vector lanes to query on: such that round as scalar ones do.
template <class Execution>
bool queries_on_lanes(const Execution& execution) {
  if constexpr (std::is_same_v<Execution, backends::HostExecution>) return execution.target && execution.target->fused_multiply_add;
  return false;
}

/// Runs the query Scalar over `count` agents on vector lanes, with the `arguments` of its vector entry, if there are any; says whether it
/// did.
template <auto Entry, class Execution, class Scalar, class Arguments>
bool query_on_lanes(const Execution& execution, const char* label, int count, const Scalar& scalar, const Arguments& arguments) {
  if constexpr (std::is_same_v<Execution, backends::HostExecution>) {
    if (queries_on_lanes(execution)) {
      const std::int32_t capacity = scalar.lists.capacity;
      const auto run = [&]<int Capacity>(std::integral_constant<int, Capacity>) {
        backends::for_each(execution, label, count, LaneQuery<Scalar, Arguments, Capacity, Entry>{scalar, arguments});
      };
      if (capacity <= 10) {
        run(std::integral_constant<int, 10>());
      } else if (capacity <= 16) {
        run(std::integral_constant<int, 16>());
      } else {
        run(std::integral_constant<int, maximum_neighbors>());
      }
      return true;
    }
  }
  return false;
}

/// Runs the query Scalar over `count` agents, on vector lanes if it can, whose ties it decides then.
template <auto Entry, class Execution, class Scalar, class Arguments>
void for_each_on_lanes(const Execution& execution, const char* label, const char* label_of_ties, int count, const Scalar& scalar,
                       const Arguments& arguments) {
  // What decides ties is for hosts alone.
  if constexpr (std::is_same_v<Execution, backends::HostExecution>) {
    if (query_on_lanes<Entry>(execution, label, count, scalar, arguments)) {
      backends::for_each(execution, label_of_ties, count, DecideByIds<Scalar>{scalar});
      return;
    }
  }
  backends::for_each(execution, label, count, scalar);
}

}  // namespace plethos::neighbors
