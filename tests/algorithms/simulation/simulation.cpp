#include "algorithms/simulation/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/verify/verifiers.hpp"
#include "core/error.hpp"
#include "tests/harness/errors.hpp"
#include "tests/harness/random.hpp"
#include "tests/harness/results.hpp"

namespace plethos::tests {
namespace {

constexpr std::span<const AgentRecord> nobody;

struct Setup {
  World world{};
  std::vector<AgentRecord> agents{};
  Parameters parameters{};
};

/// Makes a dense crowd with random goals, some of them near. Some agents overlap from the start.
Setup crowd(int count, bool leave, float largest_radius) {
  Random random("crowd");
  Setup scene{.world = {.bounds = {{-8, -8}, {8, 8}}}};
  const auto point = [&] { return Vec2{random.between(-8, 8), random.between(-8, 8)}; };
  for (int i = 0; i < count; ++i) {
    AgentRecord agent;
    agent.position = point();
    agent.goal = i;
    agent.radius = random.once_in(10) ? largest_radius : random.between(0.1f, 0.3f);
    if (random.once_in(10)) {
      agent.state = AgentState::passive;
      agent.velocity = {random.between(-1, 1), random.between(-1, 1)};
    }
    scene.agents.push_back(agent);
    scene.world.goals.push_back(random.once_in(4) ? agent.position + Vec2{random.between(-1, 1), 0} : point());
  }
  scene.parameters.leave_on_arrival = leave;
  // Lists hold all other agents, so that their length hides nothing.
  scene.parameters.neighbors = 64;
  scene.parameters.neighbor_distance = 100;
  return scene;
}

/// The statistics, computed plainly from frames.
class Recomputed {
 public:
  explicit Recomputed(const Setup& scene) : scene_(scene) {
    for (const AgentRecord& agent : scene.agents) arrived_.push_back(agent.state == AgentState::arrived);
    moved_.assign(arrived_.size(), true);
  }

  void measure(const simulation::Frame& frame) {
    for (std::size_t i = 0; i < frame.x.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (!frame.present[i] || !frame.present[j]) continue;
        const float dx = frame.x[i] - frame.x[j];
        const float dy = frame.y[i] - frame.y[j];
        const float separation = std::sqrt(std::fma(dx, dx, dy * dy)) - (scene_.agents[i].radius + scene_.agents[j].radius);
        minimum_separation = std::min(minimum_separation, separation);
        overlaps += separation < 0 && (moved_[i] || moved_[j]) ? 1 : 0;
      }
    }
  }
  void resolve_arrivals(const simulation::Frame& frame, std::int64_t step) {
    for (std::size_t i = 0; i < frame.x.size(); ++i) {
      const AgentRecord& agent = scene_.agents[i];
      moved_[i] = !arrived_[i];
      if (arrived_[i] || agent.state != AgentState::active) continue;
      const Vec2 to_goal = scene_.world.goals[static_cast<std::size_t>(agent.goal)] - Vec2{frame.x[i], frame.y[i]};
      if (std::fma(to_goal.x, to_goal.x, to_goal.y * to_goal.y) >= agent.goal_radius * agent.goal_radius) continue;
      arrived_[i] = true;
      ++arrived;
      last_arrival = step;
      if (arrivals.empty() || arrivals.back().step < step) arrivals.push_back({step, 0});
      ++arrivals.back().agents;
    }
  }

  std::int64_t arrived = 0;
  std::int64_t last_arrival = -1;
  std::vector<simulation::Arrivals> arrivals;
  float minimum_separation = std::numeric_limits<float>::infinity();
  std::uint64_t overlaps = 0;

 private:
  const Setup& scene_;
  std::vector<bool> arrived_;
  std::vector<bool> moved_;
};

}  // namespace

