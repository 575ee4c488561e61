#include "core/ensemble.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/simulation/simulation.hpp"
#include "scenarios/catalog.hpp"
#include "tests/harness/errors.hpp"
#include "tests/harness/frames.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

/// Crowds of any sizes and their ensemble.
struct Crowds {
  Parameters parameters;
  World world;
  std::vector<AgentRecord> agents;
  Ensemble ensemble;
  std::vector<scenarios::Scenario> alone;

  void add(std::int64_t count, std::uint64_t seed) {
    if (count > 0) {
      alone.push_back(
          scenarios::make_scenario({.name = "streams", .agents = count, .settings = {{"clearing", 2.}, {"columns", 2.}}, .seed = seed}));
    } else {
      alone.emplace_back();
      alone.back().parameters.seed = seed;
    }
    const scenarios::Scenario& scenario = alone.back();
    if (alone.size() == 1) {
      parameters = scenario.parameters;
      world = scenario.world;
    }
    const auto first = static_cast<std::int32_t>(world.goals.size());
    for (const Vec2 goal : scenario.world.goals) world.goals.push_back(goal);
    world.bounds = world.bounds.include(scenario.world.bounds.low).include(scenario.world.bounds.high);
    for (AgentRecord agent : scenario.agents) {
      agent.goal += first;
      agents.push_back(agent);
    }
    ensemble.agents.push_back(count);
    ensemble.seeds.push_back(seed);
  }

  auto simulation(const backends::Backend& backend, const simulation::MethodChoices& methods) const {
    return simulation::Simulation::create(backend, parameters, world, agents, methods, {}, ensemble);
  }
};

Crowds crowds_of_many_sizes() {
  Crowds crowds;
  // Some fill their ids, one is empty, and the ids of one end where a vector does.
  for (const auto& [count, seed] : {std::pair{128, 3}, {0, 5}, {17, 4}, {1, 9}, {127, 1}})
    crowds.add(count, static_cast<std::uint64_t>(seed));
  return crowds;
}

simulation::MethodChoices methods_of(const std::string& avoidance) {
  simulation::MethodChoices methods;
  methods.avoidance = avoidance;
  return methods;
}

/// Returns the bits of positions and velocities of the agents [first, first + count) of a frame.
std::vector<float> part(const simulation::Frame& frame, std::size_t first, std::size_t count) {
  std::vector<float> values;
  for (const auto* column : {&frame.x, &frame.y, &frame.velocity_x, &frame.velocity_y}) {
    values.insert(values.end(), column->begin() + static_cast<std::ptrdiff_t>(first),
                  column->begin() + static_cast<std::ptrdiff_t>(first + count));
  }
  return values;
}

}  // namespace

PLETHOS_MATRIX_TEST("worlds of many sizes know nothing of each other") {
  const Crowds crowds = crowds_of_many_sizes();
  for (const char* const avoidance : {"orca", "rvo", "clearpath2"}) {
    CAPTURE(avoidance);
    const auto together = crowds.simulation(backend, methods_of(avoidance));
    together->advance(50);
    const std::vector<simulation::Statistics> statistics = together->worlds().statistics_of_worlds();
    const simulation::Frame all = frame_of(*together);
    std::size_t first = 0;
    for (std::size_t world = 0; world < crowds.alone.size(); ++world) {
      CAPTURE(world);
      const scenarios::Scenario& scenario = crowds.alone[world];
      const auto count = scenario.agents.size();
      simulation::Frame own;
      together->worlds().read_worlds(std::array{world}, own);
      CHECK(part(own, 0, own.x.size()) == part(all, first, count));
      first += count;
      if (count == 0) {
        CHECK(own.x.empty());
        CHECK(statistics[world].arrived == 0);
        continue;
      }
      const auto solo = simulation::Simulation::create(backend.same_bits() ? plainest_backend() : backend, scenario.parameters,
                                                       scenario.world, scenario.agents, methods_of(avoidance));
      solo->advance(50);
      CHECK(part(own, 0, count) == part(frame_of(*solo), 0, count));
      const simulation::Statistics expected = solo->statistics();
      CHECK(statistics[world].minimum_separation == expected.minimum_separation);
      CHECK(statistics[world].overlaps == expected.overlaps);
      CHECK(statistics[world].arrivals == expected.arrivals);
    }
  }
}

PLETHOS_MATRIX_TEST("a world that has left changes nothing for the others, and its agents are gone") {
  const Crowds crowds = crowds_of_many_sizes();
  const auto kept = crowds.simulation(backend.same_bits() ? plainest_backend() : backend, methods_of("orca"));
  const auto left = crowds.simulation(backend, methods_of("orca"));
  for (const std::int64_t steps : {5, 20, 30}) {
    for (const auto& simulation : {kept.get(), left.get()}) simulation->advance(steps);
    if (steps == 5) left->worlds().leave(std::array<std::size_t, 2>{0, 3});
  }
  const std::array<std::size_t, 2> others{4, 2};
  simulation::Frame found, expected;
  left->worlds().read_worlds(others, found);
  kept->worlds().read_worlds(others, expected);
  CHECK(part(found, 0, 144) == part(expected, 0, 144));
  CHECK(left->worlds().statistics_of_worlds()[4].overlaps == kept->worlds().statistics_of_worlds()[4].overlaps);
  left->worlds().read_worlds(std::array<std::size_t, 1>{0}, found);
  CHECK(found.present == std::vector<std::uint8_t>(128, 0));
  CHECK(left->working() <= 144);
}

