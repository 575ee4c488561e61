#include <doctest/doctest.h>

#include <algorithm>

#include "algorithms/avoidance/clearpath/clearpath_reference.hpp"
#include "tests/algorithms/avoidance/choose.hpp"

namespace plethos::tests {
namespace {

namespace clearpath = rvo::clearpath;

/// Returns the time in s until two agents that keep these velocities touch.
double time_to_contact(const rvo::Agent& a, rvo::Vector va, const rvo::Agent& b, rvo::Vector vb) {
  return rvo::contact_with_disc(a.position - b.position, va - vb, a.radius + b.radius).time;
}

/// m/s. A velocity that lies at most this deep in a region counts as admitted.
constexpr double margin = 2e-5;

/// Returns by how much more the discs overlap at their closest, in m, than the margin allows. It is below 0 if the theorem holds. A
/// velocity may lie `margin` deep beyond the side of the cone on which the pair passes. Or it lies that deep beyond the other side and the
/// bisecting line, and then at most three times as deep beyond the first side. Relative to that side two agents approach at no more than
/// the sum.
double overlap_beyond_margin(const rvo::Agent& a, rvo::Vector va, const rvo::Agent& b, rvo::Vector vb) {
  const rvo::Vector way = b.position - a.position;
  const rvo::Vector velocity = va - vb;
  const double squared = dot(velocity, velocity);
  const double time = squared > 0 ? std::max(0.0, dot(way, velocity) / squared) : 0;
  return a.radius + b.radius - length(way - time * velocity) - 6 * margin * time;
}

/// The place of a velocity: outside of the cone (`beside`), in the cone and slow enough for the interval (`before`), or not admitted by the
/// pair's constraints (`forbidden`).
enum class Place { beside, before, forbidden };
Place place_of(const rvo::Agent& self, const rvo::Agent& other, const clearpath::Options& options, rvo::Vector v) {
  for (const clearpath::ForbiddenRegion& region : clearpath::regions_of(self, other, options)) {
    if (clearpath::depth(region, v) > margin) return Place::forbidden;
  }
  clearpath::ForbiddenRegion cone = clearpath::truncated_cone(self, other, options);
  cone.pop_back();
  return clearpath::depth(cone, v) > margin ? Place::before : Place::beside;
}

/// Makes a crowd of equal reciprocity in which no discs overlap.
Neighborhoods equals(Random& random, float size) {
  Neighborhoods hoods = random_neighborhoods(random, 300, size, 0, 10);
  for (AgentRecord& agent : hoods.records) {
    agent.state = AgentState::active;
    agent.reciprocity = 0.5f;
    agent.maximum_acceleration = 30;
    for (const AgentRecord& other : hoods.records) {
      const float room = length(agent.position - other.position) / 2.1f;
      if (&other != &agent) agent.radius = std::min(agent.radius, room);
    }
  }
  hoods.parameters.time_step = 0.25f;
  return hoods;
}

}  // namespace

TEST_CASE("Theorem 1: two that both pass beside each other never touch, and two that are both slow enough not within the step") {
  Random random("clearpath theorem");
  const backends::Backend widest = backends::make_backend({"serial", "simd", 1});
  int beside = 0;
  int before = 0;
  for (const float size : {8.f, 16.f, 30.f, 8.f, 16.f, 30.f}) {
    const Neighborhoods hoods = equals(random, size);
    const std::vector<Vec2> chosen = choose(widest, hoods, 10, ClearpathKind::clearpath1);
    clearpath::Options options{.time_step = static_cast<double>(hoods.parameters.time_step)};
    // This is the shortest interval. Velocities that are free for a longer one are free for it.
    options.time_horizon = options.time_step;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      for (const std::int32_t k : hoods.neighbors[i]) {
        const auto j = static_cast<std::size_t>(k);
        const rvo::Agent a = hoods.agent(i);
        const rvo::Agent b = hoods.agent(j);
        const Place of_a = place_of(a, b, options, wide(chosen[i]));
        const Place of_b = place_of(b, a, options, wide(chosen[j]));
        if (of_a == Place::forbidden || of_a != of_b) continue;
        CAPTURE(i);
        CAPTURE(j);
        const double contact = time_to_contact(a, wide(chosen[i]), b, wide(chosen[j]));
        if (of_a == Place::beside) {
          ++beside;
          CHECK(overlap_beyond_margin(a, wide(chosen[i]), b, wide(chosen[j])) < 1e-9);
        } else {
          ++before;
          CHECK(contact > options.time_step - 1e-3);
        }
      }
    }
  }
  CHECK(beside > 1000);
  CHECK(before > 100);
}

TEST_CASE("Theorem 1 does not hold of a pair of which one passes and one is slow: truncated, the constraints admit a collision") {
  clearpath::Options options{.time_horizon = 1};
  rvo::Agent a{.radius = 0.5, .reciprocity = 0.5};
  rvo::Agent b = a;
  b.id = 1;
  b.position = {2, 0};
  // Their relative velocity lies on the left.
  a.velocity = {0.1, 0.1};
  b.velocity = {-0.1, -0.1};
  // A heads for B, as slowly as the interval asks; B passes along its side of the cone.
  const rvo::Vector slow{0.499, 0};
  const rvo::Vector passing = -1.01 * clearpath::turned({2, 0}, std::asin(0.5) + 1e-3);
  CHECK(place_of(a, b, options, slow) == Place::before);
  CHECK(place_of(b, a, options, passing) == Place::beside);
  CHECK(time_to_contact(a, slow, b, passing) < options.time_horizon);
}

}  // namespace plethos::tests
