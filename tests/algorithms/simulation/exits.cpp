#include <vector>

#include "algorithms/verify/behavior.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

/// Methods by which agents go straight to where they prefer.
simulation::MethodChoices straight() { return {.avoidance = "none"}; }

AgentRecord walker(Vec2 position, float speed = 1) { return {.position = position, .radius = 0.2f, .preferred_speed = speed}; }

Vec2 place_of(simulation::Simulation& simulation, std::size_t i) {
  const simulation::Frame frame = frame_of(simulation);
  return {frame.x[i], frame.y[i]};
}

/// Makes a wall at x = 0 with doors at y = -6 and y = 6, each 2 m wide, and exits in both.
World two_doors() {
  World world{.polygons = {{{{0, -20}, {0, -7}}, false}, {{{0, -5}, {0, 5}}, false}, {{{0, 7}, {0, 20}}, false}},
              .bounds = {{-20, -20}, {20, 20}}};
  world.add_exit({{{{0, -7}, {0, -5}}, {{0, 5}, {0, 7}}}, {{{0, -6.7f}, {0, -5.3f}}, {{0, 5.3f}, {0, 6.7f}}}});
  return world;
}

}  // namespace

PLETHOS_MATRIX_TEST("an agent arrives in the step that takes it over the line") {
  World world{.bounds = {{-5, -5}, {5, 5}}};
  world.add_exit({{{{2, -1}, {2, 1}}}, {{{2, -1}, {2, 1}}}});
  const std::vector<AgentRecord> agents{walker({0, 0.4f})};
  const auto simulation = simulation::Simulation::create(backend, {.time_step = 0.1f}, world, agents, straight());
  simulation->advance(19);
  CHECK(simulation->arrived() == 0);
  // It heads straight for the nearest point and does not slow down in front of it.
  CHECK(place_of(*simulation, 0).x == doctest::Approx(1.9).epsilon(1e-4));
  CHECK(place_of(*simulation, 0).y == doctest::Approx(0.4).epsilon(1e-4));
  simulation->advance(2);
  CHECK(simulation->arrived() == 1);
  CHECK(place_of(*simulation, 0).x >= 1.999f);
}

PLETHOS_MATRIX_TEST("an agent arrives anywhere inside of an area") {
  World world{.bounds = {{-9, -9}, {9, 9}}};
  const std::vector<Vec2> area{{2, -1}, {4, -1}, {4, 1}, {2, 1}};
  world.add_exit({{area}, {{area[0], area[1]}, {area[1], area[2]}, {area[2], area[3]}, {area[3], area[0]}}});
  // Agents come from either side and from inside. One has no way to the area and goes past it.
  std::vector<AgentRecord> agents{walker({0, 0}), walker({3, 4}), walker({3, 0}), walker({8, 8}, 0)};
  const auto simulation = simulation::Simulation::create(backend, {.time_step = 0.1f}, world, agents, straight());
  simulation->advance(1);
  CHECK(simulation->arrived() == 1);
  simulation->advance(100);
  CHECK(simulation->arrived() == 3);
  CHECK(place_of(*simulation, 0).x == doctest::Approx(2.05).epsilon(0.03));
  CHECK(place_of(*simulation, 1).y == doctest::Approx(0.95).epsilon(0.06));
}

PLETHOS_MATRIX_TEST("of several exits each agent takes the one that is nearest on foot") {
  World world = two_doors();
  // One agent starts behind a screen. The way around it to the lower door is still shorter than to the upper one.
  world.polygons.push_back({{{-3, -4}, {-3, -9}, {-12, -9}}, false});
  simulation::MethodChoices methods{.planner = "roadmap", .roadmap_nodes = {{-3.4f, -3.6f}, {-2.6f, -3.6f}}};
  const std::vector<AgentRecord> agents{walker({-2, -4}), walker({-2, 4}), walker({-4, -8})};
  const auto simulation = simulation::Simulation::create(backend, Parameters{}, world, agents, methods);
  for (int step = 0; step < 1200 && simulation->arrived() < 3; ++step) simulation->advance(1);
  CHECK(simulation->arrived() == 3);
  CHECK(simulation->statistics().lost == 0);
  CHECK(place_of(*simulation, 0).y < -5);
  CHECK(place_of(*simulation, 1).y > 5);
  CHECK(place_of(*simulation, 2).y < -5);

  // The lower door is shut behind a long wall. The upper one is then nearer on foot for all agents, though not by straight lines.
  World shut = two_doors();
  shut.polygons.push_back({{{-1, 1}, {-1, -19}, {-3, -19}}, false});
  methods.roadmap_nodes = {{-1.4f, 1.4f}, {-0.6f, 1.4f}};
  const std::vector<AgentRecord> one{walker({-2, -6})};
  const auto around = simulation::Simulation::create(backend, Parameters{}, shut, one, methods);
  for (int step = 0; step < 1200 && around->arrived() < 1; ++step) around->advance(1);
  CHECK(around->arrived() == 1);
  CHECK(place_of(*around, 0).y > 5);
}

PLETHOS_MATRIX_TEST("a crowd leaves by two doors, as the verifier sees it, to the same bits everywhere") {
  World world = two_doors();
  std::vector<AgentRecord> agents;
  for (int i = 0; i < 60; ++i) agents.push_back(walker({-2 - 0.7f * static_cast<float>(i % 10), -2.5f + static_cast<float>(i / 10)}));
  Parameters parameters{.time_step = 0.1f, .leave_on_arrival = 1};
  simulation::MethodChoices methods{
      .avoidance = "orca", .planner = "roadmap", .roadmap_nodes = {{-0.4f, -5.4f}, {-0.4f, 5.4f}, {-0.4f, -6.6f}, {-0.4f, 6.6f}}};
  const auto simulation = simulation::Simulation::create(backend, parameters, world, agents, methods);
  verify::Behavior behavior(world, agents, 0.1, 0);
  simulation::Frame frame;
  const auto look = [&] {
    simulation->read(frame);
    behavior.look(frame.x, frame.y, frame.present);
  };
  look();
  for (int step = 0; step < 450; ++step) {
    simulation->advance(1);
    look();
    if (step % 50 == 0) CHECK(behavior.report().arrived == simulation->arrived());
  }
  CHECK(simulation->arrived() == 60);
  CHECK(behavior.report().arrived == 60);
  CHECK(behavior.report().wall_crossings == 0);
  if (!backend.same_bits()) return;
  static const std::uint64_t first = simulation::checksum(frame);
  CHECK(simulation::checksum(frame) == first);
}

}  // namespace plethos::tests
