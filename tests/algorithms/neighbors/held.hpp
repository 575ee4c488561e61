#pragma once

#include <doctest/doctest.h>

#include "algorithms/neighbors/verlet/verlet_lists.hpp"
#include "tests/algorithms/neighbors/searched.hpp"

namespace plethos::tests {

/// Steps from one search to the next.
inline constexpr std::int32_t held_period = 6;

/// Moves agents as a step does.
template <class MemorySpace>
struct MoveBy {
  Agents<MemorySpace> agents;
  neighbors::VerletFollower<MemorySpace> follower;
  Kokkos::View<const float* [2], Kokkos::LayoutRight, MemorySpace> way;  // m, by place
  Kokkos::View<const std::int32_t*, MemorySpace> state;

  KOKKOS_FUNCTION void operator()(int i) const {
    agents.state(i) = state(i);
    if (i >= agents.working && i < agents.owned) return;
    agents.position(i, 0) += way(i, 0);
    agents.position(i, 1) += way(i, 1);
    if (i < agents.working) follower.follow(i, agents.position(i, 0), agents.position(i, 1));
  }
};

/// Returns each agent's list as ids, by the agents' places.
template <class MemorySpace>
std::vector<std::vector<std::uint32_t>> ids_of(const Agents<MemorySpace>& agents, const neighbors::Lists<MemorySpace>& lists) {
  const auto count = host_view(lists.count);
  const auto index = host_view(lists.index);
  const auto id = host_view(agents.id);
  std::vector<std::vector<std::uint32_t>> ids(static_cast<std::size_t>(agents.working));
  for (std::int32_t i = 0; i < agents.working; ++i) {
    for (std::int32_t j = 0; j < count(i); ++j) ids[static_cast<std::size_t>(i)].push_back(id(index(i, j)));
  }
  return ids;
}

struct HeldWalk {
  float speed;          // m a step at most
  int jump;             // one step of an agent in so many is up to 4 m long
  bool swings = false;  // every other step leads back
};

/// Makes lists as a search does.
struct MadeBySearch {
  template <class Execution, class... Arguments>
  void operator()(const Execution& execution, neighbors::Search<Execution>& search, const Arguments&... arguments) const {
    search.make_lists(execution, arguments...);
  }
};

/// Lets a crowd walk for three periods and some, and compares lists that hold with those of `brute` in each step. `make` makes them as
/// MadeBySearch does. Returns for how many of the agents candidates did not suffice in the last period.
template <class Make = MadeBySearch>
std::int64_t check_held(const backends::Backend& backend, const Points& points, const Parameters& parameters, const std::string& method,
                        float skin, const HeldWalk& walk, const Places& places = {}, const Make& make = {}) {
  Random random("walk");
  Agents<Kokkos::HostSpace> host = make_agents(points.agents);
  std::int64_t again = 0;
  backends::visit(backend, [&](const auto& execution) {
    using Execution = std::decay_t<decltype(execution)>;
    using Space = typename Execution::memory_space;
    Agents<Space> agents(host.count);
    Agents<Space> scratch(host.count);
    for (Agents<Space>* const all : {&agents, &scratch}) put(*all, host, places);
    const Kokkos::View<std::uint32_t, Space> step("plethos::tests::step");
    const auto setup = search_setup(points, parameters, step.data());
    const auto search = neighbors::make<Execution>(method, setup, {}), brute = neighbors::make<Execution>("brute", setup, {});
    const std::int32_t columns = neighbors::most_candidates(parameters.neighbors);
    const neighbors::Lists<Space> lists("plethos::tests::lists", agents.stride, parameters.neighbors, columns);
    const neighbors::Lists<Space> expected("plethos::tests::expected", agents.stride, parameters.neighbors);
    neighbors::VerletLists<Space> verlet(agents.stride, skin, held_period);
    search->park(execution, agents);
    if (places.ghosts > 0) search->expect_ghosts(places.ghosts, places.core);

    // No search lies between a way and the way back.
    static_assert(held_period % 2 == 0);
    Kokkos::View<float* [2], Kokkos::LayoutRight, Kokkos::HostSpace> before("plethos::tests::before", static_cast<std::size_t>(host.count));
    for (int k = 0; k < 3 * held_period + 2; ++k) {
      if (verlet.searches()) {
        search->build(execution, agents, scratch);
        if (places.ghosts > 0) search->find_ghosts(execution, agents);
      }
      neighbors::follow_agents(execution, agents, verlet);
      make(execution, *search, agents, lists, verlet);
      brute->query(execution, agents, expected);
      execution.fence();
      CAPTURE(k);
      REQUIRE(ids_of(agents, lists) == ids_of(agents, expected));
      if (verlet.age == held_period - 1) {
        again = 0;
        for (const std::int64_t some : verlet.collected_again(execution, agents.working)) again += some;
      }

      copy_agents(host, agents);
      const Kokkos::View<float* [2], Kokkos::LayoutRight, Kokkos::HostSpace> way("plethos::tests::way",
                                                                                 static_cast<std::size_t>(host.count));
      const Kokkos::View<std::int32_t*, Kokkos::HostSpace> state("plethos::tests::state", static_cast<std::size_t>(host.count));
      for (std::int32_t i = 0; i < host.count; ++i) {
        const float reach = random.once_in(walk.jump) ? 4.f : walk.speed;
        if (walk.swings && k % 2 == 1) {
          way(i, 0) = -before(i, 0);
          way(i, 1) = -before(i, 1);
        } else {
          way(i, 0) = random.between(-reach, reach);
          way(i, 1) = random.between(-reach, reach);
        }
        const bool arrives = i < agents.working && host.state(i) == active_state && random.once_in(40);
        state(i) = arrives ? arrived_state : host.state(i) == arrived_state && random.once_in(2) ? settled_state : host.state(i);
      }
      before = way;
      const auto there = Kokkos::create_mirror_view_and_copy(Space(), way);
      const auto states = Kokkos::create_mirror_view_and_copy(Space(), state);
      backends::for_each(execution, "plethos::tests::move", agents.count, MoveBy<Space>{agents, verlet.follower(), there, states});
      execution.fence();
      verlet.age = (verlet.age + 1) % held_period;
    }
    return 0;
  });
  return again;
}

}  // namespace plethos::tests
