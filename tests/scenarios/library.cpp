#include "scenarios/library/library.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "algorithms/simulation/simulation.hpp"
#include "algorithms/verify/verifiers.hpp"
#include "scenarios/catalog.hpp"

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
      {"simple", 4, 4, 4, 0.25f, 15, 250, 607},          {"car", 12, 0, 0, 0.125f, 100, 500, 228},
      {"robots", 24, 130, 16, 0.1f, 3, 400, 455},        {"circle32", 32, 0, 0, 0.125f, 2, 500, 596},
      {"narrow", 100, 16, 0, 0.125f, 2, 500, 780},       {"stadium", 245, 24, 16, 0.125f, 3, 500, 1116},
      {"crosswalk", 400, 8, 0, 0.0625f, 10, 1000, 1200}, {"evacuation", 500, 212, 429, 0.1f, 15, 250, 1200},
  };
  return rows;
}

Scenario make(const std::string& name, std::int64_t agents = 0) {
  scenarios::ScenarioRequest request;
  request.name = name;
  if (agents > 0) request.agents = agents;
  return make_scenario(request);
}

/// What must hold in every step of a run.
class Watch {
 public:
  explicit Watch(const Scenario& scenario) : scenario_(scenario), segments_(scenario.world.segments()) {}

  void look(const simulation::Frame& frame) {
    // Agents that have left are nowhere.
    Columns now;
    Columns before;
    for (std::size_t i = 0; i < frame.x.size(); ++i) {
      if (frame.present[i] == 0) continue;
      now.add(frame, i, scenario_.agents[i].radius);
      if (!before_.x.empty()) before.add(before_, i, 0);
    }
    const verify::Violations in_wall = verify::wall_overlaps({now.x, now.y, now.radius}, segments_);
    deepest_in_wall_ = std::max(deepest_in_wall_, in_wall.amount);
    if (!before_.x.empty()) crossings_ += verify::wall_crossings({before.x, before.y, now.x, now.y}, segments_).count;
    before_ = frame;
  }

  std::int64_t crossings() const { return crossings_; }
  double deepest_in_wall() const { return deepest_in_wall_; }

 private:
  struct Columns {
    std::vector<float> x, y, radius;

    void add(const simulation::Frame& frame, std::size_t i, float r) {
      x.push_back(frame.x[i]);
      y.push_back(frame.y[i]);
      radius.push_back(r);
    }
  };

  const Scenario& scenario_;
  std::vector<Segment> segments_;
  simulation::Frame before_;
  std::int64_t crossings_ = 0;
  double deepest_in_wall_ = 0;
};

}  // namespace

TEST_CASE("the paper's data sets have its counts and parameters") {
  for (const DataSet& row : data_sets()) {
    CAPTURE(row.name);
    const Scenario scenario = make(row.name);
    CHECK(scenario.agents.size() == row.agents);
    CHECK(scenario.world.segments().size() == row.segments);
    CHECK(scenario.world.nodes.size() == row.nodes);
    CHECK(scenario.parameters.time_step == row.time_step);
    CHECK(scenario.parameters.neighbors == 10);
    CHECK(scenario.parameters.neighbor_distance == row.distance);
    CHECK(scenario.parameters.samples == row.samples);
    CHECK(scenario.parameters.steps == 2 * row.frames);
    const auto passive = [](const AgentRecord& agent) { return agent.state == AgentState::passive; };
    CHECK(std::ranges::count_if(scenario.agents, passive) == (row.name == "car" ? 1 : 0));
  }
}

TEST_CASE("evacuation has every size of the paper's table, on the same floor") {
  const Scenario smallest = make("evacuation");
  CHECK(smallest.parameters.leave_on_arrival == 1);
  const auto same = [](const Segment& a, const Segment& b) { return a.a == b.a && a.b == b.b; };
  for (const std::int64_t agents : {500, 1000, 5000, 10000, 20000}) {
    CAPTURE(agents);
    const Scenario scenario = make("evacuation", agents);
    CHECK(scenario.agents.size() == static_cast<std::size_t>(agents));
    CHECK(std::ranges::equal(scenario.world.segments(), smallest.world.segments(), same));
    CHECK(scenario.world.nodes == smallest.world.nodes);
    CHECK(scenario.world.bounds.low == smallest.world.bounds.low);
    CHECK(scenario.world.bounds.high == smallest.world.bounds.high);
  }
}

TEST_CASE("in the data sets all arrive in twice the paper's frames, apart from each other and on their side of every wall") {
  const backends::Backend backend = backends::make_backend({"serial", "simd", 1});
  for (const DataSet& row : data_sets()) {
    CAPTURE(row.name);
    const Scenario scenario = make(row.name);
    const auto travelers = std::ranges::count_if(scenario.agents, [](const AgentRecord& a) { return a.state == AgentState::active; });
    const auto simulation = simulation::Simulation::create(backend, scenario.parameters, scenario.world, scenario.agents, {});
    Watch watch(scenario);
    simulation::Frame frame;
    while (simulation->statistics().steps < 2 * row.frames && simulation->statistics().arrived < travelers) {
      simulation->advance(1);
      simulation->read(frame);
      watch.look(frame);
    }
    const simulation::Statistics statistics = simulation->statistics();
    const float smallest = std::ranges::min_element(scenario.agents, {}, &AgentRecord::radius)->radius;
    CHECK(statistics.arrived == travelers);
    CHECK(statistics.minimum_separation >= -0.01f * smallest);
    CHECK(statistics.lost == 0);
    CHECK(watch.crossings() == 0);
    CHECK(watch.deepest_in_wall() <= 0.01 * static_cast<double>(smallest));
  }
}

}  // namespace plethos::tests
