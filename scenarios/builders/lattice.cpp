#include "scenarios/builders/lattice.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/random.hpp"
#include "scenarios/in_parts.hpp"

namespace plethos::scenarios {
namespace {

std::size_t side_of(std::size_t count) { return static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count)))); }

/// Only sites next to each other, also at a corner, are nearer than twice the pitch.
std::int64_t reach_in_lattice(const Builder& builder, const BuilderInput& input) {
  return static_cast<std::int64_t>(side_of(static_cast<std::size_t>(input.count(builder.agents)))) + 1;
}

Scenario make_lattice(const Builder& builder, const BuilderInput& input) {
  const auto count = static_cast<std::size_t>(input.count(builder.agents));
  const float pitch = input.value("pitch");
  const float jitter = input.value("jitter");
  if (count > 1 && pitch - 2 * jitter < 2 * input.agent.radius) {
    throw InputError("lattice: pitch: found " + number_text(pitch) + " m, expected at least " +
                     number_text(2 * (input.agent.radius + jitter)) + " m (two radii and twice the jitter): starts may overlap");
  }
  const std::size_t side = side_of(count);
  const double middle = static_cast<double>(side - 1) / 2;
  const auto site = [&](std::size_t i) {
    PhiloxStream random(input.parameters.seed, i);
    const auto place = [&](std::size_t k) {
      return static_cast<float>((static_cast<double>(k) - middle) * pitch) + random.between(-jitter, jitter);
    };
    const float x = place(i % side);
    return Vec2{x, place(i / side)};
  };
  // Sattolo's shuffle makes one cycle through all sites, so that no agent's goal is its own start.
  std::vector<std::uint32_t> goal(count);
  for (std::size_t i = 0; i < count; ++i) goal[i] = static_cast<std::uint32_t>(i);
  PhiloxStream random(input.parameters.seed, count);
  for (std::size_t i = count - 1; i > 0; --i) std::swap(goal[i], goal[random.below(i)]);

  Scenario scenario;
  scenario.groups = {"lattice"};
  const distribution::RowRange ids = input.ids(count);
  scenario.agents.resize(static_cast<std::size_t>(ids.size()), input.agent);
  for_each_in_parts(scenario.agents.size(), [&](std::size_t k) {
    const std::size_t id = static_cast<std::size_t>(ids.first) + k;
    scenario.agents[k].position = site(id);
    scenario.agents[k].goal = static_cast<std::int32_t>(id);
  });
  std::vector<Vec2>& goals = scenario.world.goals.own();
  goals.resize(count);
  for_each_in_parts(count, [&](std::size_t i) { goals[i] = site(goal[i]); });
  return scenario;
}

}  // namespace

Builder lattice_builder() {
  return {.name = "lattice",
          .description = "agents on a jittered square lattice, each walking to another's start",
          .agents = 1000,
          .keys = {{"pitch", "m", 1e-2, 1e6, "distance between neighboring sites of the lattice", 2},
                   {"jitter", "m", 0, 1e6, "how far a start may lie from its site, along each axis", 0.25}},
          .make = make_lattice,
          .reach = reach_in_lattice};
}

}  // namespace plethos::scenarios
