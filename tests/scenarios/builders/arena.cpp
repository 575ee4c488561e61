#include "scenarios/builders/arena.hpp"

#include <algorithm>
#include <set>

#include "algorithms/simulation/simulation.hpp"
#include "scenarios/catalog.hpp"
#include "scenarios/methods.hpp"
#include "scenarios/validation.hpp"
#include "tests/scenarios/temporary_folder.hpp"

using namespace plethos;
using namespace plethos::scenarios;
using namespace plethos::tests;

namespace {

Scenario small_arena(std::int64_t agents, std::uint64_t seed = 1) {
  ScenarioRequest request{.name = "stadium-25k",
                          .agents = agents,
                          .settings = {{"long_side", 2}, {"short_side", 1}, {"rows", 6}, {"seats", 8}, {"gates", 1}, {"gate", 4}},
                          .seed = seed};
  return make_scenario(request);
}

}  // namespace

TEST_CASE("a full stadium has an agent in every seat, and the seed draws who comes to a fuller one") {
  const std::size_t seats = 6 * 6 * 8;
  CHECK(small_arena(seats).agents.size() == seats);
  CHECK(contains(input_error([&] { small_arena(seats + 1); }), "arena: agents: found 289, expected at most 288, the seats"));
  const auto places = [](const Scenario& scenario) {
    std::set<std::pair<float, float>> result;
    for (const AgentRecord& agent : scenario.agents) result.insert({agent.position.x, agent.position.y});
    return result;
  };
  const auto full = places(small_arena(seats));
  CHECK(full.size() == seats);
  const auto half = places(small_arena(seats / 2));
  CHECK(half == places(small_arena(seats / 2)));
  CHECK(half != places(small_arena(seats / 2, 2)));
  CHECK(std::ranges::includes(full, half));
}

TEST_CASE("everybody leaves a small stadium") {
  const Scenario scenario = small_arena(200);
  const auto simulation = simulation::Simulation::create(backends::make_backend({"serial", "simd", 1}), scenario.parameters, scenario.world,
                                                         scenario.agents, choose_methods(scenario.methods, {}));
  while (simulation->arrived() < 200 && simulation->statistics().steps < 1500) simulation->advance(16);
  CHECK(simulation->arrived() == 200);
  CHECK(simulation->statistics().lost == 0);
}

TEST_CASE("stadiums that cannot be are refused") {
  const auto error = [](const char* key, double value) { return input_error([&] { build(arena_builder(), {.values = {{key, value}}}); }); };
  CHECK(error("seat_pitch", 0.4) == "arena: seat_pitch: found 0.4 m, expected at least 0.5 m: neighbors overlap");
  CHECK(contains(error("row_pitch", 0.4), "arena: row_pitch"));
  CHECK(contains(error("aisle", 0.4), "arena: aisle"));
  CHECK(contains(error("concourse", 3), "arena: concourse: found 3 m, expected at least 4 m"));
  CHECK(contains(error("gate", 0.4), "do not fit through a gate"));
  CHECK(contains(error("gate", 50), "a gate's share of the shortest stand"));
}
