#include "scenarios/geometry/reachability.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "scenarios/geometry/ground.hpp"
#include "scenarios/scenario.hpp"
#include "tests/harness/random.hpp"

using namespace plethos;
using namespace plethos::scenarios;

namespace {

AgentRecord agent_at(Vec2 position, std::int32_t goal, float radius = 0.25f, std::int32_t group = 0) {
  return AgentRecord{.position = position, .radius = radius, .goal = goal, .group = group};
}

/// A room around the origin, 8 m wide, with a door of `door` metres in its east wall.
Scenario room(float door) {
  return Scenario{
      .world = {.polygons = {{{{4, door / 2}, {4, 4}, {-4, 4}, {-4, -4}, {4, -4}, {4, -door / 2}}, false}}, .goals = {{0, 0}, {20, 0}}},
      .agents = {agent_at({1, 1}, 1), agent_at({-1, -1}, 1), agent_at({1, -1}, 0), agent_at({9, 9}, 0, 0.25f, 1)},
      .groups = {"inside", "outside"}};
}

std::int64_t lost_of(const Scenario& scenario) { return find_unreachable(scenario.world, scenario.agents).agents(); }

/// Floods a grid of points a twentieth of a metre apart: the points that a disc can stand on, from each to its neighbors.
class Flood {
 public:
  Flood(const std::vector<Segment>& walls, float extent, float radius) : side_(static_cast<int>(extent / pitch) + 1), part_(size(), -1) {
    for (int i = 0; i < static_cast<int>(size()); ++i) {
      for (const Segment& wall : walls) {
        if (distance_to_segment(point(i), wall.a, wall.b) < radius) part_[static_cast<std::size_t>(i)] = -2;
      }
    }
    for (int i = 0; i < static_cast<int>(size()); ++i) fill(i);
  }

  /// Returns the part that a place is in. It is negative if no disc can stand there.
  int part(Vec2 p) const { return part_[static_cast<std::size_t>(std::lround(p.y / pitch) * side_ + std::lround(p.x / pitch))]; }

 private:
  static constexpr float pitch = 0.05f;
  std::size_t size() const { return static_cast<std::size_t>(side_) * static_cast<std::size_t>(side_); }
  Vec2 point(int i) const { return {pitch * static_cast<float>(i % side_), pitch * static_cast<float>(i / side_)}; }

  void fill(int from) {
    if (part_[static_cast<std::size_t>(from)] != -1) return;
    std::vector<int> open{from};
    part_[static_cast<std::size_t>(from)] = from;
    while (!open.empty()) {
      const int i = open.back();
      open.pop_back();
      for (const int next : {i - 1, i + 1, i - side_, i + side_}) {
        const bool wraps = (next == i - 1 && i % side_ == 0) || (next == i + 1 && next % side_ == 0);
        if (next < 0 || next >= static_cast<int>(size()) || wraps || part_[static_cast<std::size_t>(next)] != -1) continue;
        part_[static_cast<std::size_t>(next)] = from;
        open.push_back(next);
      }
    }
  }

  int side_;
  std::vector<int> part_;
};

}  // namespace

TEST_CASE("of goals to choose among, one is enough") {
  Scenario scenario = room(0);
  CHECK(lost_of(scenario) == 3);
  scenario.world.choices = {{0, 2}};
  CHECK(lost_of(scenario) == 0);
  scenario.world.goals.own()[0] = {30, 0};
  CHECK(lost_of(scenario) == 3);
}

TEST_CASE("without walls every goal can be reached") {
  Scenario scenario = room(0);
  scenario.world.polygons.clear();
  CHECK(lost_of(scenario) == 0);
  CHECK(find_unreachable({}, {}).checked);
}