PLETHOS_MATRIX_TEST("statistics are what the frames show") {
  for (const bool leave : {false, true}) {
    for (const float largest_radius : {0.3f, 0.9f}) {
      CAPTURE(leave);
      CAPTURE(largest_radius);
      const Setup scene = crowd(60, leave, largest_radius);
      const auto simulation = simulation::Simulation::create(backend, scene.parameters, scene.world, scene.agents, {});
      Recomputed expected(scene);
      simulation::Frame frame = frame_of(*simulation);
      expected.measure(frame);
      for (int step = 0; step < 60; ++step) {
        simulation->advance(1);
        simulation->read(frame);
        expected.resolve_arrivals(frame, step);
        expected.measure(frame);
        if (step % 20 != 19) continue;
        const simulation::Statistics found = simulation->statistics();
        CHECK(found.steps == step + 1);
        CHECK(found.arrived == expected.arrived);
        CHECK(found.last_arrival == expected.last_arrival);
        CHECK(found.arrivals == expected.arrivals);
        CHECK(found.minimum_separation == expected.minimum_separation);
        CHECK(found.overlaps == expected.overlaps);
      }
      CHECK(expected.overlaps > 0);
      CHECK(expected.arrived > 0);
    }
  }
}

PLETHOS_MATRIX_TEST("a run whose lists of neighbors hold is that of comparing all agents in each step") {
  for (const bool leave : {false, true}) {
    CAPTURE(leave);
    Setup scene = crowd(400, leave, 0.3f);
    scene.parameters.neighbors = 6;
    scene.parameters.neighbor_distance = 8;
    scene.parameters.time_step = 0.2f;
    scene.world.bounds = {{-20, -20}, {20, 20}};
    // Where agents leave when they arrive, some do. Elsewhere whole vectors of agents are active.
    for (Vec2& goal : scene.world.goals.own()) goal = (leave ? 2.5f : 20.f) * goal;
    Random random("speeds");
    for (AgentRecord& agent : scene.agents) {
      agent.position = 2.5f * agent.position;
      if (!leave) agent.state = AgentState::active;
      agent.preferred_speed = random.between(0.2f, 5);
      agent.maximum_speed = 2 * agent.preferred_speed;
    }
    const auto make = [&](const std::string& neighbors) {
      return simulation::Simulation::create(backend, scene.parameters, scene.world, scene.agents, {"orca", neighbors});
    };
    const auto held = make("grid"), in_tree = make("kdtree"), recorded = make("grid"), compared = make("brute");
    simulation::StepRecord record;
    for (int part = 0; part < 5; ++part) {
      for (const auto& each : {held.get(), in_tree.get(), compared.get()}) each->advance(7);
      for (int step = 0; step < 5; ++step) recorded->measurements().advance(record);
      recorded->advance(2);
      for (const auto& each : {held.get(), in_tree.get(), recorded.get()}) {
        REQUIRE(simulation::checksum(frame_of(*each)) == simulation::checksum(frame_of(*compared)));
      }
    }
    for (const auto& each : {held.get(), in_tree.get(), recorded.get()}) {
      CHECK(each->statistics().overlaps == compared->statistics().overlaps);
      CHECK(each->statistics().minimum_separation == compared->statistics().minimum_separation);
    }
  }
}

PLETHOS_MATRIX_TEST("an agent that sees no other has an infinite separation") {
  Setup scene = crowd(2, false, 0.3f);
  scene.parameters.neighbor_distance = 1;
  scene.agents[0].position = {-7, 0};
  scene.agents[1].position = {7, 0};
  for (AgentRecord& agent : scene.agents) agent.goal = 0;
  scene.world.goals.own()[0] = {-7, 5};
  for (const std::size_t count : {1, 2}) {
    CAPTURE(count);
    const std::vector<AgentRecord> agents(scene.agents.begin(), scene.agents.begin() + static_cast<std::ptrdiff_t>(count));
    const auto simulation = simulation::Simulation::create(backend, scene.parameters, scene.world, agents, {});
    simulation->advance(5);
    CHECK(simulation->statistics().minimum_separation == std::numeric_limits<float>::infinity());
    CHECK(simulation->statistics().overlaps == 0);
  }
}

