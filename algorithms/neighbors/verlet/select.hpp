#pragma once

#include "algorithms/neighbors/lane_query.hpp"
#include "algorithms/neighbors/verlet/select_kernel-inl.hpp"
#include "backends/execution.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::neighbors {

template <int Capacity>
struct SelectNearest {
  static constexpr int grain = 256;
  VerletArguments arguments;

  KOKKOS_FUNCTION void operator()(int i) const { scalar::select_nearest<ScalarLane, Capacity>(arguments, i, i + 1); }
};

/// Makes the lists of the agents [0, working) from their candidates. The count of a list that they do not make says why.
template <int Capacity, class Execution>
void select_nearest(const Execution& execution, const VerletArguments& arguments) {
  constexpr const char* label = "plethos::neighbors::verlet::select";
  const SelectNearest<Capacity> select{arguments};
  if (!query_on_lanes<&select_on_vectors>(execution, label, arguments.agents.working, select)) {
    backends::for_each(execution, label, arguments.agents.working, select);
  }
}

/// Makes the lists that are still to make by `query`, the scalar query of a search, and counts those for which candidates did not suffice.
template <class Query, int Capacity, class MemorySpace>
struct MakeLeft {
  static constexpr int grain = 256;
  VerletArguments arguments;
  Query query;
  backends::SpreadCounter<MemorySpace> searched;

  KOKKOS_FUNCTION void operator()(int i) const {
    const std::int32_t* count = arguments.agents.lists.count + i;
    if (*count >= 0) return;
    if (*count == left_to_ids) scalar::select_nearest<ScalarLane, Capacity>(arguments, i, i + 1);
    if (*count >= 0) return;
    query(i);
    // What was a candidate is known no more.
    arguments.beyond[i] = -1.f;
    if (arguments.age > 0) searched.add(i, 1);
  }
};

}  // namespace plethos::neighbors
