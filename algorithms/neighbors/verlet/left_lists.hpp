#pragma once

#include "algorithms/neighbors/lane_query.hpp"
#include "algorithms/neighbors/verlet/selection_of_agent.hpp"
#include "algorithms/neighbors/verlet/verlet_kernel-inl.hpp"
#include "backends/append.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::neighbors {

/// Makes the lists of agents by `Make`, a kernel of a search, and lists those for which candidates do not suffice.
template <class Make>
struct MakeVerletLists : Make {
  KOKKOS_FUNCTION void operator()(int i) const {
    Make::operator()(i);
    const VerletArguments& in = this->arguments.verlet;
    if (in.agents.lists.count[i] < 0) in.left[backends::append_place(in.left_count[in.age])] = i;
  }
};

/// Makes the lists that are still to be made: of candidates, collected anew by `Collector` or told apart by their ids, or by `query`, the
/// scalar query of a search.
template <class Arguments, class Collector, class Query, int Capacity>
struct MakeLeftLists {
  static constexpr int grain = 256;
  Arguments arguments;  // of the collector
  Query query;
  bool listed;  // agents are: their places in the list are the kernel's items

  KOKKOS_FUNCTION void operator()(int item) const {
    const VerletArguments& in = arguments.verlet;
    if (listed && item >= in.left_count[in.age]) return;
    const int i = listed ? in.left[item] : item;
    std::int32_t& count = in.agents.lists.count[i];
    if (count >= 0) return;
    if (count == left_to_search && in.age > 0 && listed) scalar::collect_again<ScalarLane>(in, Collector{arguments}, i);
    const bool collected = count == left_to_select;
    if (count != left_to_search) {
      scalar::select_nearest<ScalarLane, SelectionOfAgent<Capacity>>(in, i, i + 1, {in.agents.lists.index + i, in.agents.lists.stride},
                                                                     true);
      if (count >= 0) {
        if (collected) in.beyond[i] -= ways_since(i);
        return;
      }
    }
    query(i);
    // What was a candidate is known no more.
    in.beyond[i] = -1.f;
  }

 private:
  /// Returns the way of agent i since the search, and the greatest way, in m: what is known of others now is known without them for then.
  KOKKOS_FUNCTION float ways_since(int i) const {
    const VerletArguments& in = arguments.verlet;
    const float x = in.agents.position_x[i] - in.from_x[i], y = in.agents.position_y[i] - in.from_y[i];
    return Kokkos::sqrt(in.greatest[in.age]) + Kokkos::sqrt(squared_distance(x, y));
  }
};

/// Makes the lists of the agents [0, working): by the vector entry of `Make` if there are vector lanes, otherwise by `Make` itself.
template <auto Entry, class Collector, int Capacity, class Execution, class Make, class Query>
void make_verlet_lists(const Execution& execution, const char* label, const char* label_of_left, const Make& make, const Query& query) {
  const auto& arguments = make.arguments;
  const std::int32_t working = arguments.verlet.agents.working;
  const bool on_lanes = backends::run_on_lanes<Entry>(execution, label, working, make);
  if (!on_lanes) backends::for_each(execution, label, working, MakeVerletLists<Make>{make});
  backends::for_each(execution, label_of_left, working,
                     MakeLeftLists<std::decay_t<decltype(arguments)>, Collector, Query, Capacity>{arguments, query, !on_lanes});
}

}  // namespace plethos::neighbors
