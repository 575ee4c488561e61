#include "scenarios/builders/lattice.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "core/in_parts.hpp"
#include "core/random.hpp"

namespace plethos::scenarios {
namespace {

std::size_t side_of(std::size_t count) { return static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count)))); }

/// Returns for each of `count` sites the next one in a random cycle through all of them, so that none leads to itself (Sattolo's shuffle).
std::vector<std::uint32_t> cycle_through(std::size_t count, std::uint64_t seed) {
  std::vector<std::uint32_t> next;
  next.reserve(count);
  claim_pages(next.data(), count * sizeof next[0]);
  for (std::size_t i = 0; i < count; ++i) next.push_back(static_cast<std::uint32_t>(i));
  // A place that is drawn some swaps ahead is in the cache by then: a large crowd's would have to be waited for, each in turn.
  constexpr std::size_t ahead = 64;
  std::array<std::size_t, ahead> drawn{};
  PhiloxStream random(seed, count);
  const auto draw = [&](std::size_t i) {
    drawn[i % ahead] = static_cast<std::size_t>(random.below(i));
    __builtin_prefetch(&next[drawn[i % ahead]], 1);
  };
  for (std::size_t i = count - 1, k = 0; i > 0 && k < ahead; --i, ++k) draw(i);
  for (std::size_t i = count - 1; i > 0; --i) {
    std::swap(next[i], next[drawn[i % ahead]]);
    if (i > ahead) draw(i - ahead);
  }
  return next;
}

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
  const std::vector<std::uint32_t> goal = cycle_through(count, input.parameters.seed);
  Scenario scenario;
  scenario.groups = {"lattice"};
  const distribution::RowRange ids = input.ids(count);
  scenario.agents.reserve(static_cast<std::size_t>(ids.size()));
  claim_pages(scenario.agents.data(), static_cast<std::size_t>(ids.size()) * sizeof(AgentRecord));
  scenario.agents.resize(static_cast<std::size_t>(ids.size()), input.agent);
  for_each_in_parts(scenario.agents.size(), [&](std::size_t k) {
    const std::size_t id = static_cast<std::size_t>(ids.first) + k;
    scenario.agents[k].position = site(id);
    scenario.agents[k].goal = static_cast<std::int32_t>(id);
  });
  std::vector<Vec2>& goals = scenario.world.goals.own();
  goals.reserve(count);
  claim_pages(goals.data(), count * sizeof(Vec2));
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
