#include "algorithms/neighbors/verlet/verlet_lists.hpp"
#include "algorithms/simulation/hold_period.hpp"
#include "tests/algorithms/neighbors/searched.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

constexpr std::int32_t period = 6;

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

struct Walk {
  float speed;          // m a step at most
  int jump;             // one step of an agent in so many is up to 4 m long
  bool swings = false;  // every other step leads back
};

/// Lets a crowd walk for three periods and some, and compares lists that hold with those of `brute` in each step. Returns for how many of
/// the agents candidates did not suffice in the last period.
std::int64_t check_held(const backends::Backend& backend, const Points& points, const Parameters& parameters, const std::string& method,
                        float skin, const Walk& walk, const Places& places = {}) {
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
    neighbors::VerletLists<Space> verlet(agents.stride, skin, period);
    search->park(execution, agents);
    if (places.ghosts > 0) search->expect_ghosts(places.ghosts, places.core);

    // No search lies between a way and the way back.
    static_assert(period % 2 == 0);
    Kokkos::View<float* [2], Kokkos::LayoutRight, Kokkos::HostSpace> before("plethos::tests::before", static_cast<std::size_t>(host.count));
    for (int k = 0; k < 3 * period + 2; ++k) {
      if (verlet.searches()) {
        search->build(execution, agents, scratch);
        if (places.ghosts > 0) search->find_ghosts(execution, agents);
      }
      neighbors::follow_agents(execution, agents, verlet);
      search->make_lists(execution, agents, lists, verlet);
      brute->query(execution, agents, expected);
      execution.fence();
      CAPTURE(k);
      REQUIRE(ids_of(agents, lists) == ids_of(agents, expected));
      if (verlet.age == period - 1) {
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
      verlet.age = (verlet.age + 1) % period;
    }
    return 0;
  });
  return again;
}

Parameters asked(std::int32_t neighbors, float distance, bool leave) {
  return {.neighbors = neighbors, .neighbor_distance = distance, .leave_on_arrival = leave};
}

}  // namespace

PLETHOS_MATRIX_TEST("lists that hold are the nearest in every step, however agents move, and whoever leaves") {
  for (const Points& points : point_sets()) {
    CAPTURE(points.name);
    for (const Parameters& parameters : {asked(10, 3.f, false), asked(10, 15.f, true), asked(3, 1e4f, false), asked(64, 4.f, true)}) {
      CAPTURE(parameters.neighbors);
      CAPTURE(parameters.leave_on_arrival);
      for (const Walk& walk : {Walk{0.02f, 500}, Walk{0.3f, 20}, Walk{0.f, 1000}, Walk{0.5f, 1000, true}}) {
        CAPTURE(walk.speed);
        check_held(backend, points, parameters, "grid", 1.f, walk);
      }
    }
  }
}

PLETHOS_MATRIX_TEST("lists that hold see parked agents and ghosts") {
  for (Points points : point_sets()) {
    CAPTURE(points.name);
    const auto count = static_cast<std::int32_t>(points.agents.size());
    Places places(count / 4);
    places.ghosts = count / 5;
    places.core = {1, 1, -1, -1};
    for (std::int32_t i = count - places.ghosts - places.parked; i < count - places.ghosts; ++i) {
      points.agents[static_cast<std::size_t>(i)].state = AgentState::settled;
    }
    for (const bool leave : {false, true}) {
      CAPTURE(leave);
      check_held(backend, points, asked(10, 3.f, leave), "grid", 0.6f, {0.05f, 200}, places);
    }
  }
}

PLETHOS_MATRIX_TEST("lists of a calm crowd hold") {
  Random random("calm");
  Points points{"calm", {}, {{-15, -15}, {15, 15}}};
  for (int i = 0; i < 900; ++i) {
    points.agents.push_back({.position = {static_cast<float>(i % 30) - 15 + random.between(-0.2f, 0.2f),
                                          static_cast<float>(i / 30) - 15 + random.between(-0.2f, 0.2f)}});
  }
  CHECK(check_held(backend, points, asked(10, 15.f, false), "grid", 3.f, {0.02f, 1000000}) < 30);
}

TEST_CASE("lists hold for as many steps as cost least") {
  constexpr std::int64_t agents = 1000;
  const auto after = [](simulation::HoldPeriod& choice, std::int32_t steps, std::vector<std::int64_t> again) {
    again.resize(16);
    return choice.next(steps, again, agents, false);
  };
  const simulation::HoldCosts costs{1, 0.3, 1};
  simulation::HoldPeriod choice(costs);
  CHECK(after(choice, 4, {}) == 8);
  CHECK(choice.next(4, std::vector<std::int64_t>(16), agents, true) == 4);
  CHECK(after(choice, 8, {0, 0, 10, 10, 10, 10, 10, 10}) == 8);
  // Of eight steps the last five cost as much as a search.
  CHECK(after(choice, 8, {0, 0, 0, 1000}) == 2);
  CHECK(after(choice, 4, {0, 0, 1, 5}) == 8);
  // Candidates never suffice: each step costs more than one without them.
  CHECK(after(choice, 2, {0, 1000}) == 1);
  // It is tried again, more and more seldom.
  int looks = 1;
  while (after(choice, 1, {}) == 1) ++looks;
  CHECK(looks == 4);
  CHECK(after(choice, 4, {0, 1000}) == 1);
  looks = 1;
  while (after(choice, 1, {}) == 1) ++looks;
  CHECK(looks == 8);
}

}  // namespace plethos::tests