PLETHOS_MATRIX_TEST("separations and overlaps are counted for each world, also of several worlds in a vector") {
  Crowds crowds;
  constexpr std::size_t worlds = 40, steps = 9;
  const auto apart = [](std::size_t world) { return 0.3f + 0.03125f * static_cast<float>(world * 7 % worlds); };
  for (std::size_t world = 0; world < worlds; ++world) {
    // Discs of 0.25 m that stand, and count as if they moved.
    for (const float x : {0.f, apart(world)}) crowds.agents.push_back({.position = {x, 0}, .state = AgentState::passive});
    crowds.ensemble.agents.push_back(2);
    crowds.ensemble.seeds.push_back(world);
  }
  crowds.world.bounds = {{-1, -1}, {3, 1}};
  const auto simulation = crowds.simulation(backend, methods_of("none"));
  simulation->advance(steps);
  const std::vector<simulation::Statistics> statistics = simulation->worlds().statistics_of_worlds();
  for (std::size_t world = 0; world < worlds; ++world) {
    CAPTURE(world);
    CHECK(statistics[world].minimum_separation == doctest::Approx(static_cast<double>(apart(world)) - 0.5).epsilon(1e-5));
    // In each step and after the last.
    CHECK(statistics[world].overlaps == (apart(world) < 0.5f ? steps + 1 : 0));
  }
}

TEST_CASE("sums over an ensemble are those of its worlds") {
  const Crowds crowds = crowds_of_many_sizes();
  const auto simulation = crowds.simulation(widest_backend(), methods_of("none"));
  simulation->advance(400);
  const simulation::Statistics all = simulation->statistics();
  simulation::Statistics sum;
  for (const simulation::Statistics& world : simulation->worlds().statistics_of_worlds()) {
    sum.arrived += world.arrived;
    sum.overlaps += world.overlaps;
  }
  CHECK(all.arrived == sum.arrived);
  CHECK(all.overlaps == sum.overlaps);
  CHECK(all.overlaps > 0);
  std::int64_t arrivals = 0;
  for (const simulation::Arrivals& some : all.arrivals) arrivals += some.agents;
  CHECK(arrivals == all.arrived);
}

TEST_CASE("an ensemble that does not fit its agents is refused, and so is what needs one world") {
  const Crowds crowds = crowds_of_many_sizes();
  const auto error = [&](const auto& change) {
    Crowds other = crowds;
    change(other);
    return input_error([&] { other.simulation(plainest_backend(), methods_of("none")); });
  };
  CHECK(error([](Crowds& c) { c.ensemble.agents[0] = 127; }) == "ensemble: found worlds of 272 agents together, expected 273");
  CHECK(error([](Crowds& c) { c.ensemble.agents[1] = -1; }) == "ensemble: found a world of -1 agents, expected 0 or more");
  CHECK(error([](Crowds& c) { c.ensemble.seeds.pop_back(); }) == "ensemble: found the agents of 5 worlds and 4 seeds, expected as many");
  const auto wall = [](Crowds& c) { c.world.polygons.push_back({{{-50, 50}, {50, 50}}, false}); };
  CHECK(error(wall) == "no error");
  CHECK(error([&](Crowds& c) {
          wall(c);
          c.agents.back().radius = 0.5f;
        }) == "ensemble: world 4: found a largest radius of 0.5 m, expected 0.25 m as in the first: planners keep so far from walls");
  CHECK(contains(error([&](Crowds& c) {
                   wall(c);
                   c.agents.back().maximum_speed = 20;
                 }),
                 "ensemble: world 4: found an agent that may go farther than its radius in a step"));

  simulation::MethodChoices methods;
  for (const char* const name : {"kdtree", "brute", "hash", "hash-even"}) {
    methods.neighbors = name;
    CHECK(input_error([&] { crowds.simulation(plainest_backend(), methods); }) ==
          "ensemble: found 5 worlds with neighbors " + std::string(name) + ", expected one: it cannot tell worlds apart");
  }
  methods = {};
  methods.planner = "wavefront";
  methods.values["crowding"] = 4;
  CHECK(contains(input_error([&] { crowds.simulation(plainest_backend(), methods); }), "found 5 worlds with crowding 4"));

  const auto simulation = crowds.simulation(plainest_backend(), methods_of("none"));
  const std::string needs = ": found an ensemble of 5 worlds, expected one world";
  simulation::StepRecord record;
  CHECK(input_error([&] { simulation->measurements().advance(record); }) == "a record of a step" + needs);
  CHECK(input_error([&] { simulation->checkpointing().save(); }) == "what is saved of a simulation" + needs);
  CHECK(input_error([&] { simulation->apply({}); }) == "a change of the world" + needs);
}

TEST_CASE("ids of worlds begin with a turn of what agents do by turns") {
  CHECK(EnsembleIds(Ensemble()).shift() == EnsembleIds::one_world);
  CHECK(EnsembleIds({{3, 64}, {1, 2}}).shift() == 6);
  const EnsembleIds ids({{3, 65, 2}, {1, 2, 3}});
  CHECK(ids.shift() == 7);
  CHECK(ids.count() == 384);
  CHECK(ids.first(1) == 3);
  CHECK(ids.first(3) == 70);
  CHECK(ids.id(2, 1) == 257);
}

}  // namespace plethos::tests
