#include "algorithms/simulation/coupling.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "algorithms/simulation/simulation.hpp"
#include "core/copy_view.hpp"
#include "core/world_change.hpp"
#include "tests/harness/errors.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

using simulation::Coupling;
using simulation::Frame;
using simulation::Simulation;

constexpr float none = std::numeric_limits<float>::quiet_NaN();

/// A crowd on a square, everybody with a goal on the other side, among a few that move on their own.
struct Square {
  World world;
  std::vector<AgentRecord> agents;
  Parameters parameters{.time_step = 0.125f, .neighbors = 8};

  explicit Square(int count) {
    Random random("square");
    world.bounds = {{-20, -20}, {20, 20}};
    world.polygons = {{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}}};
    for (int i = 0; i < count; ++i) {
      const float x = -12 + 0.8f * static_cast<float>(i % 12), y = -10 + 0.8f * static_cast<float>(i / 12);
      world.goals.push_back({-x + random.between(0.f, 1.f), -y});
      AgentRecord agent;
      agent.position = {x + random.between(0.f, 0.1f), y};
      agent.radius = 0.2f;
      agent.goal_radius = 0.5f;
      agent.goal = i;
      agent.maximum_speed = random.between(1.4f, 2.f);
      if (i % 17 == 5) agent.state = AgentState::passive;
      agents.push_back(agent);
    }
  }

  std::unique_ptr<Simulation> simulation(const backends::Backend& backend, const std::string& avoidance = "orca") const {
    return Simulation::create(backend, parameters, world, agents, {avoidance, "grid", "none", "straight"});
  }
};

template <class Value>
std::vector<Value> values(const Coupling& coupling, const Value* data, std::int64_t count) {
  std::vector<Value> copy(static_cast<std::size_t>(count));
  copy_bytes(copy.data(), true, data, !coupling.on_device(), sizeof(Value) * copy.size());
  return copy;
}

void wish(Coupling& coupling, const std::vector<float>& wishes) {
  copy_bytes(coupling.wishes(), !coupling.on_device(), wishes.data(), true, sizeof(float) * wishes.size());
}

void check_same_frame(const Frame& found, const Frame& expected) {
  CHECK(found.x == expected.x);
  CHECK(found.y == expected.y);
  CHECK(found.velocity_x == expected.velocity_x);
  CHECK(found.velocity_y == expected.velocity_y);
}

}  // namespace

PLETHOS_MATRIX_TEST("coupling: rows and columns are the agents of the frame, whoever lies where") {
  const Square scene(150);
  const auto simulation = scene.simulation(backend);
  Coupling& coupling = simulation->coupling();
  for (const int steps : {0, 1, 40}) {
    simulation->advance(steps);
    const Frame frame = frame_of(*simulation);
    const simulation::AgentRowsView rows = coupling.rows();
    REQUIRE(rows.agents == 150);
    const auto position = values(coupling, rows.position, 300), velocity = values(coupling, rows.velocity, 300);
    const auto goal = values(coupling, rows.goal, 150);
    const simulation::AgentColumnsView columns = coupling.columns();
    REQUIRE(columns.agents == 150);
    const auto id = values(coupling, columns.id, 150);
    const auto x = values(coupling, columns.x, 150), y = values(coupling, columns.y, 150);
    const auto velocity_x = values(coupling, columns.velocity_x, 150), velocity_y = values(coupling, columns.velocity_y, 150);
    const auto radius = values(coupling, columns.radius, 150);
    std::vector<int> seen(150, 0);
    bool same = true;
    for (std::size_t i = 0; i < 150; ++i) {
      same = same && position[2 * i] == frame.x[i] && position[2 * i + 1] == frame.y[i] && velocity[2 * i] == frame.velocity_x[i] &&
             velocity[2 * i + 1] == frame.velocity_y[i] && goal[i] == static_cast<std::int32_t>(i);
      const std::size_t who = id[i];
      ++seen.at(who);
      same = same && x[i] == frame.x[who] && y[i] == frame.y[who] && velocity_x[i] == frame.velocity_x[who] &&
             velocity_y[i] == frame.velocity_y[who] && radius[i] == 0.2f;
    }
    CHECK(same);
    CHECK(seen == std::vector<int>(150, 1));
  }
}

PLETHOS_MATRIX_TEST("coupling: rows of an ensemble come world by world") {
  const Square scene(30);
  std::vector<AgentRecord> agents = scene.agents;
  agents.insert(agents.end(), scene.agents.begin(), scene.agents.begin() + 20);
  const auto both =
      Simulation::create(backend, scene.parameters, scene.world, agents, {"orca", "grid", "none", "straight"}, {}, {{30, 20}, {1, 2}});
  Square less = scene;
  less.agents.resize(20);
  const auto first = scene.simulation(backend), second = less.simulation(backend);
  std::vector<float> wishes(100, none);
  for (const int row : {3, 35}) wishes[static_cast<std::size_t>(2 * row)] = wishes[static_cast<std::size_t>(2 * row + 1)] = 0.5f;
  wish(both->coupling(), wishes);
  wish(first->coupling(), {wishes.begin(), wishes.begin() + 60});
  wish(second->coupling(), {wishes.begin() + 60, wishes.end()});
  std::vector<float> expected;
  for (Simulation* const one : {both.get(), first.get(), second.get()}) one->advance(30);
  for (Simulation* const one : {first.get(), second.get()}) {
    const simulation::AgentRowsView rows = one->coupling().rows();
    const auto position = values(one->coupling(), rows.position, 2 * rows.agents);
    expected.insert(expected.end(), position.begin(), position.end());
  }
  CHECK(values(both->coupling(), both->coupling().rows().position, 100) == expected);
}

