#include <doctest/doctest.h>

#include <cmath>
#include <optional>

#include "algorithms/avoidance/orca/orca.hpp"
#include "algorithms/avoidance/orca/orca_reference.hpp"
#include "algorithms/avoidance/perturbation_reference.hpp"
#include "tests/algorithms/avoidance/choose.hpp"
#include "tests/algorithms/avoidance/walkers.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

constexpr std::int32_t capacity = 10;

std::vector<Vec2> choose_orca(const backends::Backend& backend, const Neighborhoods& hoods) {
  return choose_with(backend, hoods, capacity, [](const auto& execution) { return avoidance::Orca<std::decay_t<decltype(execution)>>(); });
}

/// What an agent prefers after the perturbation, as ORCA's half-planes decide by whom it is blocked; nothing where rounding may decide it.
std::optional<Vec2> perturbed_by_orca(const Neighborhoods& hoods, std::size_t i) {
  const rvo::Agent self = hoods.agent(i);
  const auto time_step = static_cast<double>(hoods.parameters.time_step);
  rvo::BlockedBy blocked;
  for (const rvo::Agent& other : hoods.neighbors_of(i)) {
    if (self.reciprocity <= 0) break;
    const auto plane = rvo::orca::half_plane(self, other, static_cast<double>(hoods.parameters.time_horizon), time_step);
    const double violation = plane.violation(self.preferred_velocity);
    if (std::abs(violation) < 1e-4) return {};
    if (violation > 0) blocked.add(other);
  }
  const rvo::Vector v =
      perturbed(self, blocked, {static_cast<double>(hoods.parameters.perturbation), time_step, hoods.parameters.seed, hoods.step});
  return Vec2{static_cast<float>(v.x), static_cast<float>(v.y)};
}

}  // namespace

PLETHOS_MATRIX_TEST("orca's perturbation changes what agents prefer as its reference says, and nothing else") {
  Random random("perturbation");
  int changed = 0;
  for (const float size : {8.f, 20.f}) {
    Neighborhoods hoods = random_neighborhoods(random, 400, size, 0, capacity);
    hoods.step = static_cast<std::uint32_t>(random.integer(0, 5000));
    hoods.parameters.perturbation = 0.7f;
    Neighborhoods plain = hoods;
    plain.parameters.perturbation = 0;
    std::vector<bool> certain;
    for (std::size_t i = 0; i < hoods.records.size(); ++i) {
      const std::optional<Vec2> preferred = perturbed_by_orca(hoods, i);
      certain.push_back(preferred.has_value());
      plain.preferred[i] = preferred.value_or(hoods.preferred[i]);
    }
    const std::vector<Vec2> chosen = choose_orca(backend, hoods);
    const std::vector<Vec2> expected = choose_orca(backend, plain);
    const std::vector<Vec2> published = choose_orca(backend, [&] {
      Neighborhoods unperturbed = hoods;
      unperturbed.parameters.perturbation = 0;
      return unperturbed;
    }());
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      if (!certain[i]) continue;
      CAPTURE(i);
      CHECK(length(chosen[i] - expected[i]) < 1e-4f);
      if (length(chosen[i] - published[i]) > 1e-2f) ++changed;
    }
  }
  CHECK(changed > 50);
}

PLETHOS_MATRIX_TEST("an agent that a wall alone holds up slides along it, though its goal lies to the left") {
  for (const char* method : {"clearpath-guarded", "orca"}) {
    CAPTURE(method);
    World world;
    world.goals = {{-2, 6}};
    world.polygons = {{{{-1, 0}, {20, 0}}, false}};
    world.bounds = {{-4, -4}, {20, 8}};
    const auto simulation = simulation::Simulation::create(backend, {}, world, std::vector{walker({4, -1}, 0)}, methods_of(method));
    simulation->advance(600);
    CHECK(simulation->statistics().arrived == 1);
  }
}

PLETHOS_MATRIX_TEST("exact methods get around somebody who stands in the way") {
  for (const char* method : {"clearpath-guarded", "orca"}) {
    CAPTURE(method);
    World world;
    world.goals = {{8, 0}};
    world.bounds = {{-2, -4}, {10, 4}};
    std::vector<AgentRecord> agents{walker({0, 0}, 0), walker({4, 0}, 0)};
    agents[1].state = AgentState::arrived;
    const auto simulation = simulation::Simulation::create(backend, {}, world, agents, methods_of(method));
    simulation->advance(400);
    CHECK(simulation->statistics().arrived == 2);
    CHECK(simulation->statistics().overlaps == 0);
  }
}

}  // namespace plethos::tests
