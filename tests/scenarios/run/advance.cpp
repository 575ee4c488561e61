#include "scenarios/run/advance.hpp"

#include <doctest/doctest.h>

#include <array>
#include <vector>

#include "backends/backend.hpp"
#include "scenarios/catalog.hpp"

using namespace plethos;
using namespace plethos::scenarios;

TEST_CASE("travelers are counted, and those among them whose ways have no end") {
  Scenario scenario;
  scenario.agents.resize(4);
  scenario.world.goals = {{1, 0}, {2, 0}, {3, 0}};
  CHECK(count_travelers(scenario) == 4);
  CHECK(count_endless(scenario) == 0);
  scenario.world.next_goals = {1, 0};
  scenario.agents[1].goal = 2;
  scenario.agents[2].state = AgentState::passive;
  CHECK(count_travelers(scenario) == 3);
  CHECK(count_endless(scenario) == 2);
}

TEST_CASE("stretches end at every mark and at the limit") {
  const Scenario scenario = make_scenario({.name = "circle", .agents = 3});
  CHECK(count_travelers(scenario) == 3);
  const auto simulation = simulation::Simulation::create(backends::make_backend({"serial", "scalar", 0}), scenario.parameters,
                                                         scenario.world, scenario.agents, {});
  std::vector<std::int64_t> ends;
  std::int64_t steps = 0;
  const auto note = [&](const Stretch& stretch) {
    ends.push_back(stretch.end);
    steps += stretch.steps;
    CHECK(stretch.seconds >= 0);
    return stretch.end < 20;
  };
  CHECK(advance(*simulation, 0, 11, std::array<std::int64_t, 2>{4, 6}, note) == 11);
  CHECK(ends == std::vector<std::int64_t>{4, 6, 8, 11});
  CHECK(simulation->statistics().steps == 11);
  CHECK(advance(*simulation, 11, 100, std::array<std::int64_t, 1>{8}, note) == 24);
  CHECK(steps == 24);
  CHECK(simulation->statistics().steps == 24);
}