TEST_CASE("who is shut in or out is counted by group") {
  const Scenario scenario = room(0);
  const Reachability shut = find_unreachable(scenario.world, scenario.agents);
  CHECK(shut.checked);
  REQUIRE(shut.groups.size() == 2);
  CHECK(shut.groups[0].agents == 2);
  CHECK(shut.groups[0].travelers == 3);
  CHECK(shut.groups[1].agents == 1);
  CHECK(shut.groups[1].travelers == 1);
  CHECK(reach_warnings(scenario.groups, shut)[0] ==
        "group 'inside': 2 of 3 agents cannot reach their goal: walls, or gaps narrower than the agents, close every way");
  CHECK(lost_of(room(2)) == 0);
}

TEST_CASE("a gap narrower than the agent is closed, one as wide is open") {
  CHECK(lost_of(room(0.51f)) == 0);
  CHECK(lost_of(room(0.5f)) == 0);
  CHECK(lost_of(room(0.499f)) == 3);
  Scenario scenario = room(0.6f);
  scenario.agents[0].radius = 0.31f;
  CHECK(lost_of(scenario) == 1);
  // Two doors in a row, each wide enough, so near that together they are not.
  scenario = room(0.6f);
  scenario.world.polygons.push_back({{{4.3f, -3}, {4.3f, 3}}, false});
  CHECK(lost_of(scenario) == 3);
  scenario.world.polygons.back().vertices = {{4.7f, -3}, {4.7f, 3}};
  CHECK(lost_of(scenario) == 0);
}

TEST_CASE("passive agents count nowhere, and every goal of a route must be reached") {
  Scenario scenario = room(0);
  scenario.agents[0].state = AgentState::passive;
  CHECK(lost_of(scenario) == 2);
  scenario = room(0);
  scenario.world.goals.push_back({2, 2});
  scenario.agents = {agent_at({1, 1}, 2), agent_at({1, -1}, 0)};
  CHECK(lost_of(scenario) == 0);
  scenario.world.lead_on(2, 1);
  CHECK(lost_of(scenario) == 1);
  // Back and forth without end.
  scenario.world.next_goals = {2, -1, 0};
  CHECK(lost_of(scenario) == 0);
}

TEST_CASE("a goal beside a wall is reached from as far as the goal radius goes") {
  Scenario scenario = room(0);
  scenario.world.goals = {{3.9f, 0}};
  scenario.agents = {agent_at({0, 0}, 0), agent_at({9, 0}, 0)};
  scenario.agents[0].goal_radius = scenario.agents[1].goal_radius = 0.3f;
  // A quarter of a metre from the wall is 0.15 m from the goal; on the other side it is 0.35 m.
  CHECK(lost_of(scenario) == 1);
  scenario.agents[0].goal_radius = scenario.agents[1].goal_radius = 0.1f;
  CHECK(lost_of(scenario) == 2);
}

TEST_CASE("of exits one that can be reached is enough") {
  Scenario scenario = room(0);
  scenario.world.polygons = {{{{4, 1}, {4, 4}, {-4, 4}, {-4, -4}, {4, -4}, {4, -1}}, false}};
  const std::vector<Vec2> far{{30, -1}, {30, 1}};
  const std::vector<Vec2> door{{4, -1}, {4, 1}};
  const std::vector<Vec2> corner{{-3, -3}, {-2, -3}, {-2, -2}, {-3, -2}};
  const auto lost = [&](std::vector<std::vector<Vec2>> outlines) {
    Scenario with = scenario;
    with.world.goals.clear();
    with.world.exits.clear();
    with.world.exit_of_goal.clear();
    with.world.add_exit({outlines, {{outlines[0][0], outlines[0][1]}}});
    with.agents = {agent_at({1, 1}, 0), agent_at({1, -1}, 0, 1.1f), agent_at({-2.5f, -2.5f}, 0, 1.1f)};
    return lost_of(with);
  };
  CHECK(lost({door}) == 2);
  CHECK(lost({far}) == 2);
  CHECK(lost({corner, far}) == 0);
  CHECK(lost({corner}) == 0);
}

