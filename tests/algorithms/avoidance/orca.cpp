#include <cmath>

#include "algorithms/avoidance/orca/orca_reference.hpp"
#include "tests/algorithms/avoidance/choose.hpp"
#include "tests/harness/matrix.hpp"

namespace plethos::tests {
namespace {

namespace orca = plethos::avoidance::reference::orca;

/// Returns the half-planes of all neighbors that the agent yields to.
std::vector<orca::HalfPlane> half_planes(const Neighborhoods& hoods, std::size_t i) {
  std::vector<orca::HalfPlane> planes;
  const rvo::Agent self = hoods.agent(i);
  if (self.reciprocity <= 0) return planes;
  for (const rvo::Agent& other : hoods.neighbors_of(i)) {
    planes.push_back(
        orca::half_plane(self, other, static_cast<double>(hoods.parameters.time_horizon), static_cast<double>(hoods.parameters.time_step)));
  }
  return planes;
}

std::vector<orca::HalfPlane> tightened(std::vector<orca::HalfPlane> planes, double by) {
  for (orca::HalfPlane& plane : planes) plane.point = plane.point + by * plane.normal;
  return planes;
}

/// m/s. Rounding moves half-planes, and the points where they meet, by less.
constexpr double rounding = 1e-3;

/// Checks the choice of one agent without walls. Returns whether it had a free velocity.
bool check_choice(const Neighborhoods& hoods, std::size_t i, Vec2 chosen) {
  const rvo::Agent self = hoods.agent(i);
  const std::vector<orca::HalfPlane> planes = half_planes(hoods, i);
  const rvo::Vector v = wide(chosen);
  CHECK(length(v) <= self.maximum_speed + 1e-4);
  const auto best = orca::nearest_allowed(tightened(planes, rounding), self.maximum_speed - rounding, self.preferred_velocity);
  if (best) {
    CHECK(orca::largest_violation(planes, v) <= rounding);
    CHECK(length(v - self.preferred_velocity) <= length(*best - self.preferred_velocity) + rounding);
  } else {
    CHECK(orca::largest_violation(planes, v) <= std::fmax(orca::least_violation(planes, self.maximum_speed), 0) + rounding);
  }
  return best.has_value();
}

struct Kind {
  int agents;
  float size;
  int segments;
  std::int32_t capacity;
};

/// Returns crowds from nearly empty to so dense that few agents have a free velocity.
const std::vector<std::pair<Kind, Neighborhoods>>& crowds() {
  static const auto all = [] {
    Random random("orca");
    std::vector<std::pair<Kind, Neighborhoods>> result;
    for (const Kind& kind : {Kind{500, 30, 0, 10}, Kind{500, 14, 0, 10}, Kind{400, 8, 0, 10}, Kind{300, 6, 0, 16}, Kind{200, 9, 0, 40},
                             Kind{1, 5, 0, 10}, Kind{67, 5, 0, 64}, Kind{500, 14, 12, 10}, Kind{300, 9, 30, 40}}) {
      Neighborhoods hoods = random_neighborhoods(random, kind.agents, kind.size, kind.segments, static_cast<std::size_t>(kind.capacity));
      hoods.parameters.perturbation = 0;
      hoods.parameters.time_step = random.between(0.05f, 0.25f);
      hoods.parameters.time_horizon = random.between(1, 10);
      hoods.parameters.time_horizon_obstacles = random.between(0.5f, 5);
      result.emplace_back(kind, hoods);
    }
    return result;
  }();
  return all;
}

const std::vector<std::vector<Vec2>>& serial_choices() {
  static const auto choices = [] {
    std::vector<std::vector<Vec2>> result;
    for (const auto& [kind, hoods] : crowds()) result.push_back(choose_by_orca(plainest_backend(), hoods, kind.capacity));
    return result;
  }();
  return choices;
}

}  // namespace

TEST_CASE("orca takes the nearest allowed velocity, or the one that violates least") {
  std::int64_t free = 0;
  std::int64_t crowded = 0;
  for (std::size_t c = 0; c < crowds().size(); ++c) {
    CAPTURE(c);
    const auto& [kind, hoods] = crowds()[c];
    if (kind.segments > 0) continue;
    for (std::size_t i = 0; i < hoods.records.size(); ++i) {
      if (hoods.records[i].state != AgentState::active) continue;
      CAPTURE(i);
      ++(check_choice(hoods, i, serial_choices()[c][i]) ? free : crowded);
    }
  }
  CHECK(free > 300);
  CHECK(crowded > 300);
}

PLETHOS_MATRIX_TEST("orca has the bits of the serial scalar lane") {
  for (std::size_t c = 0; c < crowds().size(); ++c) {
    CAPTURE(c);
    const auto& [kind, hoods] = crowds()[c];
    const std::vector<Vec2> chosen = choose_by_orca(backend, hoods, kind.capacity);
    if (backend.same_bits()) {
      CHECK(different_bits(chosen, serial_choices()[c]) == 0);
      continue;
    }
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      CAPTURE(i);
      if (kind.segments == 0 && hoods.records[i].state == AgentState::active) check_choice(hoods, i, chosen[i]);
    }
  }
}

PLETHOS_MATRIX_TEST("orca leaves passive agents their velocity, and lets arrived ones stand") {
  for (const auto& [kind, hoods] : crowds()) {
    const std::vector<Vec2> chosen = choose_by_orca(backend, hoods, kind.capacity);
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const AgentRecord& record = hoods.records[i];
      if (record.state != AgentState::active) CHECK(chosen[i] == (record.state == AgentState::passive ? record.velocity : Vec2{}));
    }
  }
}

TEST_CASE("the half-plane of a pair, in closed form") {
  // The agents are head on, 10 m apart, with radii of 1 m. For a horizon of 10 s the obstacle is cut off at the disc around (1, 0) of
  // radius 0.2.
  rvo::Agent self;
  rvo::Agent other;
  self.radius = other.radius = 1;
  self.reciprocity = other.reciprocity = 0.5;
  other.position = {10, 0};
  self.velocity = {0.25, 0};
  other.velocity = {-0.25, 0};
  orca::HalfPlane plane = orca::half_plane(self, other, 10, 0.1);
  CHECK(plane.normal.x == doctest::Approx(-1));
  CHECK(plane.point.x == doctest::Approx(0.25 + 0.5 * (0.8 - 0.5)));
  // The relative velocity is larger and points a little to the left. The left tangent counts; the sine of its slope is 0.2.
  self.velocity = {1.5, 0.1};
  other.velocity = {-1.5, 0};
  plane = orca::half_plane(self, other, 10, 0.1);
  CHECK(plane.normal.x == doctest::Approx(-0.2));
  CHECK(plane.normal.y == doctest::Approx(std::sqrt(0.96)));
  const double depth = 0.2 * 3 - std::sqrt(0.96) * 0.1;
  CHECK(plane.violation(self.velocity) == doctest::Approx(depth / 2));
  // In an overlap of half a metre they part within the step, each by half.
  other.position = {1.5, 0};
  self.velocity = other.velocity = {};
  plane = orca::half_plane(self, other, 10, 0.1);
  CHECK(plane.normal.x == doctest::Approx(-1));
  CHECK(plane.point.x == doctest::Approx(-0.5 * 0.5 / 0.1));
}

}  // namespace plethos::tests
