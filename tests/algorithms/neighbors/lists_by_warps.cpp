#include "algorithms/neighbors/verlet/lists_by_warps.hpp"

#include <doctest/doctest.h>

#include "algorithms/neighbors/grid/grid.hpp"
#include "algorithms/neighbors/grid/grid_lists_kernel-inl.hpp"
#include "algorithms/neighbors/kdtree/kdtree.hpp"
#include "algorithms/neighbors/kdtree/kdtree_lists_kernel-inl.hpp"
#include "algorithms/neighbors/nearest_agents.hpp"
#include "algorithms/neighbors/verlet/left_lists.hpp"
#include "backends/registry.hpp"
#include "tests/algorithms/neighbors/held.hpp"
#include "tests/harness/host_warp.hpp"

namespace plethos::tests {
namespace {

/// Searches the neighbors of an agent for which there are no candidates.
struct QueryLeft {
  neighbors::GridArguments arguments;
  std::int32_t* calls;

  KOKKOS_FUNCTION void operator()(std::int32_t i) const {
    ++*calls;
    scalar::grid_agents<ScalarLane, neighbors::NearestAgents<few_neighbors, true>>(arguments, i, i + 1);
  }
};
struct KdQueryLeft {
  neighbors::KdArguments arguments;
  std::int32_t* calls;

  KOKKOS_FUNCTION void operator()(std::int32_t i) const {
    ++*calls;
    scalar::kd_agents<ScalarLane, neighbors::NearestAgents<few_neighbors, true>, true>(arguments, i, i + 1);
  }
};

/// Makes lists of candidates by one thread.
struct ListsOfGrid {
  neighbors::GridVerletArguments arguments;

  KOKKOS_FUNCTION void operator()(std::int32_t i) const {
    scalar::make_grid_lists<ScalarLane, neighbors::SelectionOfAgent<few_neighbors>, few_neighbors>(arguments, i, i + 1);
  }
};
struct ListsOfTree {
  neighbors::KdVerletArguments arguments;

  KOKKOS_FUNCTION void operator()(std::int32_t i) const {
    scalar::make_kd_lists<ScalarLane, neighbors::SelectionOfAgent<few_neighbors>, few_neighbors>(arguments, i, i + 1);
  }
};

/// Makes the lists of a search by a team of fibers, an agent after the other. In every other step one thread begins, and teams make what it
/// leaves: one for each agent, or one for a thread each, by their number.
template <class Threads>
struct MadeByTeams {
  std::int32_t* calls;  // of the query
  Parameters parameters;

  template <class Execution, class MemorySpace>
  void operator()(const Execution&, neighbors::Search<Execution>& search, const Agents<MemorySpace>& agents,
                  const neighbors::Lists<MemorySpace>& lists, const neighbors::VerletLists<MemorySpace>& verlet) const {
    // Fibers run on the host.
    if constexpr (std::is_same_v<Execution, backends::HostExecution>) {
      const neighbors::VerletArguments in = neighbors::verlet_arguments(agents, lists, verlet, parameters);
      if (const auto* grid = dynamic_cast<const neighbors::Grid<Execution>*>(&search)) {
        make<scalar::GridSurroundings, ListsOfGrid, QueryLeft>(grid->arguments(agents, lists), in);
      } else {
        make<scalar::KdSurroundings, ListsOfTree, KdQueryLeft>(
            dynamic_cast<const neighbors::KdTreeSearch<Execution>&>(search).arguments(agents, lists), in);
      }
    }
  }

 private:
  template <class Surroundings, class Lists, class Query, class Arguments>
  void make(const Arguments& arguments, const neighbors::VerletArguments& in) const {
    REQUIRE(in.most <= Threads::size);
    const neighbors::ListByTeam<Surroundings, Query> list{{arguments, in}, {neighbors::query_left(arguments, in), calls}};
    if (in.age % 2 == 0) {
      const neighbors::MakeListsByWarps<Surroundings, Query> kernel{list};
      for (std::int32_t i = 0; i < in.agents.working; ++i) {
        Threads::run([&](const auto& team) { kernel.work(team, i); });
      }
      return;
    }
    const neighbors::MakeVerletLists<Lists> by_thread{list.arguments};
    for (std::int32_t i = 0; i < in.agents.working; ++i) by_thread(i);
    const std::int32_t teams = in.age == 1 ? 1 : 3;
    const neighbors::MakeLeftListsByWarps<Surroundings, Query, few_neighbors> left{list, {list.arguments, list.query, true}, teams};
    for (std::int32_t number = 0; number < teams; ++number) {
      Threads::run([&](const auto& team) { left.work(team, number); });
    }
  }
};

}  // namespace

TEST_CASE("a team makes lists that hold, each of its threads for a candidate") {
  std::int32_t calls = 0;
  const auto check = [&](const Points& points, const Parameters& parameters, const HeldWalk& walk, const Places& places) {
    CAPTURE(points.name);
    CAPTURE(parameters.neighbors);
    const backends::Backend serial = backends::make_backend({"serial", "scalar", 1});
    check_held(serial, points, parameters, "grid", 1.f, walk, places, MadeByTeams<HostThreads<32>>{&calls, parameters});
    check_held(serial, points, parameters, "kdtree", 1.f, walk, places, MadeByTeams<HostThreads<64>>{&calls, parameters});
  };
  for (Points points : point_sets()) {
    if (points.agents.size() > 24) points.agents.resize(24);
    const Parameters few{.neighbors = 3, .neighbor_distance = 4.f},
        usual{.neighbors = 10, .neighbor_distance = 15.f, .leave_on_arrival = true};
    check(points, few, {0.3f, 20}, {});
    check(points, few, {2.f, 1000}, {});
    check(points, usual, {0.02f, 500}, {});
    if (points.agents.size() < 24) continue;
    Places places(6);
    places.ghosts = 5;
    places.core = {1, 1, -1, -1};
    for (std::size_t i = 13; i < 19; ++i) points.agents[i].state = AgentState::settled;
    check(points, few, {0.05f, 100}, places);
  }
  CHECK(calls > 0);
}

}  // namespace plethos::tests
