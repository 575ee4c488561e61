#pragma once

#include "algorithms/neighbors/verlet/selection_of_agent.hpp"
#include "algorithms/neighbors/verlet/verlet_kernel-inl.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::neighbors {

/// Makes the lists that are still to be made: of candidates, by their ids where these decide, or by `query`, the scalar query of a search.
template <class Query, int Capacity>
struct MakeLeftLists {
  static constexpr int grain = 256;
  VerletArguments arguments;
  Query query;

  KOKKOS_FUNCTION void operator()(int i) const {
    const ListColumns& lists = arguments.agents.lists;
    const std::int32_t left = lists.count[i];
    if (left >= 0) return;
    if (left != left_to_search) {
      scalar::select_nearest<ScalarLane, SelectionOfAgent<Capacity>>(arguments, i, i + 1, {lists.index + i, lists.stride}, true);
      if (lists.count[i] >= 0) {
        if (left == left_to_select) arguments.beyond[i] -= ways_since(i);
        return;
      }
    }
    query(i);
    // What was a candidate is known no more.
    arguments.beyond[i] = -1.f;
    arguments.candidates[i] = collected_again;
  }

 private:
  /// Returns the way of agent i since the search, and the greatest way, in m: what is known of others now is known without them for then.
  KOKKOS_FUNCTION float ways_since(int i) const {
    const float x = arguments.agents.position_x[i] - arguments.from_x[i], y = arguments.agents.position_y[i] - arguments.from_y[i];
    return Kokkos::sqrt(arguments.greatest[arguments.age]) + Kokkos::sqrt(squared_distance(x, y));
  }
};

}  // namespace plethos::neighbors