PLETHOS_SCALAR_MATRIX_TEST("statistics do not depend on when one asks") {
  const Setup scene = crowd(60, false, 0.5f);
  const auto asked = simulation::Simulation::create(backend, scene.parameters, scene.world, scene.agents, {});
  const auto left_alone = simulation::Simulation::create(backend, scene.parameters, scene.world, scene.agents, {});
  for (int step = 0; step < 30; ++step) {
    asked->advance(1);
    asked->statistics();
    asked->statistics();
  }
  left_alone->advance(30);
  CHECK(asked->statistics().overlaps == left_alone->statistics().overlaps);
  CHECK(asked->statistics().minimum_separation == left_alone->statistics().minimum_separation);
}

PLETHOS_SCALAR_MATRIX_TEST("neither regrouping nor replaying changes a run, and the working set shrinks") {
  for (const bool leave : {false, true}) {
    for (const char* neighbors : {"grid", "kdtree", "brute"}) {
      CAPTURE(leave);
      CAPTURE(neighbors);
      Setup scene = crowd(120, leave, 0.3f);
      scene.parameters.neighbors = 8;
      simulation::MethodChoices plain{"rvo", neighbors};
      plain.replay = false;
      plain.regroup = false;
      const auto expected = simulation::Simulation::create(backend, scene.parameters, scene.world, scene.agents, plain);
      const auto found = simulation::Simulation::create(backend, scene.parameters, scene.world, scene.agents, {"rvo", neighbors});
      for (const int steps : {1, 40, 17, 100, 2, 33}) {
        expected->advance(steps);
        found->advance(steps);
        if (steps == 17) found->statistics();
        if (steps == 100) frame_of(*found);
      }
      check_same(result_of(*found), result_of(*expected));
      CHECK(found->arrived() == found->statistics().arrived);
      CHECK(expected->working() == 120);
      CHECK(found->working() < 120 - found->arrived() / 2);
      CHECK(found->working() >= 120 - found->arrived());
    }
  }
}

PLETHOS_SCALAR_MATRIX_TEST("velocities stay admissible from step to step") {
  const Setup scene = crowd(100, false, 0.3f);
  const auto simulation = simulation::Simulation::create(backend, scene.parameters, scene.world, scene.agents, {});
  std::vector<float> speed, acceleration;
  for (const AgentRecord& agent : scene.agents) {
    speed.push_back(agent.maximum_speed);
    acceleration.push_back(agent.maximum_acceleration);
  }
  simulation::Frame before = frame_of(*simulation);
  for (int step = 0; step < 50; ++step) {
    simulation->advance(1);
    const simulation::Frame after = frame_of(*simulation);
    const verify::VelocityChange change{before.velocity_x, before.velocity_y,         after.velocity_x, after.velocity_y, speed,
                                        acceleration,      scene.parameters.time_step};
    REQUIRE(verify::inadmissible_velocities(change).count == 0);
    before = after;
  }
  const Bounds reachable{{-20, -20}, {20, 20}};
  CHECK(verify::outside_bounds(before.x, before.y, reachable).count == 0);
}

PLETHOS_SCALAR_MATRIX_TEST("whoever has arrived stands, or has left") {
  for (const bool leave : {false, true}) {
    Setup scene{.world = {.goals = {{1, 0}, {1, 3}}, .bounds = {{-1, -1}, {4, 4}}}};
    scene.agents.resize(2);
    scene.agents[1].position = {0, 3};
    scene.agents[1].goal = 1;
    scene.parameters.leave_on_arrival = leave;
    const auto simulation = simulation::Simulation::create(backend, scene.parameters, scene.world, scene.agents, {});
    simulation->advance(40);
    const simulation::Statistics statistics = simulation->statistics();
    CHECK(statistics.arrived == 2);
    CHECK(statistics.last_arrival > 0);
    const simulation::Frame then = frame_of(*simulation);
    simulation->advance(10);
    const simulation::Frame later = frame_of(*simulation);
    CHECK(then.x == later.x);
    CHECK(then.y == later.y);
    CHECK(later.velocity_x == std::vector<float>(2, 0.f));
    CHECK(later.present == std::vector<std::uint8_t>(2, leave ? 0 : 1));
    CHECK(simulation->statistics().last_arrival == statistics.last_arrival);
  }
}

