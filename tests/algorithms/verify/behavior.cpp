#include "algorithms/verify/behavior.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

using verify::Behavior;
using verify::BehaviorReport;

/// A crowd that stands at given places, frame by frame.
class Stage {
 public:
  explicit Stage(std::vector<AgentRecord> agents, World world = {}, double minimum_distance = 0)
      : agents_(std::move(agents)), world_(std::move(world)) {
    if (world_.goals.empty()) world_.goals = {{100, 0}};
    behavior_.emplace_back(world_, agents_, 0.5, minimum_distance);
  }

  void show(const std::vector<Vec2>& places, std::vector<std::uint8_t> present = {}) {
    present.resize(places.size(), 1);
    std::vector<float> x, y;
    for (const Vec2 place : places) {
      x.push_back(place.x);
      y.push_back(place.y);
    }
    behavior_.back().look(x, y, present);
  }
  BehaviorReport report() const { return behavior_.back().report(); }

 private:
  std::vector<AgentRecord> agents_;
  World world_;
  std::vector<Behavior> behavior_;
};

AgentRecord agent_at(Vec2 position, float radius = 0.5f, std::int32_t goal = 0) {
  return AgentRecord{.position = position, .radius = radius, .goal = goal};
}

std::vector<AgentRecord> row(int count, float radius = 0.5f) {
  std::vector<AgentRecord> agents;
  for (int i = 0; i < count; ++i) agents.push_back(agent_at({static_cast<float>(2 * i), 0}, radius));
  return agents;
}

}  // namespace

TEST_CASE("a wall that moves into an agent overlaps it, and crosses its way where it passes over") {
  World world;
  MovingObstacle wall{.outline = {{{-10, -5}, {-10, 5}}, false}, .path = {{20, 0}}, .speed = 4};
  world.moving = {wall};
  // The wall is 2 m further in each frame: it stands at x = -2 in the fourth frame, and at 0, 2 and 4 in those after it.
  Stage stage({agent_at({-1, 0}), agent_at({30, 0})}, world);
  for (int frame = 0; frame < 5; ++frame) stage.show({{-1, 0}, {30, 0}});
  CHECK(stage.report().wall_crossings == 0);
  CHECK(stage.report().deepest_in_wall == doctest::Approx(0));
  stage.show({{-1, 0}, {30, 0}});
  CHECK(stage.report().wall_crossings == 1);
  // A verifier that begins later knows where the wall is then.
  std::vector<AgentRecord> one{agent_at({-1, 0})};
  world.goals = {{100, 0}};
  Behavior late(world, one, 0.5, 0, 2);
  const std::vector<float> x{-1};
  const std::vector<float> y{0};
  const std::vector<std::uint8_t> present{1};
  late.look(x, y, present);
  CHECK(late.report().wall_crossings == 0);
  late.look(x, y, present);
  CHECK(late.report().wall_crossings == 1);
  // The agent that the wall pushes along is not crossed, but touched.
  Stage pushed({agent_at({-9.8f, 0})}, world);
  for (int frame = 0; frame < 4; ++frame) pushed.show({{-9.8f + 2 * static_cast<float>(frame), 0}});
  CHECK(pushed.report().wall_crossings == 0);
  CHECK(pushed.report().deepest_in_wall == doctest::Approx(0.6));
}

TEST_CASE("overlaps are counted frame by frame and by depth") {
  Stage stage(row(3));
  stage.show({{0, 0}, {2, 0}, {4, 0}});
  CHECK(stage.report().minimum_separation == 1);
  CHECK(stage.report().overlaps == 0);
  stage.show({{0, 0}, {1, 0}, {2, 0}});  // they touch
  CHECK(stage.report().minimum_separation == 0);
  CHECK(stage.report().overlaps == 0);
  stage.show({{0, 0}, {0.998f, 0}, {1.95f, 0}});  // by 0.4% and 9.6% of a radius
  stage.show({{0, 0}, {0.8f, 0}, {0, 0.4f}});     // by 40%, 120%, and 20% (0.894 m)
  const BehaviorReport report = stage.report();
  CHECK(report.frames == 4);
  CHECK(report.seconds == 1.5);
  CHECK(report.overlaps == 5);
  CHECK(report.overlaps_most == 3);
  CHECK(report.overlaps_per_frame == 1.25);
  CHECK(report.overlaps_by_depth == std::array<std::int64_t, 5>{1, 1, 2, 0, 1});
  CHECK(report.deepest == doctest::Approx(1.2));
  CHECK(report.minimum_separation == doctest::Approx(-0.6));
}