PLETHOS_MATRIX_TEST("coupling: an agent by itself moves as is wished, at its maximum speed at most; NaN changes nothing") {
  Square scene(1);
  scene.world.polygons.clear();
  scene.agents[0].maximum_acceleration = 1000;
  scene.agents[0].maximum_speed = 1.5f;
  for (const std::string avoidance : {"none", "orca", "clearpath-guarded"}) {
    CAPTURE(avoidance);
    const auto simulation = scene.simulation(backend, avoidance), left_alone = scene.simulation(backend, avoidance);
    Vec2 at = scene.agents[0].position;
    const auto step = [&](float x, float y, Vec2 expected) {
      wish(simulation->coupling(), {x, y});
      simulation->advance(1);
      at = {at.x + 0.125f * expected.x, at.y + 0.125f * expected.y};
      const Frame frame = frame_of(*simulation);
      CHECK(std::abs(frame.x[0] - at.x) < 1e-4f);
      CHECK(std::abs(frame.y[0] - at.y) < 1e-4f);
      const simulation::AgentColumnsView columns = simulation->coupling().columns();
      CHECK(std::abs(values(simulation->coupling(), columns.preferred_x, 1)[0] - expected.x) < 1e-6f);
      CHECK(std::abs(values(simulation->coupling(), columns.preferred_y, 1)[0] - expected.y) < 1e-6f);
    };
    step(-0.5f, 0.25f, {-0.5f, 0.25f});
    step(0, 0, {0, 0});
    step(3, 4, {0.9f, 1.2f});
    const auto asked = scene.simulation(backend, avoidance);
    for (const auto& [x, y] : {std::pair{none, none}, {1.f, none}, {none, 1.f}, {std::numeric_limits<float>::infinity(), 0.f}}) {
      wish(asked->coupling(), {x, y});
      asked->advance(3);
      left_alone->advance(3);
      check_same_frame(frame_of(*asked), frame_of(*left_alone));
    }
  }
}

PLETHOS_MATRIX_TEST("coupling: wishes have the same bits as with the plainest code, and concern active agents alone") {
  if (!backend.same_bits()) return;
  const Square scene(150);
  for (const std::string avoidance : {"orca", "rvo", "clearpath2"}) {
    CAPTURE(avoidance);
    const auto found = scene.simulation(backend, avoidance), expected = scene.simulation(plainest_backend(), avoidance);
    for (int round = 0; round < 5; ++round) {
      Random random("wishes " + std::to_string(round));
      std::vector<float> wishes(300, none);
      for (std::size_t k = 0; k < 100; ++k) wishes[k] = random.between(-1.5f, 1.5f);
      wish(found->coupling(), wishes);
      wish(expected->coupling(), wishes);
      found->advance(9);
      expected->advance(9);
    }
    const Frame frame = frame_of(*found);
    check_same_frame(frame, frame_of(*expected));
    const AgentRecord& passive = scene.agents[5];
    CHECK(frame.x[5] == passive.position.x);
    CHECK(frame.velocity_x[5] == 0);
    const simulation::AgentColumnsView columns = found->coupling().columns();
    const auto id = values(found->coupling(), columns.id, 150);
    const auto preferred = values(found->coupling(), columns.preferred_x, 150);
    for (std::size_t i = 0; i < 150; ++i) {
      if (id[i] == 5) CHECK(preferred[i] == 0);
    }
    // Somebody went where nobody would have gone.
    const auto left_alone = scene.simulation(backend, avoidance);
    left_alone->advance(45);
    CHECK(frame.x != frame_of(*left_alone).x);
  }
}

PLETHOS_MATRIX_TEST("coupling: agents that are put somewhere go on as if they had started there") {
  const Square scene(150);
  Square other = scene;
  WorldChange change;
  for (const std::size_t i : {7u, 60u, 149u}) {
    const Place place{{8 + static_cast<float>(i % 4), 7.25f}, {0.25f, -0.5f}};
    change.places_of_agents.push_back({static_cast<std::int64_t>(i), place});
    other.agents[i].position = place.position;
    other.agents[i].velocity = place.velocity;
  }
  const auto moved = scene.simulation(backend), expected = other.simulation(backend);
  moved->apply(change);
  moved->advance(40);
  expected->advance(40);
  check_same_frame(frame_of(*moved), frame_of(*expected));

  const auto refused = [&](std::int64_t id, const Place& place) {
    return input_error([&] { moved->apply({.places_of_agents = {{id, place}}}); });
  };
  CHECK(refused(150, {{0, 0}}) == "change: agent: found 150, expected a number below 150");
  CHECK(refused(3, {{none, 0}}).starts_with("change: agent 3: position: found (nan, 0)"));
  CHECK(refused(3, {{0, 0}, {0, none}}) == "change: agent 3: velocity: found (0, nan), expected finite numbers");
}

}  // namespace plethos::tests
