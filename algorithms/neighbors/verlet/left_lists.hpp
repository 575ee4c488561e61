#pragma once

#include "algorithms/neighbors/lane_query.hpp"
#include "algorithms/neighbors/verlet/lists_by_warps.hpp"
#include "algorithms/neighbors/verlet/selection_of_agent.hpp"
#include "algorithms/neighbors/verlet/verlet_kernel-inl.hpp"
#include "algorithms/neighbors/verlet/verlet_lists.hpp"
#include "backends/append.hpp"
#include "backends/teams.hpp"
#include "core/lane/scalar_lane.hpp"

namespace plethos::neighbors {

/// Returns the arguments of a search's query for agents that candidates leave, from those for all agents.
template <class Arguments>
Arguments query_left(Arguments query, const VerletArguments& verlet) {
  query.agents.state = verlet.agents.state;
  if (verlet.age > 0) query.gone_squared = verlet.greatest + verlet.age;
  return query;
}

/// Makes the lists of agents by `Make`, a kernel of a search, and lists those for which candidates do not suffice.
template <class Make>
struct MakeVerletLists : Make {
  KOKKOS_FUNCTION void operator()(int i) const {
    Make::operator()(i);
    const VerletArguments& in = this->arguments.verlet;
    if (in.agents.lists.count[i] < 0) in.left[backends::append_place(in.left_count[in.age])] = i;
  }
};

/// Makes the lists that are still to be made: of candidates, collected anew or told apart by their ids, or by `query`, the scalar query of
/// a search.
template <class Surroundings, class Query, int Capacity>
struct MakeLeftLists {
  static constexpr int grain = 256;
  typename Surroundings::Arguments arguments;
  Query query;
  bool listed;  // agents are: their places in the list are the kernel's items

  KOKKOS_FUNCTION void operator()(int item) const {
    const VerletArguments& in = arguments.verlet;
    if (listed && item >= in.left_count[in.age]) return;
    const int i = listed ? in.left[item] : item;
    std::int32_t& count = in.agents.lists.count[i];
    if (count >= 0) return;
    if (count == left_to_search && in.age > 0 && listed) {
      scalar::collect_again<ScalarLane>(in, scalar::VerletCollector<ScalarLane, Capacity, Surroundings>{arguments}, i);
    }
    const bool collected = count == left_to_select;
    if (count != left_to_search) {
      scalar::select_nearest<ScalarLane, SelectionOfAgent<Capacity>>(in, i, i + 1, {in.agents.lists.index + i, in.agents.lists.stride},
                                                                     true);
      if (count >= 0) {
        // What is known of others now is known without their ways and its own for the step of the search.
        if (collected) in.beyond[i] -= ways_since(in, i);
        return;
      }
    }
    query(i);
    // What was a candidate is known no more.
    in.beyond[i] = -1.f;
  }
};

/// The same on a device, of listed agents, by `teams` warps. After the step of a search few agents are left, but one of them looks as long
/// as all others together choose: a warp then takes an agent. Where many are, a thread does.
template <class Surroundings, class Query, int Capacity>
struct MakeLeftListsByWarps {
  using launch_bounds = backends::Tuning::AgentWarps;
  static constexpr std::int32_t most_of_warp = 4;
  ListByTeam<Surroundings, Query> list;
  MakeLeftLists<Surroundings, Query, Capacity> by_threads;
  std::int32_t teams;

  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    work(backends::Warp(), member.league_rank());
  }
  template <class Team>
  KOKKOS_FUNCTION void work(const Team& team, std::int32_t number) const {
    const VerletArguments& in = list.arguments.verlet;
    const std::int32_t left = in.left_count[in.age];
    if (in.age > 0 && left <= most_of_warp * teams) {
      for (std::int32_t k = number; k < left; k += teams) list.collect(team, in.left[k]);
    } else {
      for (std::int32_t k = number * Team::size + team.rank(); k < left; k += teams * Team::size) by_threads(k);
    }
  }
};

/// Makes the lists of the agents [0, working): by the vector entry of `Make` if there are vector lanes; on a device by warps where agents
/// are few; otherwise by `Make` itself.
template <auto Entry, class Surroundings, int Capacity, class Execution, class Make, class Query>
void make_verlet_lists(const Execution& execution, const char* label, const char* label_of_left, const Make& make, const Query& query) {
  const VerletArguments& verlet = make.arguments.verlet;
  const std::int32_t working = verlet.agents.working;
  const bool on_lanes = backends::run_on_lanes<Entry>(execution, label, working, make);
  const MakeLeftLists<Surroundings, Query, Capacity> left{make.arguments, query, !on_lanes};
  if constexpr (!std::is_same_v<Execution, backends::HostExecution>) {
    const backends::Concurrency concurrency = backends::concurrency(execution);
    const ListByTeam<Surroundings, Query> list{make.arguments, query};
    if (lists_by_warps(concurrency, working, verlet.agents.lists.capacity)) {
      backends::for_each_team(execution, label, working, backends::warp_size, 0, MakeListsByWarps<Surroundings, Query>{list});
      return;
    }
    if (verlet.most <= concurrency.warp) {
      const std::int32_t teams = concurrency.threads / concurrency.warp;
      backends::for_each(execution, label, working, MakeVerletLists<Make>{make});
      backends::for_each_team(execution, label_of_left, teams, backends::warp_size, 0,
                              MakeLeftListsByWarps<Surroundings, Query, Capacity>{list, left, teams});
      return;
    }
  }
  if (!on_lanes) backends::for_each(execution, label, working, MakeVerletLists<Make>{make});
  backends::for_each(execution, label_of_left, working, left);
}

}  // namespace plethos::neighbors