TEST_CASE("walkable ground shuts in but for its doors") {
  Scenario scenario{.world = {.walkable = {{{0, 0}, {10, 0}, {10, 8}, {0, 8}}}}};
  const std::vector<Vec2> door{{10, 3}, {10, 4}};
  scenario.world.add_exit({{door}, {{door[0], door[1]}}});
  scenario.agents = {agent_at({2, 2}, 0)};
  scenario.world.polygons = ground_walls(scenario.world.walkable, std::vector<Line>{{door[0], door[1]}}, 1e-3f);
  CHECK(lost_of(scenario) == 0);
  scenario.world.polygons = ground_walls(scenario.world.walkable, {}, 1e-3f);
  CHECK(lost_of(scenario) == 1);
}

TEST_CASE("reachability is what a flood over a fine grid finds") {
  plethos::tests::Random random("scenarios::reachability");
  int apart = 0;
  int together = 0;
  for (int scene = 0; scene < 24; ++scene) {
    // Walls along a lattice of 1 m, so that gaps are clearly wider or narrower than the discs. Around them there is a way.
    const float radius = random.once_in(2) ? 0.35f : 0.6f;
    Scenario scenario;
    for (int i = 0; i < 34; ++i) {
      const Vec2 a{static_cast<float>(random.integer(1, 9)), static_cast<float>(random.integer(1, 9))};
      const float reach = static_cast<float>(random.integer(1, 3));
      scenario.world.polygons.push_back({{a, a + (random.once_in(2) ? Vec2{reach, 0} : Vec2{0, reach})}, false});
    }
    const std::vector<Segment> walls = scenario.world.segments();
    const Flood flood(walls, 14, radius);
    const auto place = [&] {
      for (;;) {
        const Vec2 p{0.5f * static_cast<float>(random.integer(0, 24)), 0.5f * static_cast<float>(random.integer(0, 24))};
        if (flood.part(p) >= 0) return p;
      }
    };
    for (int k = 0; k < 12; ++k) {
      scenario.world.goals = {place()};
      scenario.agents = {agent_at(place(), 0, radius)};
      scenario.agents[0].goal_radius = 0.01f;
      const bool reaches = flood.part(scenario.agents[0].position) == flood.part(scenario.world.goals[0]);
      if ((lost_of(scenario) == 0) != reaches) FAIL("scene " << scene << ", pair " << k);
      ++(reaches ? together : apart);
    }
  }
  CHECK(apart > 5);
  CHECK(together > 10);
}

TEST_CASE("agents of many radii are taken for the next smaller of eight") {
  Scenario scenario = room(0.6f);
  scenario.agents.clear();
  for (int i = 0; i < 40; ++i) {
    const float x = -3.5f + 1.f * static_cast<float>(i % 8);
    scenario.agents.push_back(agent_at({x, -3.f + static_cast<float>(i / 8)}, 1, 0.2f + 0.005f * static_cast<float>(i)));
  }
  // Half of the agents fit through. Of the others the ones are lost that do not count as an agent that fits.
  const std::int64_t lost = lost_of(scenario);
  CHECK(lost <= 19);
  CHECK(lost >= 14);
}

TEST_CASE("a disc gets through a door that is as wide as it is, and not past walls") {
  const auto inside_out = [](float door, float radius) { return reachable(room(door).world, radius, std::vector<Line>{{{0, 0}, {9, 0}}}); };
  CHECK(inside_out(1, 0.45f) == std::vector<bool>{true});
  CHECK(inside_out(1, 0.55f) == std::vector<bool>{false});
  const World world = room(0).world;
  const std::vector<Line> journeys{{{0, 0}, {9, 0}}, {{0, 0}, {3, 3}}, {{9, 0}, {-9, 1}}, {{9, 0}, {-3, 1}}};
  CHECK(reachable(world, 0.2f, journeys) == std::vector<bool>{false, true, true, false});
  CHECK(reachable(World(), 0.2f, journeys) == std::vector<bool>{true, true, true, true});
}
