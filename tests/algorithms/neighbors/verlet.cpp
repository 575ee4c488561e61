#include "algorithms/simulation/hold_period.hpp"
#include "tests/algorithms/neighbors/held.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

Parameters held_parameters(std::int32_t neighbors, float distance, bool leave) {
  return {.neighbors = neighbors, .neighbor_distance = distance, .leave_on_arrival = leave};
}

}  // namespace

PLETHOS_MATRIX_TEST("lists that hold are the nearest in every step, however agents move, and whoever leaves") {
  const HeldWalk calm{0.02f, 500}, wild{0.3f, 20}, jumps{0.f, 1000}, swings{0.5f, 1000, true};
  struct Case {
    const char* method;
    Parameters parameters;
    std::vector<HeldWalk> walks;
  };
  const std::vector<Case> cases{{"grid", held_parameters(10, 3.f, false), {calm, wild, jumps, swings}},
                                {"grid", held_parameters(10, 15.f, true), {calm, wild, swings}},
                                {"grid", held_parameters(12, 3.f, false), {wild}},
                                {"grid", held_parameters(3, 1e4f, false), {wild}},
                                {"grid", held_parameters(64, 4.f, true), {wild}},
                                {"kdtree", held_parameters(10, 3.f, false), {wild}},
                                {"kdtree", held_parameters(64, 15.f, true), {swings}}};
  for (const Points& points : point_sets()) {
    CAPTURE(points.name);
    for (const Case& some : cases) {
      CAPTURE(some.method);
      CAPTURE(some.parameters.neighbors);
      CAPTURE(some.parameters.leave_on_arrival);
      for (const HeldWalk& walk : some.walks) {
        CAPTURE(walk.speed);
        check_held(backend, points, some.parameters, some.method, 1.f, walk);
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
      for (const char* method : {"grid", "kdtree"}) {
        CAPTURE(method);
        check_held(backend, points, held_parameters(10, 3.f, leave), method, 0.6f, {0.05f, 200}, places);
      }
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
  for (const char* method : {"grid", "kdtree"}) {
    CAPTURE(method);
    CHECK(check_held(backend, points, held_parameters(10, 15.f, false), method, 3.f, {0.02f, 1000000}) < 30);
  }
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