PLETHOS_SCALAR_MATRIX_TEST("both neighbor searches give the same run") {
  const Setup scene = crowd(80, true, 0.5f);
  Parameters parameters = scene.parameters;
  parameters.neighbors = 6;
  std::uint64_t sums[2];
  for (int i = 0; i < 2; ++i) {
    const auto simulation =
        simulation::Simulation::create(backend, parameters, scene.world, scene.agents, {"rvo", i == 0 ? "grid" : "brute"});
    simulation->advance(50);
    sums[i] = checksum_of(*simulation);
  }
  CHECK(sums[0] == sums[1]);
}

PLETHOS_SCALAR_MATRIX_TEST("no agents at all are a run, too") {
  const auto simulation = simulation::Simulation::create(backend, {}, {}, nobody, {});
  simulation->advance(3);
  CHECK(simulation->statistics().steps == 3);
  CHECK(simulation->statistics().arrived == 0);
  const simulation::Frame frame = frame_of(*simulation);
  CHECK(frame.x.empty());
}

PLETHOS_SCALAR_MATRIX_TEST("unknown methods are answered with the nearest name") {
  CHECK_THROWS_WITH_AS(simulation::Simulation::create(backend, {}, {}, nobody, {"rov", "grid"}),
                       "unknown avoidance 'rov'; did you mean 'rvo'?", InputError);
  CHECK_THROWS_WITH_AS(simulation::Simulation::create(backend, {}, {}, nobody, {"rvo", "gird"}),
                       "unknown neighbors 'gird'; did you mean 'grid'?", InputError);
}

PLETHOS_SCALAR_MATRIX_TEST("too many agents end in an error before memory is claimed") {
  AgentRecord agent;
  // A span that is refused is not read.
  const auto crowd_of = [&](std::size_t count) { return std::span<const AgentRecord>(&agent, count); };
  const auto refusal = [&](std::size_t count) {
    return input_error([&] { simulation::Simulation::create(backend, {}, {}, crowd_of(count), {}); });
  };
  CHECK(refusal(std::size_t{1} << 31) == "agents: found 2147483648, expected at most 2147483647");
  CHECK(refusal(std::size_t{1} << 29) == "agents: found 536870912 on a rank, expected at most 536870911; on more ranks each has fewer");
  Parameters parameters{.neighbors = 64};
  const std::size_t most = (std::size_t{1} << 29) - 1;
  const std::uint64_t at_least = most * 300;
  if (backends::memory(backend).free < at_least) {
    CHECK_THROWS_AS(simulation::Simulation::create(backend, parameters, {}, crowd_of(most), {}), MachineError);
  }
}

TEST_CASE("the checksum is XXH3 of all positions in one array") {
  // Of xxHash 0.8, called once for an array of x and y in turns.
  const std::vector<std::pair<std::size_t, std::uint64_t>> sums{{0, 0x2d06800538d394c2},
                                                                {1, 0x828f2476789a0e5f},
                                                                {4096, 0xf7f623c96e9811ab},
                                                                {4097, 0x65a3255aa76a228f},
                                                                {10001, 0x9a2c95f23ca89953}};
  for (const auto& [count, sum] : sums) {
    CAPTURE(count);
    simulation::Frame frame;
    for (std::size_t i = 0; i < count; ++i) {
      frame.x.push_back(0.5f * static_cast<float>(i));
      frame.y.push_back(-0.25f * static_cast<float>(i));
    }
    CHECK(simulation::checksum(frame) == sum);
  }
}

TEST_CASE("the checksum depends on every bit of every position, and on order") {
  simulation::Frame frame;
  frame.x = {1, 2, 3};
  frame.y = {4, 5, 6};
  const std::uint64_t sum = simulation::checksum(frame);
  CHECK(sum == simulation::checksum(frame));
  for (std::vector<float>* column : {&frame.x, &frame.y}) {
    for (float& value : *column) {
      const float kept = value;
      value = std::nextafter(value, 0.f);
      CHECK(simulation::checksum(frame) != sum);
      value = kept;
    }
  }
  std::swap(frame.x[0], frame.x[1]);
  CHECK(simulation::checksum(frame) != sum);
}

