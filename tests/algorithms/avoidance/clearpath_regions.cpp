#include <doctest/doctest.h>

#include "algorithms/avoidance/clearpath/clearpath_reference.hpp"
#include "tests/algorithms/avoidance/neighborhoods.hpp"

namespace plethos::tests {

namespace clearpath = rvo::clearpath;

TEST_CASE("the truncated cone holds every velocity that collides within the horizon, and little else") {
  Random random("clearpath cone");
  clearpath::Options options;
  int collides = 0;
  int slack = 0;
  for (int k = 0; k < 20000; ++k) {
    const rvo::Agent self{.velocity = {static_cast<double>(random.between(-2, 2)), static_cast<double>(random.between(-2, 2))},
                          .radius = 0.3,
                          .reciprocity = static_cast<double>(random.between(0.1f, 1))};
    rvo::Agent other = self;
    other.reciprocity = random.once_in(3) ? 0 : static_cast<double>(random.between(0.1f, 1));
    other.velocity = {static_cast<double>(random.between(-2, 2)), static_cast<double>(random.between(-2, 2))};
    other.position = clearpath::turned({static_cast<double>(random.between(0.7f, 6)), 0}, static_cast<double>(random.between(-3, 3)));
    options.time_horizon = static_cast<double>(random.between(0.3f, 5));
    const rvo::Vector v{static_cast<double>(random.between(-2, 2)), static_cast<double>(random.between(-2, 2))};
    // The other agent does its part too, so the relative velocity changes by the agent's change over its share.
    const double share = self.reciprocity / (self.reciprocity + other.reciprocity);
    const rvo::Vector u = (1 / share) * (v - self.velocity) + self.velocity - other.velocity;
    const double time = rvo::contact_with_disc(-1.0 * other.position, u, 0.6).time;
    const double inside = clearpath::depth(clearpath::truncated_cone(self, other, options), v);
    if (time < options.time_horizon) {
      ++collides;
      CHECK(inside > -1e-9);
    } else if (inside > 0) {
      // Only the linear truncation adds such a collision, within the time that the chord takes.
      ++slack;
      const double distance = length(other.position);
      CHECK(time < options.time_horizon * std::sqrt(distance * distance - 0.36) / (distance - 0.6));
    }
  }
  CHECK(collides > 1000);
  CHECK(slack < collides / 4);
  // On the line of centers the truncation is exact.
  rvo::Agent self{.radius = 0.5, .reciprocity = 0.5};
  rvo::Agent other = self;
  other.position = {3, 0};
  options.time_horizon = 2;
  const clearpath::ForbiddenRegion region = clearpath::truncated_cone(self, other, options);
  CHECK(clearpath::depth(region, {0.4999, 0}) < 0);
  CHECK(clearpath::depth(region, {0.5001, 0}) > 0);
}

TEST_CASE("the cone of a wall holds every velocity that hits it within the horizon") {
  Random random("clearpath wall");
  clearpath::Options options;
  int hits = 0;
  for (int k = 0; k < 20000; ++k) {
    const auto anywhere = [&](float size) {
      return rvo::Vector{static_cast<double>(random.between(-size, size)), static_cast<double>(random.between(-size, size))};
    };
    rvo::Agent self{.radius = 0.4};
    const rvo::Wall wall{anywhere(4), anywhere(4)};
    if (length(clearpath::way_to(wall, {})) < 0.41) continue;
    options.time_horizon_obstacles = static_cast<double>(random.between(0.3f, 4));
    const rvo::Vector v = anywhere(2);
    const double inside = clearpath::depth(clearpath::region_of(self, wall, options), v);
    const double time = rvo::contact_with_wall({}, v, wall, 0.4).time;
    if (time < options.time_horizon_obstacles) {
      ++hits;
      CHECK(inside > -1e-9);
    } else if (inside > 1e-9) {
      CHECK(time < rvo::never);
    }
  }
  CHECK(hits > 1000);
}

}  // namespace plethos::tests
