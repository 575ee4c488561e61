#include "algorithms/planning/exits.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "tests/harness/random.hpp"

namespace plethos::tests {
namespace {

using planning::Exits;
using Host = Kokkos::HostSpace;

Exits<Host> exits_of(std::vector<std::vector<Vec2>> outlines) {
  World world;
  std::vector<Line> landings;
  for (const auto& outline : outlines) landings.push_back({outline[0], outline[1]});
  world.add_exit({std::move(outlines), landings});
  return Exits<Host>(world);
}

}  // namespace

TEST_CASE("worlds whose goals are points have no exits") {
  World world{.goals = {{1, 1}, {2, 2}}};
  const Exits<Host> none(world);
  CHECK(none.of(1) == -1);
  CHECK(none.bytes() == 0);
  world.add_exit({{{{0, 0}, {1, 0}}}, {{{0, 0}, {1, 0}}}});
  const Exits<Host> one(world);
  CHECK(one.of(1) == -1);
  CHECK(one.of(2) == 0);
}

TEST_CASE("who crosses or touches a line has left by it, and nobody else") {
  const auto door = exits_of({{{0, 0}, {0, 2}}});
  const auto left = [&](Vec2d from, Vec2d to) { return door.reached(0, from, to); };
  CHECK(left({-0.1, 1}, {0.1, 1.1}));
  CHECK(left({0.1, 1}, {-0.1, 1.1}));
  CHECK(left({-0.1, 1}, {0, 1}));
  CHECK(left({-0.1, 0}, {0.1, 0}));
  // In one stride, however wide.
  CHECK(left({-50, 1}, {50, 1}));
  // Beside it, before it, along its line.
  CHECK_FALSE(left({-0.1, 2.1}, {0.1, 2.1}));
  CHECK_FALSE(left({-0.3, 1}, {-0.1, 1}));
  CHECK_FALSE(left({0, 3}, {0, 2.1}));
  // An agent that starts behind it has not crossed it.
  CHECK_FALSE(left({1, 1}, {0.5, 1}));
  // To the millimetre it is a touch: nobody gets stuck in front of it for a rounding error.
  CHECK(left({-0.5, 1}, {-0.0005, 1}));
  CHECK_FALSE(left({-0.5, 1}, {-0.002, 1}));
  // On either side of a slanted one, within the box around it.
  const auto slanted = exits_of({{{0, 0}, {2, 2}}});
  CHECK_FALSE(slanted.reached(0, {0.4, 1.5}, {0.5, 1.5}));
  CHECK_FALSE(slanted.reached(0, {1.5, 0.4}, {1.5, 0.5}));
  CHECK(slanted.reached(0, {0.5, 1.5}, {1.5, 1}));
}

TEST_CASE("who is anywhere inside of a polygon has arrived") {
  // Clockwise, with a notch from above.
  const auto place = exits_of({{{0, 0}, {0, 4}, {2, 1}, {4, 4}, {4, 0}}});
  const auto arrived = [&](Vec2d from, Vec2d to) { return place.reached(0, from, to); };
  CHECK(arrived({0.5, 0.5}, {0.5, 0.5}));
  CHECK(arrived({-1, 0.5}, {0.5, 0.5}));
  CHECK(arrived({-1, 2}, {5, 2}));
  CHECK_FALSE(arrived({2, 3}, {2, 2}));
  CHECK_FALSE(arrived({-1, 0}, {-1, 4}));
  CHECK(arrived({3.5, 1}, {3.5, 2}));
}

TEST_CASE("points inside are told as the plain test tells them") {
  Random random("planning::exits");
  int inside = 0;
  for (int scene = 0; scene < 40; ++scene) {
    // Stars around the origin: simple polygons of any shape. On a lattice many points tie with vertices.
    std::vector<Vec2> star;
    const int corners = random.integer(3, 12);
    for (int k = 0; k < corners; ++k) {
      const double angle = 2 * 3.14159265358979 * k / corners;
      const float reach = random.between(1, 8);
      star.push_back({std::round(reach * static_cast<float>(std::cos(angle))), std::round(reach * static_cast<float>(std::sin(angle)))});
    }
    if (std::abs(doubled_area(star)) < 2) continue;
    const auto exit = exits_of({star});
    for (int k = 0; k < 200; ++k) {
      const Vec2 p{static_cast<float>(random.integer(-8, 8)), static_cast<float>(random.integer(-8, 8))};
      float to_edge = 1e9f;
      for (std::size_t i = 0; i < star.size(); ++i) {
        to_edge = std::min(to_edge, distance_to_segment(p, star[i], star[(i + 1) % star.size()]));
      }
      const Vec2d at{p.x, p.y};
      const bool expected = to_edge < 1e-4f || (to_edge > 1e-2f && is_inside(star, p));
      if (exit.reached(0, at, at) != expected) FAIL("scene " << scene << ", point " << p.x << " " << p.y);
      inside += expected ? 1 : 0;
    }
  }
  CHECK(inside > 500);
}

TEST_CASE("agents head for the nearest point of the nearest landing") {
  World world;
  world.add_exit({{{{0, 0}, {0, 2}}, {{10, 0}, {10, 2}}}, {{{0, 0.5f}, {0, 1.5f}}, {{10, 0.5f}, {10, 1.5f}}}});
  const Exits<Host> exits(world);
  CHECK(exits.landings(0) == 2);
  CHECK(exits.nearest(0, 3.f, 1.f) == Vec2d{0, 1});
  CHECK(exits.nearest(0, 3.f, 9.f) == Vec2d{0, 1.5});
  CHECK(exits.nearest(0, 8.f, -4.f) == Vec2d{10, 0.5});
  CHECK(exits.nearest(0, 5.f, 1.f) == Vec2d{0, 1});
  CHECK(exits.nearest(0, 1, 3.f, 1.25f) == Vec2d{10, 1.25});
}

}  // namespace plethos::tests