TEST_CASE("pairs with less room than the minimum distance are counted beside the overlaps") {
  Stage stage(row(4), {}, 0.3);
  stage.show({{0, 0}, {2, 0}, {4, 0}, {6, 0}});
  stage.show({{0, 0}, {1.3f, 0}, {2.6f, 0}, {3.4f, 0}});  // two pairs keep the distance, one overlaps
  stage.show({{0, 0}, {1.2f, 0}, {2.4f, 0}, {3.6f, 0}});
  const BehaviorReport report = stage.report();
  CHECK(report.radii.least == 0.5);
  CHECK(report.radii.most == 0.5);
  CHECK(report.minimum_distance == 0.3);
  CHECK(report.overlaps == 1);
  CHECK(report.too_close == 4);
  CHECK(report.too_close_most == 3);
  CHECK(report.too_close_per_frame == doctest::Approx(4. / 3));
}

TEST_CASE("who has left overlaps nobody, and one alone has no separation") {
  Stage stage(row(2));
  stage.show({{0, 0}, {0.1f, 0}}, {1, 0});
  CHECK(stage.report().overlaps == 0);
  CHECK(std::isinf(stage.report().minimum_separation));
}

TEST_CASE("separation and overlaps are those of all pairs") {
  Random random("behavior pairs");
  for (int round = 0; round < 20; ++round) {
    std::vector<AgentRecord> agents;
    for (int i = 0; i < 60; ++i) agents.push_back(agent_at({0, 0}, random.between(0.05f, 0.6f)));
    Stage stage(agents, {}, 2);
    double least = std::numeric_limits<double>::infinity();
    std::int64_t overlaps = 0;
    std::int64_t too_close = 0;
    for (int frame = 0; frame < 5; ++frame) {
      std::vector<Vec2> places;
      for (int i = 0; i < 60; ++i) places.push_back({random.between(-20, 20), random.between(-20, 20)});
      for (std::size_t i = 0; i < 60; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          const double room = std::hypot(double{places[i].x} - places[j].x, double{places[i].y} - places[j].y) - double{agents[i].radius} -
                              double{agents[j].radius};
          least = std::min(least, room);
          overlaps += room < -Behavior::rounding ? 1 : 0;
          too_close += room < 2 - Behavior::rounding ? 1 : 0;
        }
      }
      stage.show(places);
    }
    CHECK(stage.report().minimum_separation == doctest::Approx(least));
    CHECK(stage.report().overlaps == overlaps);
    CHECK(stage.report().too_close == too_close);
  }
}

TEST_CASE("arrivals, and time and way over the straight ones") {
  World world{.goals = {{10, 0}, {0, 10}}};
  AgentRecord first = agent_at({0, 0});
  first.goal_radius = 1;
  first.preferred_speed = 2;
  AgentRecord second = agent_at({0, 4}, 0.5f, 1);
  second.goal_radius = 1;
  Stage stage({first, second}, world);
  stage.show({{0, 0}, {0, 4}});
  stage.show({{0, 3}, {0, 5}});
  stage.show({{8, 3}, {0, 6}});
  CHECK(stage.report().arrived == 0);
  CHECK(stage.report().never_arrived == std::vector<std::int32_t>{0, 1});
  stage.show({{9.5f, 0}, {0, 7}});
  const BehaviorReport report = stage.report();
  CHECK(report.arrived == 1);
  CHECK(report.never_arrived == std::vector<std::int32_t>{1});
  CHECK(report.goals_reached == 1);
  // The goal's rim is 9 m away. The last frame is 1.5 s after the first.
  const double way = 3 + 8 + std::hypot(1.5, 3);
  CHECK(report.way_ratio.count == 1);
  CHECK(report.way_ratio.mean == doctest::Approx(way / 9));
  CHECK(report.time_ratio.most == doctest::Approx(1.5 / 4.5));
  // An agent that leaves the scene has arrived, wherever the frame shows it.
  stage.show({{9.5f, 0}, {50, 50}}, {1, 0});
  CHECK(stage.report().arrived == 2);
}

