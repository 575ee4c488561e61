#include <cmath>
#include <string>

#include "algorithms/verify/behavior.hpp"
#include "tests/harness/errors.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"
#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

using simulation::Simulation;

/// Agents on both sides of a turned wall that head for each other's places, straight through it. Its second half is a corner.
struct Setup {
  Parameters parameters{};
  World world{};
  std::vector<AgentRecord> agents{};
};

Setup scene(float angle, float time_step, bool closed) {
  const auto turned = [&](float x, float y) {
    return Vec2{std::cos(angle) * x - std::sin(angle) * y, std::sin(angle) * x + std::cos(angle) * y};
  };
  Setup made{.parameters = {.time_step = time_step},
             .world = {.polygons = {{{turned(0, -12), turned(0, 0), turned(6, 8)}, false}}, .bounds = {{-30, -30}, {30, 30}}}};
  if (closed) made.world.polygons.push_back({{turned(-9, 2), turned(-8.95f, 2), turned(-8.95f, 12), turned(-9, 12)}});
  for (int k = 0; k < 12; ++k) {
    const float side = k % 2 == 0 ? -12.f : 12.f, height = 1.7f * static_cast<float>(k) - 10;
    made.agents.push_back({.position = turned(side, height), .radius = 0.25f, .goal = k});
    made.world.goals.push_back(turned(-side, height + 1));
  }
  return made;
}

/// Returns the ways through walls of a run, and its checksum.
std::pair<std::int64_t, std::uint64_t> crossings(const backends::Backend& backend, const Setup& made, const std::string& avoidance,
                                                 int steps) {
  const auto simulation =
      Simulation::create(backend, made.parameters, made.world, made.agents, {.avoidance = avoidance, .planner = "straight"});
  verify::Behavior behavior(made.world, made.agents, static_cast<double>(made.parameters.time_step), 0);
  simulation::Frame frame;
  for (int step = 0; step <= steps; ++step) {
    simulation->read(frame);
    behavior.look(frame.x, frame.y, frame.present);
    simulation->advance(1);
  }
  return {behavior.report().wall_crossings, checksum(frame)};
}

}  // namespace

PLETHOS_MATRIX_TEST("walls hold for every method, however long its steps are, with the bits of the serial scalar lane") {
  static const backends::Backend serial = plainest_backend();
  Random random("walls hold");
  for (const char* avoidance : {"none", "rvo", "orca", "clearpath-guarded"}) {
    for (const float time_step : {0.05f, 1.f, 3.f}) {
      Setup made = scene(random.between(0, 6.28f), time_step, random.once_in(2));
      // A step longer than agents see ends at walls that are in nobody's list at its beginning.
      if (time_step > 2) made.parameters.neighbor_distance = 1;
      INFO(avoidance);
      CAPTURE(time_step);
      const int steps = time_step < 0.1f ? 300 : 40;
      const auto [crossed, bits] = crossings(backend, made, avoidance, steps);
      CHECK(crossed == 0);
      if (backend.same_bits()) CHECK(bits == crossings(serial, made, avoidance, steps).second);
    }
  }
}

TEST_CASE("an agent that walks into a wall goes on along it") {
  Setup made = scene(0, 0.05f, false);
  made.agents.resize(1);
  made.agents[0].position = {-3, -6};
  made.world.goals.own()[0] = {3, -1};
  const auto simulation = Simulation::create(plainest_backend(), made.parameters, made.world, made.agents, {.avoidance = "none"});
  simulation->advance(200);
  const simulation::Frame frame = frame_of(*simulation);
  // Nothing but the wall has stopped it, and it stands there at the height of its goal.
  CHECK(frame.x[0] < 0);
  CHECK(frame.x[0] > -0.26f);
  CHECK(frame.y[0] == doctest::Approx(-1).epsilon(0.1));
}

TEST_CASE("agents that do not see as far as they are wide are refused") {
  Setup made = scene(0, 0.05f, false);
  for (AgentRecord& agent : made.agents) agent.radius = 7.6f;
  const auto message = [&] {
    return input_error([&] { Simulation::create(plainest_backend(), made.parameters, made.world, made.agents, {}); });
  };
  CHECK(message().find("agent 0: radius: found 7.6 m with a neighbor_distance of 15 m, expected one of at least 15.2 m") == 0);
  made.parameters.neighbor_distance = 15.2f;
  CHECK(message() == "no error");
}

}  // namespace plethos::tests
