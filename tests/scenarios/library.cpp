#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/verify/behavior.hpp"
#include "core/frame_rate.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/methods.hpp"
#include "tests/harness/frames.hpp"

namespace plethos::tests {
namespace {

using scenarios::Scenario;

/// A row of Bleiweiss' tables 3 and 4.
struct DataSet {
  std::string name;
  std::size_t agents, segments, nodes;
  float time_step, distance;
  std::int32_t samples, frames;
};

const std::vector<DataSet>& data_sets() {
  static const std::vector<DataSet> rows{
      {"simple", 4, 4, 4, 0.25f, 15, 250, 607},
      {"car", 12, 0, 0, 0.125f, 100, 500, 228},
      {"robots", 24, 130, 16, 0.1f, 3, 400, 455},
      {"circle32", 32, 0, 0, 0.125f, 2, 500, 596},
      {"narrow", 100, 16, 0, 0.125f, 2, 500, 780},
      {"stadium", 245, 24, 16, 0.125f, 3, 500, 1116},
      {"crosswalk", 400, 8, 0, 0.0625f, 10, 1000, 1200},
      {"evacuation", 500, 212, 429, 0.1f, 15, 250, 1200},
      {"evacuation-wide", 500, 212, 429, 0.1f, 15, 250, 1200},
  };
  return rows;
}

/// A row of the table in docs/guide/clearpath-scenarios.md.
struct ClearpathScene {
  std::string name;
  std::vector<std::size_t> agents;  ///< the first one is the default
  std::size_t segments, nodes, goals;
  bool goals_each;  ///< each agent has `goals` goals of its own
  float time_step;
  bool leave;
  std::int32_t steps;  ///< 0: the run ends by arrivals
};

const std::vector<ClearpathScene>& clearpath_scenes() {
  static const std::vector<ClearpathScene> rows{
      {"circle-1k", {1000}, 0, 0, 1, true, 0.05f, false, 0},
      {"four-streams", {2000}, 0, 0, 1, true, 0.05f, true, 0},
      {"back-and-forth", {80, 10, 100}, 0, 0, 2, true, 0.05f, false, 3000},
      {"evacuation", {500, 1000, 5000}, 212, 429, 2, false, 0.1f, true, 0},
      // A node for each of 44 aisles and 34 rows, at each aisle's end, the four corners, and two at each gate.
      {"stadium-25k", {25000}, 1404, 44 * 34 + 44 + 4 + 2 * 20, 20, false, 0.1f, true, 0},
      {"city", {10000, 100000, 250000}, 1454, 1297, 256, false, 0.1f, true, 0},
  };
  return rows;
}

/// Returns the number of different places among the goals.
std::size_t goal_places(const World& world) {
  std::set<std::pair<float, float>> places;
  for (const Vec2 goal : world.goals) places.insert({goal.x, goal.y});
  return places.size();
}

/// Returns the number of agents that head for another goal for ever.
std::size_t endless(const Scenario& scenario) {
  return static_cast<std::size_t>(std::ranges::count_if(scenario.agents, [&](const AgentRecord& agent) {
    std::int32_t goal = agent.goal;
    for (std::size_t k = 0; k < scenario.world.goals.size() && goal >= 0; ++k) goal = scenario.world.next_goal(goal);
    return goal >= 0;
  }));
}

Scenario make(const std::string& name, std::int64_t agents = 0) {
  scenarios::ScenarioRequest request{.name = name};
  if (agents > 0) request.agents = agents;
  return make_scenario(request);
}

}  // namespace

TEST_CASE("the paper's data sets have its counts and parameters") {
  for (const DataSet& row : data_sets()) {
    CAPTURE(row.name);
    const Scenario scenario = make(row.name);
    CHECK(scenario.agents.size() == row.agents);
    CHECK(scenario.world.segments().size() == row.segments);
    CHECK(scenario.methods.roadmap_nodes.size() == row.nodes);
    CHECK(scenario.parameters.time_step == row.time_step);
    CHECK(scenario.parameters.neighbors == 10);
    CHECK(scenario.parameters.neighbor_distance == row.distance);
    CHECK(scenario.methods.values.at("samples") == row.samples);
    CHECK(scenario.parameters.steps == 2 * row.frames);
    const auto passive = [](const AgentRecord& agent) { return agent.state == AgentState::passive; };
    CHECK(std::ranges::count_if(scenario.agents, passive) == (row.name == "car" ? 1 : 0));
  }
}

TEST_CASE("the scenarios of ClearPath 2009 have the numbers of their table in the guide") {
  for (const ClearpathScene& row : clearpath_scenes()) {
    for (const std::size_t agents : row.agents) {
      CAPTURE(row.name);
      CAPTURE(agents);
      const Scenario scenario = make(row.name, agents == row.agents.front() ? 0 : static_cast<std::int64_t>(agents));
      CHECK(scenario.agents.size() == agents);
      CHECK(scenario.world.segments().size() == row.segments);
      CHECK(scenario.methods.roadmap_nodes.size() == row.nodes);
      CHECK(goal_places(scenario.world) == (row.goals_each ? row.goals * agents : row.goals));
      CHECK(scenario.parameters.time_step == row.time_step);
      CHECK(scenario.parameters.leave_on_arrival == row.leave);
      CHECK(endless(scenario) == (row.steps > 0 ? agents : 0));
      if (row.steps > 0) CHECK(scenario.parameters.steps == row.steps);
    }
  }
}

TEST_CASE("the evacuations have every size of the paper's table, on the same floor") {
  for (const std::string name : {"evacuation", "evacuation-wide"}) {
    const Scenario smallest = make(name);
    CHECK(smallest.parameters.leave_on_arrival);
    const auto same = [](const Segment& a, const Segment& b) { return a.a == b.a && a.b == b.b; };
    for (const std::int64_t agents : {500, 1000, 5000, 10000, 20000}) {
      CAPTURE(name);
      CAPTURE(agents);
      const Scenario scenario = make(name, agents);
      CHECK(scenario.agents.size() == static_cast<std::size_t>(agents));
      CHECK(std::ranges::equal(scenario.world.segments(), smallest.world.segments(), same));
      CHECK(scenario.methods.roadmap_nodes == smallest.methods.roadmap_nodes);
      CHECK(scenario.world.bounds.low == smallest.world.bounds.low);
      CHECK(scenario.world.bounds.high == smallest.world.bounds.high);
    }
  }
}

TEST_CASE("evacuation-wide is evacuation but for its exits and the nodes before them") {
  const Scenario narrow = make("evacuation");
  const Scenario wide = make("evacuation-wide");
  // Returns the free width of the west exit. No wall is part of it.
  const auto exit_width = [](const Scenario& scenario) {
    float width = 90;
    for (const Segment& s : scenario.world.segments()) {
      for (const Vec2 end : {s.a, s.b}) width = end.x == -90 ? std::min(width, 2 * std::abs(end.y)) : width;
    }
    return width;
  };
  CHECK(exit_width(narrow) == 1.5f);
  CHECK(exit_width(wide) == 18);
  std::size_t walls = 0;
  for (std::size_t k = 0; k < 212; ++k) {
    const Segment a = narrow.world.segments()[k];
    const Segment b = wide.world.segments()[k];
    walls += a.a == b.a && a.b == b.b ? 0 : 1;
  }
  CHECK(walls == 4);
  std::size_t nodes = 0;
  for (std::size_t k = 0; k < 429; ++k) nodes += narrow.methods.roadmap_nodes[k] == wide.methods.roadmap_nodes[k] ? 0 : 1;
  CHECK(nodes == 8);
  for (std::size_t i = 0; i < narrow.agents.size(); ++i) CHECK(narrow.agents[i].position == wide.agents[i].position);
}

TEST_CASE("the door closes upon nobody's way through a wall, and the crowd turns to the other one") {
  for (const std::string planner : {"roadmap", "straight"}) {
    CAPTURE(planner);
    const Scenario scenario = make("door", 80);
    const auto simulation =
        simulation::Simulation::create(backends::make_backend({"serial", "simd", 1}), scenario.parameters, scenario.world, scenario.agents,
                                       scenarios::choose_methods(scenario.methods, {{"planner", planner}}));
    verify::Behavior behavior(scenario.world, scenario.agents, 1 / frame_rate(scenario.parameters.time_step, 1),
                              static_cast<double>(scenario.parameters.minimum_distance));
    // Agents that are behind the wall after the door has closed, at 13.2 s, by the door that they took.
    int upper = 0;
    int lower = 0;
    std::vector<bool> out(80, false);
    for (int step = 0; step < 1600; ++step) {
      const simulation::Frame frame = frame_of(*simulation);
      behavior.look(frame.x, frame.y, frame.present);
      for (std::size_t i = 0; i < 80; ++i) {
        if (out[i] || frame.x[i] < 20.6f) continue;
        out[i] = true;
        if (step > 280) ++(frame.y[i] > 7 ? upper : lower);
      }
      simulation->advance(1);
    }
    const verify::BehaviorReport report = behavior.report();
    CHECK(report.wall_crossings == 0);
    CHECK(upper == 0);
    if (planner == "roadmap") {
      CHECK(report.arrived == 80);
      CHECK(lower > 20);
    } else {
      CHECK(report.never_arrived.size() > 15);
    }
  }
}

TEST_CASE("people on local maps reach their goals through rooms, at a junction, in groups and in any mood, and touch no wall") {
  for (const auto& [name, agents] :
       std::map<std::string, std::int64_t>{{"bvp-rooms", 60}, {"bvp-cross", 60}, {"bvp-moods", 0}, {"bvp-groups", 0}}) {
    CAPTURE(name);
    const Scenario scenario = make(name, agents);
    const auto count = static_cast<std::int64_t>(scenario.agents.size());
    const auto simulation =
        simulation::Simulation::create(backends::make_backend({"serial", "simd", 1}), scenario.parameters, scenario.world, scenario.agents,
                                       scenarios::choose_methods(scenario.methods, {}));
    verify::Behavior behavior(scenario.world, scenario.agents, 1 / frame_rate(scenario.parameters.time_step, 1),
                              static_cast<double>(scenario.parameters.minimum_distance));
    for (int step = 0; step < scenario.parameters.steps && simulation->arrived() < count; ++step) {
      const simulation::Frame frame = frame_of(*simulation);
      behavior.look(frame.x, frame.y, frame.present);
      simulation->advance(1);
    }
    CHECK(simulation->arrived() == count);
    const verify::BehaviorReport report = behavior.report();
    CHECK(report.wall_crossings == 0);
    CHECK(report.deepest_in_wall == 0);
  }
}

TEST_CASE("the nine moods take nine ways") {
  const Scenario scenario = make("bvp-moods");
  // Epsilon and vector of figure 2's three paths, in which t counts from the start.
  const auto expect_path = [&](std::size_t group, const std::map<std::string, double>& expected) {
    for (const auto& [name, value] : expected) CHECK(scenario.methods.group_values.at(group).at(name) == value);
  };
  expect_path(0, {{"epsilon", 0}});
  expect_path(1, {{"epsilon", -1}, {"behavior_x", 1}});
  expect_path(7, {{"epsilon", -1}, {"behavior", 2}, {"behavior_x", 1}, {"behavior_rate", 0.6}});
  const auto simulation = simulation::Simulation::create(backends::make_backend({"serial", "simd", 1}), scenario.parameters, scenario.world,
                                                         scenario.agents, scenarios::choose_methods(scenario.methods, {}));
  simulation->advance(160);
  const simulation::Frame frame = frame_of(*simulation);
  // Where each is in its room, after 8 s.
  std::vector<Vec2> places;
  for (std::size_t i = 0; i < 9; ++i) {
    const Vec2 start = scenario.agents[i].position;
    places.push_back({frame.x[i] - start.x, frame.y[i] - start.y});
    CHECK(std::hypot(places[i].x, places[i].y) > 3);
    for (std::size_t j = 0; j < i; ++j) CHECK(std::hypot(places[i].x - places[j].x, places[i].y - places[j].y) > 0.05);
  }
}

TEST_CASE("the castle's people get in and out while its gates shut and open, and repairs search few blocks and ways again") {
  const Scenario scenario = make("castle", 60);
  const auto simulation = simulation::Simulation::create(backends::make_backend({"serial", "simd", 1}), scenario.parameters, scenario.world,
                                                         scenario.agents, scenarios::choose_methods(scenario.methods, {}));
  verify::Behavior behavior(scenario.world, scenario.agents, 1 / frame_rate(scenario.parameters.time_step, 1),
                            static_cast<double>(scenario.parameters.minimum_distance));
  for (int step = 0; step < 6000 && simulation->arrived() < 60; ++step) {
    const simulation::Frame frame = frame_of(*simulation);
    behavior.look(frame.x, frame.y, frame.present);
    simulation->advance(1);
  }
  CHECK(simulation->arrived() == 60);
  CHECK(behavior.report().wall_crossings == 0);
  std::map<std::string, std::uint64_t> counted;
  for (const planning::Counter& counter : simulation->measurements().planner_report().counters) counted[counter.name] = counter.value;
  CHECK(counted["repairs"] > 30);
  CHECK(counted["blocks"] >= counted["repairs"]);
  CHECK(counted["renewed"] > 10);
  CHECK(counted["renewed"] < counted["kept"]);
}

TEST_CASE("a crowd before the narrow door sends people to farther doors, and all are out sooner") {
  const Scenario scenario = make("doors", 200);
  std::vector<int> steps, east;
  for (const double crowding : {0., 4.}) {
    simulation::MethodChoices methods = scenarios::choose_methods(scenario.methods, {});
    methods.values["crowding"] = crowding;
    const auto simulation = simulation::Simulation::create(backends::make_backend({"serial", "simd", 1}), scenario.parameters,
                                                           scenario.world, scenario.agents, methods);
    verify::Behavior behavior(scenario.world, scenario.agents, 1 / frame_rate(scenario.parameters.time_step, 1),
                              static_cast<double>(scenario.parameters.minimum_distance));
    simulation::Frame frame;
    int step = 0;
    for (; step < 2400 && simulation->arrived() < 200; ++step) {
      simulation->read(frame);
      behavior.look(frame.x, frame.y, frame.present);
      simulation->advance(1);
    }
    simulation->read(frame);
    behavior.look(frame.x, frame.y, frame.present);
    CHECK(behavior.report().arrived == 200);
    CHECK(behavior.report().wall_crossings == 0);
    CHECK(simulation->statistics().lost == 0);
    steps.push_back(step);
    east.push_back(static_cast<int>(std::ranges::count_if(frame.x, [](float x) { return x > 41; })));
  }
  CHECK(east[0] == 0);
  CHECK(east[1] > 20);
  CHECK(4 * steps[1] < 3 * steps[0]);
}

TEST_CASE("in the data sets all arrive in twice the paper's frames, apart from each other and on their side of every wall") {
  const backends::Backend backend = backends::make_backend({"serial", "simd", 1});
  for (const DataSet& row : data_sets()) {
    CAPTURE(row.name);
    const Scenario scenario = make(row.name);
    const auto travelers = std::ranges::count_if(scenario.agents, [](const AgentRecord& a) { return a.state == AgentState::active; });
    const auto simulation = simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents,
                                                           scenarios::choose_methods(scenario.methods, {}));
    verify::Behavior behavior(scenario.world, scenario.agents, static_cast<double>(scenario.parameters.time_step),
                              static_cast<double>(scenario.parameters.minimum_distance));
    while (simulation->statistics().steps < 2 * row.frames && simulation->statistics().arrived < travelers) {
      simulation->advance(1);
      const simulation::Frame frame = frame_of(*simulation);
      behavior.look(frame.x, frame.y, frame.present);
    }
    const verify::BehaviorReport report = behavior.report();
    const simulation::Statistics statistics = simulation->statistics();
    const float smallest = std::ranges::min_element(scenario.agents, {}, &AgentRecord::radius)->radius;
    CHECK(statistics.arrived == travelers);
    CHECK(statistics.minimum_separation >= -0.01f * smallest);
    CHECK(statistics.lost == 0);
    CHECK(report.wall_crossings == 0);
    CHECK(report.deepest_in_wall <= 0.01);
    // The paper's figures 14 and 15 show straight lanes, and congestion at the exits.
    if (row.name == "crosswalk") CHECK(report.lanes.order > 0.4);
    if (row.name == "evacuation") CHECK(report.approach_slow > 0.4 * static_cast<double>(travelers));
    if (row.name == "evacuation-wide") CHECK(report.approach_slow == 0);
  }
}

}  // namespace plethos::tests