TEST_CASE("how fast travelers walk the last ten metres to their last goal") {
  World world{.goals = {{0, 0}, {100, 0}, {20, 0}}, .next_goals = {1}};
  std::vector<AgentRecord> agents{agent_at({18, 0}), agent_at({-18, 0}), agent_at({60, 0}), agent_at({8, 0}, 0.5f, 2)};
  for (AgentRecord& agent : agents) {
    agent.goal_radius = 1;
    agent.preferred_speed = 4;
  }
  agents[1].goal = 1;
  agents[2].goal = 1;
  Stage stage(agents, world);
  // The first agent walks past a goal that is not its last, and the third is far from its own. The others take half a second a step.
  stage.show({{18, 0}, {80, 0}, {60, 0}, {8, 0}});
  stage.show({{9, 0}, {88, 0}, {61, 0}, {9.5f, 0}});
  stage.show({{4, 0}, {90, 0}, {62, 0}, {10, 0}});
  stage.show({{3, 0}, {93, 0}, {63, 0}, {11, 0}});
  const BehaviorReport report = stage.report();
  // The second agent makes 2 m and 3 m, the fourth 1.5 m, 0.5 m and 1 m.
  CHECK(report.approach_speed.count == 2);
  CHECK(report.approach_speed.most == doctest::Approx(5. / 4));
  CHECK(report.approach_speed.least == doctest::Approx(0.5));
  CHECK(report.approach_slow == 0);
  stage.show({{2, 0}, {96, 0}, {64, 0}, {11, 0}});
  CHECK(stage.report().approach_slow == 1);
}

TEST_CASE("lanes are those of travelers that are there") {
  World world{.goals = {{100, 0}, {-100, 0}}};
  std::vector<AgentRecord> agents;
  for (int k = 0; k < 8; ++k) agents.push_back(agent_at({k % 2 == 0 ? -10.f : 10.f, 0}, 0.5f, k % 2));
  agents[7].state = AgentState::arrived;
  Stage stage(agents, world);
  std::vector<Vec2> places;
  for (int k = 0; k < 8; ++k) places.push_back({static_cast<float>(k / 2), k % 2 == 0 ? 0.1f : 1.1f});
  places[7].y = 0.2f;  // among the others, but it goes nowhere
  stage.show(places);
  CHECK(stage.report().lanes.order == doctest::Approx(1));
  std::vector<Vec2> mixed = places;
  for (Vec2& place : mixed) place.y = 0.1f;
  stage.show(mixed);
  const double order = stage.report().lanes.order;
  CHECK(order < 0.7);
  // An agent that has left meets no others.
  std::vector<std::uint8_t> left(8, 1);
  for (std::size_t k = 1; k < 8; k += 2) left[k] = 0;
  stage.show(places, left);
  CHECK(stage.report().lanes.order == order);
}

TEST_CASE("goals that lead on are followed, and those without end are not waited for") {
  World world{.goals = {{10, 0}, {10, 10}, {0, 0}}, .next_goals = {1}};
  Stage once({agent_at({0, 0}), agent_at({0, 0}, 0.5f, 2)}, world);
  once.show({{0, 0}, {-5, 0}});
  once.show({{10, 0}, {-5, 0}});
  CHECK(once.report().arrived == 0);
  CHECK(once.report().goals_reached == 1);
  once.show({{10, 10}, {-5, 0}});
  CHECK(once.report().arrived == 1);
  CHECK(once.report().way_ratio.mean == doctest::Approx(20 / 19.5));
  world.next_goals = {1, 0};
  Stage endless({agent_at({0, 0}), agent_at({0, 0}, 0.5f, 2)}, world);
  endless.show({{0, 0}, {-5, 0}});
  for (int lap = 0; lap < 3; ++lap) {
    endless.show({{10, 0}, {-5, 0}});
    endless.show({{10, 10}, {-5, 0}});
  }
  CHECK(endless.report().endless == 1);
  CHECK(endless.report().travelers == 2);
  CHECK(endless.report().goals_reached == 6);
  CHECK(endless.report().never_arrived == std::vector<std::int32_t>{1});
}

TEST_CASE("walls that a disc is in, or that a way leads through") {
  World world{.polygons = {{{{0, -5}, {0, 5}}, false}, {{{20, 20}, {21, 20}, {21, 21}}}}};
  AgentRecord agent = agent_at({-3, 0});
  agent.maximum_speed = 4;
  Stage stage({agent}, world);
  stage.show({{-3, 0}});
  stage.show({{-1, 0}});
  CHECK(stage.report().deepest_in_wall == 0);
  stage.show({{-0.4f, 0}});
  CHECK(stage.report().deepest_in_wall == doctest::Approx(0.2));
  CHECK(stage.report().wall_crossings == 0);
  stage.show({{0.7f, 0}});
  CHECK(stage.report().wall_crossings == 1);
  CHECK(stage.report().deepest_in_wall == doctest::Approx(0.2));
  stage.show({{0.7f, 0}}, {0});
  CHECK(stage.report().wall_crossings == 1);
}

