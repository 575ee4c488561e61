#include "algorithms/simulation/snapshot.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "algorithms/simulation/simulation.hpp"
#include "core/error.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

using simulation::Methods;
using simulation::Simulation;
using simulation::Snapshot;

struct Setting {
  World world;
  std::vector<AgentRecord> agents;
  Parameters parameters;
};

/// Makes a dense crowd around a wall, with a roadmap. Some agents are passive, some arrive soon, and some go on to another goal.
Setting crowd() {
  Random random("snapshot");
  Setting setting;
  setting.world.polygons = {{{{-0.2f, -3}, {0.2f, -3}, {0.2f, 3}, {-0.2f, 3}}}};
  setting.world.bounds = {{-7, -7}, {7, 7}};
  for (int i = 0; i < 70; ++i) {
    AgentRecord agent;
    agent.position = {random.between(0.5f, 6), random.between(-5, 5)};
    if (i % 2 == 0) agent.position.x = -agent.position.x;
    agent.radius = 0.2f;
    agent.goal = i;
    if (i % 9 == 0) {
      agent.state = AgentState::passive;
      agent.velocity = {random.between(-0.5f, 0.5f), random.between(-0.5f, 0.5f)};
    }
    setting.agents.push_back(agent);
    setting.world.goals.push_back(i % 4 == 1 ? agent.position + Vec2{0, 0.6f} : Vec2{-agent.position.x, random.between(-5, 5)});
    setting.world.next_goals.push_back(i % 10 == 1 ? i - 1 : -1);
  }
  setting.parameters.neighbors = 6;
  return setting;
}

struct Outcome {
  simulation::Frame frame;
  simulation::Statistics statistics;
};

Outcome outcome(Simulation& simulation) {
  Outcome outcome;
  simulation.read(outcome.frame);
  outcome.statistics = simulation.statistics();
  return outcome;
}

void check_equal(const Outcome& found, const Outcome& expected) {
  CHECK(found.frame.x == expected.frame.x);
  CHECK(found.frame.y == expected.frame.y);
  CHECK(found.frame.velocity_x == expected.frame.velocity_x);
  CHECK(found.frame.present == expected.frame.present);
  CHECK(found.statistics.steps == expected.statistics.steps);
  CHECK(found.statistics.arrived == expected.statistics.arrived);
  CHECK(found.statistics.last_arrival == expected.statistics.last_arrival);
  CHECK(found.statistics.arrivals == expected.statistics.arrivals);
  CHECK(found.statistics.minimum_separation == expected.statistics.minimum_separation);
  CHECK(found.statistics.overlaps == expected.statistics.overlaps);
  CHECK(found.statistics.lost == expected.statistics.lost);
}

/// Returns the methods with the roadmap of crowd(), unless they name another planner.
Methods by_roadmap(Methods methods = {}) {
  methods.planner = "roadmap";
  methods.nodes = {{0, 4}, {0, -4}};
  return methods;
}

/// Returns methods of which searches, planners, steering or avoidance remember something, or use the step's number.
std::vector<Methods> remembering_methods() {
  std::vector<Methods> result;
  for (const std::string& avoidance : simulation::method_family("avoidance").names()) result.push_back(by_roadmap({avoidance, "grid"}));
  result.push_back(by_roadmap({"orca", "hash"}));
  result.push_back(by_roadmap({"clearpath2", "kdtree", "reynolds"}));
  result.push_back({"orca", "grid", "reynolds", "straight"});
  return result;
}

}  // namespace

