#include "scenarios/builders/streets.hpp"

#include <algorithm>

#include "algorithms/simulation/simulation.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/methods.hpp"
#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::tests;

namespace {

Scenario city(std::int64_t agents, Settings settings = {}, std::uint64_t seed = 1) {
  return make_scenario({.name = "city", .agents = agents, .settings = std::move(settings), .seed = seed});
}

double area(const Polygon& polygon) {
  double doubled = 0;
  for (std::size_t i = 0; i < polygon.vertices.size(); ++i) {
    const Vec2 a = polygon.vertices[i];
    const Vec2 b = polygon.vertices[(i + 1) % polygon.vertices.size()];
    doubled += double{a.x} * b.y - double{a.y} * b.x;
  }
  return doubled / 2;
}

}  // namespace

TEST_CASE("the city's streets are as wide as the crowd needs") {
  for (const std::int64_t agents : {10000, 100000, 250000}) {
    CAPTURE(agents);
    const Scenario scenario = city(agents);
    double built = 0;
    Bounds city_limits{{1e9f, 1e9f}, {0, 0}};
    for (const Polygon& polygon : scenario.world.polygons) {
      built += area(polygon);
      for (const Vec2 vertex : polygon.vertices) city_limits = city_limits.include(vertex);
    }
    // Streets as wide as the first one, which begins at the origin, run along all sides.
    const double side = static_cast<double>(city_limits.high.x + city_limits.low.x);
    CHECK(static_cast<double>(agents) / (side * side - built) == doctest::Approx(0.1).epsilon(0.01));
  }
}

TEST_CASE("agents of a city walk at different speeds to places that they share") {
  const Scenario scenario = city(3000, {{"trip", 60}});
  const auto [slowest, fastest] = std::ranges::minmax_element(scenario.agents, {}, &AgentRecord::preferred_speed);
  CHECK(slowest->preferred_speed < 1.2f * 0.75f);
  CHECK(fastest->preferred_speed > 1.2f * 1.25f);
  CHECK(fastest->preferred_speed <= 1.2f * 1.3f);
  std::size_t near = 0;
  for (const AgentRecord& agent : scenario.agents) {
    near += length(scenario.world.goals[static_cast<std::size_t>(agent.goal)] - agent.position) <= 60 ? 1 : 0;
  }
  CHECK(near > 2500);
}

TEST_CASE("the seed decides a city") {
  const auto positions = [](const Scenario& scenario) {
    std::vector<Vec2> result;
    for (const AgentRecord& agent : scenario.agents) result.push_back(agent.position);
    return result;
  };
  const Scenario once = city(500);
  CHECK(positions(once) == positions(city(500)));
  CHECK(positions(once) != positions(city(500, {}, 2)));
  CHECK(once.world.goals == city(500).world.goals);
  CHECK(once.world.segments().size() == city(500, {}, 2).world.segments().size());
}

TEST_CASE("in a small city all arrive") {
  const Scenario scenario = city(300, {{"blocks", 4}, {"places", 10}, {"samples", 50}});
  const auto simulation = simulation::Simulation::create(backends::make_backend({"serial", "simd", 1}), scenario.parameters, scenario.world,
                                                         scenario.agents, choose_methods(scenario.methods, {}));
  while (simulation->arrived() < 300 && simulation->statistics().steps < 2000) simulation->advance(16);
  CHECK(simulation->arrived() == 300);
  CHECK(simulation->statistics().lost == 0);
}

TEST_CASE("a city that is too dense is refused") {
  CHECK(contains(input_error([&] {
                   city(20000, {{"density", 9}, {"blocks", 4}});
                 }),
                 "streets: density: found 9 agents/m^2, expected less: "));
}