TEST_CASE("a deadlock is when nobody moves and not all have arrived") {
  World world{.goals = {{10, 0}}};
  AgentRecord waiting = agent_at({0, 0});
  AgentRecord arrived = agent_at({5, 0});
  arrived.state = AgentState::arrived;
  Stage stage({waiting, arrived}, world);
  stage.show({{0, 0}, {5, 0}});
  stage.show({{0.5f, 0}, {5, 0}});
  for (int k = 0; k < 19; ++k) stage.show({{0.52f, 0}, {5, 0}});
  CHECK(stage.report().deadlock == -1);
  stage.show({{0.53f, 0}, {5, 0}});
  CHECK(stage.report().deadlock == 0.5);
  stage.show({{0.7f, 0}, {5, 0}});
  CHECK(stage.report().deadlock == -1);
  stage.show({{9.9f, 0}, {5, 0}});
  for (int k = 0; k < 50; ++k) stage.show({{9.9f, 0}, {5, 0}});
  CHECK(stage.report().deadlock == -1);
  CHECK(stage.report().arrived == 1);
}

TEST_CASE("who crosses an exit has arrived, however near others come to it") {
  World world;
  world.add_exit({{{{5, -1}, {5, 1}}, {{-9, -9}, {-8, -9}, {-8, -8}, {-9, -8}}}, {{{5, -1}, {5, 1}}, {{-8, -9}, {-8, -8}}}});
  Stage stage({agent_at({4, 0}), agent_at({4, 0.9f}), agent_at({-7, -8.5f}), agent_at({4, 1.5f})}, world);
  stage.show({{4, 0}, {4, 0.9f}, {-7, -8.5f}, {4, 1.5f}});
  CHECK(stage.report().arrived == 0);
  stage.show({{4.9f, 0}, {5.1f, 0.9f}, {-7.5f, -8.5f}, {5.5f, 1.5f}});
  CHECK(stage.report().arrived == 1);
  stage.show({{5.1f, 0}, {5.1f, 0.9f}, {-8.5f, -8.5f}, {6.5f, 1.5f}});
  CHECK(stage.report().arrived == 3);
  CHECK(stage.report().never_arrived == std::vector<std::int32_t>{3});
  // The straight way leads to the exit's nearest point, 1 m away. The first agent went 1.1 m.
  CHECK(stage.report().way_ratio.least >= 1);
  CHECK(stage.report().way_ratio.most == doctest::Approx(1.5));
}

TEST_CASE("who chooses among goals has arrived at any of them, and its straight way led there") {
  World world{.goals = {{0, 50}, {10, 0}, {-4, 0}}};
  world.add_exit({{{{0, 6}, {2, 6}}}, {{{0, 6}, {2, 6}}}});
  world.choices = {{1, 4}};
  std::vector<AgentRecord> agents{agent_at({0, 0}, 0.5f, 1), agent_at({1, 4}, 0.5f, 1), agent_at({-2, 4}, 0.5f, 0)};
  for (AgentRecord& agent : agents) agent.goal_radius = 1;
  Stage stage(agents, world);
  stage.show({{0, 0}, {1, 4}, {-2, 4}});
  stage.show({{-2, 0}, {1, 5}, {-4, 2}});
  CHECK(stage.report().arrived == 0);
  // The first one is at the third goal, the second one crosses the exit, and the last one stands on a goal that is not its own.
  stage.show({{-3.5f, 0}, {1, 6.5f}, {-4, 0}});
  CHECK(stage.report().arrived == 2);
  CHECK(stage.report().never_arrived == std::vector<std::int32_t>{2});
  // 3.5 m for 3 m to the rim, and 2.5 m for the 2 m to the exit.
  CHECK(stage.report().way_ratio.least == doctest::Approx(3.5 / 3));
  CHECK(stage.report().way_ratio.most == doctest::Approx(1.25));
}

TEST_CASE("agents off the walkable ground are counted") {
  World world{.walkable = {{{0, 0}, {9, 0}, {9, 9}, {0, 9}}}};
  Stage stage(row(3), world);
  stage.show({{1, 1}, {-3, 1}, {4, 12}});
  stage.show({{1, 1}, {3, 1}, {4, 12}});
  CHECK(stage.report().outside == 1);
  CHECK(stage.report().outside_most == 2);
  stage.show({{1, 1}, {3, 1}, {4, 12}}, {1, 1, 0});
  CHECK(stage.report().outside == 0);
}

}  // namespace plethos::tests
