#include <cmath>
#include <optional>

#include "algorithms/avoidance/lacked_way.hpp"
#include "algorithms/avoidance/orca/orca_reference.hpp"
#include "algorithms/avoidance/perturbation_reference.hpp"
#include "tests/algorithms/avoidance/choose.hpp"
#include "tests/algorithms/avoidance/walkers.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

constexpr std::int32_t capacity = 10;

std::vector<Vec2> choose_orca(const backends::Backend& backend, const Neighborhoods& hoods) {
  return choose_by_orca(backend, hoods, capacity);
}

/// Returns the agent's preferred velocity after the perturbation, where ORCA's half-planes say which neighbors block it. Returns nothing if
/// rounding may decide it.
std::optional<Vec2> perturbed_by_orca(const Neighborhoods& hoods, std::size_t i) {
  const rvo::Agent self = hoods.agent(i);
  const auto time_step = static_cast<double>(hoods.parameters.time_step);
  rvo::BlockedBy blocked;
  blocked.beside_walls = !hoods.walls_of(i).empty();
  for (const rvo::Agent& other : hoods.neighbors_of(i)) {
    if (self.reciprocity <= 0) break;
    const auto plane = rvo::orca::half_plane(self, other, static_cast<double>(hoods.parameters.time_horizon), time_step);
    const double violation = plane.violation(self.preferred_velocity);
    if (std::abs(violation) < 1e-4) return {};
    if (violation > 0) blocked.add(other);
  }
  const rvo::Vector v =
      perturbed(self, blocked, {static_cast<double>(hoods.parameters.perturbation), 1, time_step, hoods.parameters.seed, hoods.step});
  return Vec2{static_cast<float>(v.x), static_cast<float>(v.y)};
}

/// Makes an agent that wants to go along x with 1.3 m/s.
rvo::Agent wants_along_x(float maximum_acceleration, rvo::Vector velocity) {
  return rvo::Agent{
      .velocity = velocity, .preferred_velocity = {1.3, 0}, .maximum_acceleration = static_cast<double>(maximum_acceleration)};
}

}  // namespace

TEST_CASE("what an agent lacks of its way is as the reference says") {
  Random random("lack");
  for (int round = 0; round < 2000; ++round) {
    rvo::Agent self = wants_along_x(random.between(1, 40), {});
    const Vec2 preferred{random.between(-2, 2), random.once_in(4) ? 0.f : random.between(-2, 2)};
    const Vec2 before = random.once_in(4) ? Vec2{} : Vec2{random.between(-2, 2), random.between(-2, 2)};
    const Vec2 after = random.once_in(4) ? before : Vec2{random.between(-2, 2), random.between(-2, 2)};
    self.preferred_velocity = wide(preferred);
    self.velocity = wide(after);
    const float lack = avoidance::lack_of_step(preferred, before, after, static_cast<float>(self.maximum_acceleration * 0.05));
    CHECK(lack == doctest::Approx(lack_of_step(self, wide(before), 0.05)).epsilon(1e-3));
  }
  const Vec2 wanted{1.3f, 0};
  CHECK(avoidance::lack_of_step(wanted, {}, {}, 1) == 1);
  CHECK(avoidance::lack_of_step(wanted, wanted, wanted, 1) == 0);
  // An agent that accelerates as fast as it can lacks nothing: from rest, or while it turns around.
  CHECK(avoidance::lack_of_step(wanted, {}, {0.05f, 0}, 0.05f) < 1e-5f);
  CHECK(avoidance::lack_of_step(wanted, {-1, 0}, {-0.95f, 0}, 0.05f) < 1e-4f);
  CHECK(avoidance::lack_of_step({}, wanted, wanted, 1) == 0);
}

TEST_CASE("an agent remembers the mean of what it has lacked, however short steps are") {
  for (const float time_step : {0.25f, 0.05f, 1e-3f, 2e-5f}) {
    CAPTURE(time_step);
    std::uint32_t lacked = 0;
    double expected = 0;
    const auto steps = static_cast<std::uint32_t>(2 / time_step);
    for (std::uint32_t step = 0; step < steps; ++step) {
      const float lack = step % 4 == 0 ? 1.f : 0.3f;
      lacked = avoidance::remembered_lack(lacked, lack, time_step, step);
      expected = rvo::remembered_lack(expected, static_cast<double>(lack), static_cast<double>(time_step));
    }
    CHECK(lacked / 65536.0 == doctest::Approx(expected).epsilon(2e-3));
  }
  CHECK(avoidance::remembered_lack(65535, 1, 10, 3) == 65535);
  CHECK(avoidance::remembered_lack(65535, 0, 10, 0) == 0);
}

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
    World world{.polygons = {{{{-1, 0}, {20, 0}}, false}}, .goals = {{-2, 6}}, .bounds = {{-4, -4}, {20, 8}}};
    const auto simulation = simulation::Simulation::create(backend, {}, world, std::vector{walker({4, -1}, 0)}, methods_of(method));
    simulation->advance(600);
    CHECK(simulation->statistics().arrived == 1);
  }
}

PLETHOS_MATRIX_TEST("exact methods get around somebody who stands in the way") {
  for (const char* method : {"clearpath-guarded", "orca"}) {
    CAPTURE(method);
    World world{.goals = {{8, 0}}, .bounds = {{-2, -4}, {10, 4}}};
    std::vector<AgentRecord> agents{walker({0, 0}, 0), walker({4, 0}, 0)};
    agents[1].state = AgentState::arrived;
    const auto simulation = simulation::Simulation::create(backend, {}, world, agents, methods_of(method));
    // Only a stuck agent gets around another that stands exactly in its way.
    simulation->advance(800);
    CHECK(simulation->statistics().arrived == 2);
    CHECK(simulation->statistics().overlaps == 0);
  }
}

}  // namespace plethos::tests