PLETHOS_MATRIX_TEST("a simulation goes on from a snapshot as the one that it was taken of, bit for bit") {
  const Setting setting = crowd();
  const backends::Backend other = backends::make_backend({"serial", "scalar", 0});
  for (const Methods& methods : remembering_methods()) {
    for (const int before : {0, 33}) {
      CAPTURE(methods.avoidance);
      CAPTURE(methods.neighbors);
      CAPTURE(methods.planner);
      CAPTURE(before);
      const auto create = [&](const backends::Backend& where) {
        return Simulation::create(where, setting.parameters, setting.world, setting.agents, methods);
      };
      // If lanes round otherwise, the snapshot has to be their own.
      const auto source = create(backend.same_bits() ? other : backend);
      source->advance(before);
      const Snapshot snapshot = source->snapshot();
      source->advance(31);
      const Outcome expected = outcome(*source);
      const auto resumed = create(backend);
      // The simulation forgets what it did before.
      resumed->advance(before == 0 ? 20 : 0);
      resumed->resume(snapshot);
      CHECK(resumed->arrived() == snapshot.statistics.arrived);
      resumed->advance(31);
      check_equal(outcome(*resumed), expected);
      if (before > 0) CHECK(expected.statistics.arrived > snapshot.statistics.arrived);
    }
  }
}

PLETHOS_SCALAR_MATRIX_TEST("it does not matter whether statistics were asked for before the snapshot") {
  const Setting setting = crowd();
  const auto create = [&] { return Simulation::create(backend, setting.parameters, setting.world, setting.agents, by_roadmap()); };
  const auto source = create();
  // Some agents overlap at the start. These overlaps are counted once, and not again after the snapshot.
  const std::uint64_t overlaps = source->statistics().overlaps;
  CHECK(overlaps > 0);
  const Snapshot snapshot = source->snapshot();
  CHECK(snapshot.measured);
  const auto resumed = create();
  resumed->resume(snapshot);
  const Snapshot again = resumed->snapshot();
  CHECK(again.lacked == snapshot.lacked);
  CHECK(again.remembered == snapshot.remembered);
  for (std::size_t i = 0; i < setting.agents.size(); ++i) {
    CHECK(again.preferred_velocities[i].x == snapshot.preferred_velocities[i].x);
    CHECK(again.preferred_velocities[i].y == snapshot.preferred_velocities[i].y);
    CHECK(again.agents[i].reciprocity == snapshot.agents[i].reciprocity);
    CHECK(again.agents[i].aggression == setting.agents[i].aggression);
  }
  check_equal(outcome(*resumed), outcome(*source));
  source->advance(15);
  resumed->advance(15);
  check_equal(outcome(*resumed), outcome(*source));
}

TEST_CASE("those who have arrived leave the working set at once") {
  const Setting setting = crowd();
  const backends::Backend backend = backends::make_backend({"serial", "scalar", 0});
  const auto create = [&] { return Simulation::create(backend, setting.parameters, setting.world, setting.agents, by_roadmap()); };
  const auto source = create();
  source->advance(160);
  REQUIRE(source->working() < 70);
  const auto resumed = create();
  resumed->resume(source->snapshot());
  // Agents leave the working set at once, not at the next look.
  CHECK(resumed->working() <= source->working());
}

TEST_CASE("a snapshot of another simulation is refused") {
  const Setting setting = crowd();
  const backends::Backend backend = backends::make_backend({"serial", "scalar", 0});
  const auto snapshot_of = [&](std::size_t agents, const Methods& methods) {
    return Simulation::create(backend, setting.parameters, setting.world, std::span(setting.agents).first(agents), methods)->snapshot();
  };
  const auto simulation = Simulation::create(backend, setting.parameters, setting.world, setting.agents, by_roadmap());
  CHECK_THROWS_AS(simulation->resume(snapshot_of(69, by_roadmap())), InputError);
  CHECK_THROWS_AS(simulation->resume(snapshot_of(70, by_roadmap({"rvo", "grid", "reynolds"}))), InputError);
  const Snapshot whole = snapshot_of(70, by_roadmap());
  const auto check_refused = [&](auto column) {
    Snapshot cut = whole;
    (cut.*column).pop_back();
    CHECK_THROWS_AS(simulation->resume(cut), InputError);
  };
  check_refused(&Snapshot::preferred_velocities);
  check_refused(&Snapshot::lacked);
  check_refused(&Snapshot::remembered);
}

}  // namespace plethos::tests