TEST_CASE("agents that point outside of the world's goals, or stand nowhere, are refused") {
  const World world{.goals = {{1, 1}}, .bounds = {{-2, -2}, {2, 2}}};
  const backends::Backend backend = backends::make_backend({.name = "serial"});
  const auto create = [&](const AgentRecord& agent) {
    const std::vector<AgentRecord> agents{{}, agent};
    return simulation::Simulation::create(backend, {}, world, agents, {});
  };
  CHECK_NOTHROW(create({.position = {1, 0}}));
  CHECK_NOTHROW(create({.position = {1, 0}, .goal = 7, .state = AgentState::passive}));
  CHECK_THROWS_WITH_AS(create({.position = {1, 0}, .group = -1}), "agent 1: group: found -1, expected a number from 0 to 1048576",
                       InputError);
  CHECK_THROWS_WITH_AS(create({.position = {1, 0}, .goal = 1}), "agent 1: goal: found 1, expected the index of one of 1 goals", InputError);
  CHECK_THROWS_AS(create({.position = {1, 0}, .goal = -1}), InputError);
  const float infinity = std::numeric_limits<float>::infinity();
  CHECK_THROWS_WITH_AS(create({.position = {0, infinity}}),
                       "agent 1: position: found (0, inf), expected finite numbers, at most 1e9 m from the origin", InputError);
}

TEST_CASE("a world with a part out of range is refused, where walks along walls might come to no end") {
  const backends::Backend backend = backends::make_backend({.name = "serial"});
  const std::vector<AgentRecord> agents{{.position = {0, 0}}};
  const auto refused = [&](const char* place, const auto& change) {
    World world{.goals = {{1, 1}}, .bounds = {{-2, -2}, {2, 2}}};
    change(world);
    const std::string expected = std::string(place) + ": found (1e+20, 1), expected finite numbers, at most 1e9 m from the origin";
    CHECK_THROWS_WITH_AS(simulation::Simulation::create(backend, {}, world, agents, {}), expected.c_str(), InputError);
  };
  const Vec2 far{1e20f, 1};
  MovingObstacle moving{.outline = {.vertices = {{0, 0}, {1, 0}, {1, 1}}}};
  refused("obstacle 1", [&](World& world) { world.polygons = {{{{1, 1}, {2, 1}, {2, 2}}}, {{{1, 1}, far, {2, 2}}}}; });
  refused("moving obstacle 0", [&](World& world) {
    world.moving = {moving};
    world.moving[0].outline.vertices[1] = far;
  });
  refused("path of moving obstacle 0", [&](World& world) {
    world.moving = {moving};
    world.moving[0].path = {far};
  });
  refused("goal 0", [&](World& world) { world.goals.own()[0] = far; });
  refused("walkable outline 0", [&](World& world) { world.walkable = {{{-2, -2}, far, {2, 2}}}; });
  refused("exit 0", [&](World& world) { world.add_exit({{{{1, 0}, far}}, {{{1, 0}, {1, 1}}}}); });
  refused("bounds", [&](World& world) { world.bounds.high = far; });
}

PLETHOS_MATRIX_TEST("steps come to an end beside an outline at the end of the range") {
  constexpr float far = 1e9f;
  const World world{.polygons = {{{{1, 1}, {far, 1}, {far, far}, {1, far}}}}, .goals = {{10, 0}}, .bounds = {{-20, -20}, {20, 20}}};
  const std::vector<AgentRecord> agents{{.position = {0, 0}}, {.position = {2, 0}}};
  for (const char* const planner : {"straight", "roadmap"}) {
    const auto simulation =
        simulation::Simulation::create(backend, {.time_step = 0.1f}, world, agents, {.avoidance = "orca", .planner = planner});
    simulation->advance(30);
    CHECK(simulation->statistics().steps == 30);
  }
}

}  // namespace plethos::tests
